import { describe, expect, it } from "vitest";
import { app } from "../app";
import { mounted } from "./mount";
import { schemaOf } from "./openapi";

const spanning = [...mounted.values()].filter(
  ({ entrance, directory }) => entrance === "session" && !directory,
);

describe("across databases", () => {
  it("design§Tenancy every list, and every call that names no row, says how those are answered who span customers", () => {
    expect(app.routes.length).toBeGreaterThan(spanning.length);
    const unsaid = spanning
      .filter(({ across }) => !across)
      .filter(({ method, path, query, body, answer }) => {
        const named = [query, body].some(
          (schema) => schema && JSON.stringify(schemaOf(schema, "input")).includes('"format":"uuid"'),
        );
        const lists = answer && /"(items|total)":/.test(JSON.stringify(schemaOf(answer, "output")));
        return !/\{(id|uploadId)\}/.test(path) && ((lists && method === "GET") || !named);
      })
      .map(({ method, path }) => `${method} ${path}`);
    expect(unsaid).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { validate } from "./validation.ts";

describe("errors of a body", () => {
  const schema = z.strictObject({
    name: z.string().min(1).max(3),
    kind: z.enum(["A", "B"]),
    mail: z.email().or(z.literal("")),
    rows: z.array(z.object({ id: z.int() })).default([]),
  });
  it.each([
    [{}, { name: "required", kind: "required", mail: "required" }],
    [
      { name: 1, kind: "C", mail: "x" },
      { name: "wrongType", kind: "invalid", mail: "invalid" },
    ],
    [{ name: "", kind: "A", mail: "" }, { name: "required" }],
    [
      { name: "long", kind: "A", mail: "", more: 1 },
      { name: "tooLong", more: "unknown" },
    ],
    [{ name: "a", kind: "A", mail: "", rows: [{ id: 1 }, { id: "x" }] }, { "rows.1.id": "wrongType" }],
    [null, { body: "wrongType" }],
    [undefined, { body: "required" }],
  ])("design§HTTP %j is %j", (body, errors) => expect(validate(schema, body).errors).toEqual(errors));
});

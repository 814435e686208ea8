import { expect, test } from "vitest";
import { z } from "zod";
import { withoutApiTexts, wrapContracts } from "../../build/lazyContracts.ts";
import { lazyObject } from "./lazyObject.ts";

/** A schema of one field, and how often it was created. */
function lazyRow() {
  let creationCount = 0;
  const row = lazyObject(() => {
    creationCount += 1;
    return z.object({ id: z.int() });
  });
  return { row, times: () => creationCount };
}

test("design§Web a contract is created once, on first use", () => {
  const { row, times } = lazyRow();
  const list = lazyObject(() => z.object({ items: z.array(row), first: row.nullable() }));
  expect(times()).toBe(0);
  expect(list.parse({ items: [{ id: 1, more: 2 }], first: null })).toEqual({
    items: [{ id: 1 }],
    first: null,
  });
  expect(list.safeParse({ items: [{ id: "1" }], first: null }).success).toBe(false);
  expect(times()).toBe(1);
});

test("design§Web a lazy contract behaves like any other", () => {
  const { row } = lazyRow();
  expect(row).toBeInstanceOf(z.ZodObject);
  expect(Object.keys({ ...row.shape })).toEqual(["id"]);
  expect(row.extend({ name: z.string() }).parse({ id: 1, name: "a" })).toEqual({ id: 1, name: "a" });
  const endpoint = lazyObject(() => ({ method: "GET", path: "/x", answer: row }));
  expect(Object.keys(endpoint)).toEqual(["method", "path", "answer"]);
  expect("query" in endpoint).toBe(false);
  expect({ ...endpoint }.answer.parse({ id: 2 })).toEqual({ id: 2 });
});

test("design§Web the build makes schemas, endpoints and resources lazy, and nothing else", () => {
  const code = [
    'export const kinds = ["a", "b"];',
    "const row = z.object({ kind: z.enum(kinds) });",
    "export const shorter = other.row.pick({ kind: true });",
    "export const get = defineEndpoint({ answer: row });",
    "export const some = kinds.filter(Boolean);",
    'export const graphic = defineImageResource("graphic", {});',
  ].join("\n");
  const output = wrapContracts(code, "/lazyObject.ts").split("\n");
  expect(output[0]).toBe(`import { lazyObject } from "/lazyObject.ts"; ${code.split("\n")[0]}`);
  expect(output[1]).toBe(
    "const row = /* @__PURE__ */ lazyObject(() => (z.object({ kind: z.enum(kinds) })));",
  );
  expect(output[2]).toContain("shorter = /* @__PURE__ */ lazyObject(() => (other.row.pick(");
  expect(output[3]).toContain("get = /* @__PURE__ */ lazyObject(() => (defineEndpoint(");
  expect(output[4]).toBe(code.split("\n")[4]);
  expect(output[5]).toContain("graphic = /* @__PURE__ */ lazyObject(() => (defineImageResource(");
});

test("design§Web the console has no texts of the API's documentation", () => {
  const code = `export const get = defineEndpoint({ summary: "Gets.", query: { id: id.meta({ description: "The row" }), name: "n" } });`;
  expect(withoutApiTexts(code)).toBe(
    `export const get = defineEndpoint({ summary: "", query: { id: id.meta({ description: "" }), name: "n" } });`,
  );
});

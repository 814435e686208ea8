import { expect, it } from "vitest";
import { uuid } from "#domain/core/fields.ts";
import { uuidOf } from "./uuid.ts";

it("derives the same UUID from the same words, and contracts accept it", () => {
  const id = uuidOf("ingest", "photo", 1);
  expect(id).toBe(uuidOf("ingest", "photo", 1));
  expect(uuid().parse(id)).toBe(id);
});

it("gives different UUIDs to words that are split differently", () => {
  const ids = [uuidOf("ab", "c"), uuidOf("a", "bc"), uuidOf("abc"), uuidOf("ab", "c", "")];
  expect(new Set(ids).size).toBe(ids.length);
});

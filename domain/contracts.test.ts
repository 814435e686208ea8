import { describe, expect, it } from "vitest";
import { z } from "zod";
import { day, instant, instantInput, isInstant } from "./core/fields.ts";
import { validate } from "./core/validation.ts";
import { listDocumentations } from "./endpoints/documentation/list.ts";
import { license } from "./resources/index.ts";
import { endpoints, fillSchema, requestSchemas } from "./testing/contracts.ts";

const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

describe("2§9 an instant from a client", () => {
  it.each([
    ["2026-05-04T09:30:00Z", "2026-05-04T09:30:00Z"],
    ["2026-05-04T11:30:00.250+02:00", "2026-05-04T09:30:00Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"],
    ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"],
  ])("%s is %s", (input, expected) => {
    expect(instantInput().parse(input)).toBe(expected);
    expect(isInstant(expected)).toBe(true);
  });

  it.each([
    "9999-12-31T23:59:59-01:00",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:30:00+01:00",
    "2026-13-01T00:00:00Z",
    "2026-05-04",
  ])("%s is refused", (input) => {
    expect(validate(z.object({ at: instantInput() }), { at: input })).toEqual({ errors: { at: "invalid" } });
  });

  it("has a laxer schema in responses, so that one bad row does not break a list", () => {
    const badInstant = "+010000-01-01T00:59:59Z";
    expect(instant().parse(badInstant)).toBe(badInstant);
    expect(license.listRow.shape.expireDate.parse(badInstant)).toBe(badInstant);
    expect(license.creation.shape.expireDate.safeParse(badInstant).success).toBe(false);
    const dates = listDocumentations.response!.shape.items.element.pick({
      dateCreated: true,
      dateUploaded: true,
    });
    expect(dates.parse({ dateCreated: badInstant, dateUploaded: badInstant })).toEqual({
      dateCreated: badInstant,
      dateUploaded: badInstant,
    });
  });

  it.each([...requestSchemas])("has limits in %s", (_call, schema) => {
    const shape = shapeOf(schema);
    if (!JSON.stringify(shape).includes("UTC instant")) return;
    const errorsOf = (text: string) => Object.entries(validate(schema, fillSchema(shape, text)).errors ?? {});
    const validPaths = new Set(errorsOf("2026-05-04T09:30:00Z").map(([path]) => path));
    const instantErrors = errorsOf("9999-12-31T23:59:59-01:00").filter(([path]) => !validPaths.has(path));
    expect(instantErrors.length).toBeGreaterThan(0);
  });

  it("2§2 a day is limited too: the days before and after it must have four-digit years", () => {
    expect(day().safeParse("9999-12-31").success).toBe(false);
    expect(day().safeParse("0000-01-01").success).toBe(false);
    expect(day().safeParse("2026-05-04").success).toBe(true);
  });
});

describe("1§7 a lone surrogate", () => {
  it("is rejected, with its path, in text that is not normalised, and in keys", () => {
    const schema = z.object({ name: z.string(), params: z.record(z.string(), z.string()) });
    const input = { name: "a\ud800", params: { "\udc00": "b", c: "\ud800" } };
    expect(validate(schema, input)).toEqual({
      errors: { name: "invalid", "params.\ufffd": "invalid", "params.c": "invalid" },
    });
    expect(validate(schema, { name: "👷🏽‍♀️", params: {} }).errors).toBeUndefined();
  });

  it("is found at any depth", () => {
    let nestedArrays: unknown = "\ud800";
    for (let level = 0; level < 100_000; level += 1) nestedArrays = [nestedArrays];
    expect(
      Object.keys(validate(z.object({ data: z.unknown() }), { data: nestedArrays }).errors ?? {}),
    ).toHaveLength(1);
  });

  it.each([...requestSchemas])("is replaced or refused in every text of %s", (_call, schema) => {
    const { data } = validate(schema, fillSchema(shapeOf(schema), "\ud800"));
    expect(JSON.stringify(data) ?? "").not.toMatch(/\\ud[89a-f]/);
  });

  it("is tested in more than 100 endpoints", () => expect(endpoints.length).toBeGreaterThan(100));
});

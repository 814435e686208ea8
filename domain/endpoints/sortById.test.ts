import { expect, it } from "vitest";
import { z } from "zod";
import { endpoints } from "#domain/testing/contracts.ts";

/** Lists that do not sort by id, and why. */
const exceptions: Record<string, string> = {
  "GET /deliveries": "sorts by the start alone: a page in another order would read a million deliveries",
};

const lists = endpoints.flatMap(({ method, path, query }): [string, z.core.$ZodType][] => {
  const sort = query instanceof z.ZodObject ? query.shape.sort : undefined;
  return method === "GET" && sort ? [[`${method} ${path}`, sort]] : [];
});

it("1§7 every sortable list can be sorted by id", () => {
  expect(lists.length).toBeGreaterThan(10);
  const refusedCalls = lists.flatMap(([call, sort]) => (z.safeParse(sort, "id").success ? [] : [call]));
  expect(refusedCalls.filter((call) => !(call in exceptions))).toEqual([]);
  expect(refusedCalls).toEqual(expect.arrayContaining(Object.keys(exceptions)));
});

import { expect, it } from "vitest";
import { compareByKeys } from "./compareValues.ts";
import { mergeLimitedItems } from "./mergeResponses.ts";

it("1§7 lists from several databases are merged in the requested order, then limited to max; -1 keeps all", () => {
  const { merge } = mergeLimitedItems<{ id: string }, { max: number; order: "asc" | "desc" }>((order) =>
    compareByKeys(order, ({ id }) => id),
  );
  const rows = (...ids: string[]) => ({ items: ids.map((id) => ({ id })) });
  const input = (max: number, order: "asc" | "desc") => ({ params: {}, body: {}, query: { max, order } });
  expect(merge([rows("a", "d"), rows("b", "c")], input(3, "asc"))).toEqual(rows("a", "b", "c"));
  expect(merge([rows("d", "a"), rows("c", "b")], input(3, "desc"))).toEqual(rows("d", "c", "b"));
  expect(merge([rows("a"), rows("b")], input(-1, "asc"))).toEqual(rows("a", "b"));
});

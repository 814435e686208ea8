import { expect, test } from "vitest";
import { searchSuggestions } from "./searchSuggestions.ts";

const kinds = (params: Record<string, string>) =>
  searchSuggestions(params).map(({ kind, query }) => [kind, query.query, query.statusFilter]);

test("2§2 an empty list suggests the search without filters, with hidden rows, without quotation marks, and each word", () => {
  expect(kinds({ query: "mast rota", showHidden: "true" })).toEqual([
    ["word", "mast", undefined],
    ["word", "rota", undefined],
  ]);
  expect(kinds({ query: '"röta" mast', showHidden: "false", statusFilter: "APPROVED" })).toEqual([
    ["unfiltered", '"röta" mast', undefined],
    ["hidden", '"röta" mast', "APPROVED"],
    ["unquoted", "röta mast", "APPROVED"],
  ]);
  expect(kinds({ query: "", showHidden: "false", statusFilter: "APPROVED" })).toEqual([
    ["hidden", "", "APPROVED"],
  ]);
  expect(kinds({ query: "mast", showHidden: "true" })).toEqual([]);
});

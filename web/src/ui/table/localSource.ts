import { matchesSearch } from "#domain/core/text/searchTerms.ts";
import { compareNames } from "#domain/core/text/sortKey.ts";
import type { TableSource } from "./tableSource.ts";

interface LocalSource<T> {
  name: string;
  sort: string;
  /** The values that a row is sorted and searched by, by column. */
  values: (row: T) => Record<string, string | number | null>;
  sortable: readonly string[];
  fetchAll: (signal: AbortSignal) => Promise<T[]>;
}

/** A source for a list that is short enough to be loaded as a whole and then searched, sorted and paged in the browser. */
export function createLocalSource<T>({
  name,
  sort,
  sortable,
  values: toValues,
  fetchAll,
}: LocalSource<T>): TableSource<T> {
  const findRows = async (q: string, signal: AbortSignal) => {
    const rows = await fetchAll(signal);
    const toTexts = (row: T) => Object.values(toValues(row)).map((value) => String(value ?? ""));
    return q === "" ? rows : rows.filter((row) => matchesSearch(toTexts(row), q));
  };
  return {
    name,
    sortable,
    sort,
    order: "asc",
    rows: async ({ max, offset, sort: sortColumn, order, q }, signal) => {
      const direction = order === "asc" ? 1 : -1;
      return (await findRows(q, signal))
        .sort((a, b) => direction * compare(toValues(a)[sortColumn] ?? "", toValues(b)[sortColumn] ?? ""))
        .slice(offset, offset + max);
    },
    total: async (q, signal) => (await findRows(q, signal)).length,
  };
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === "number" && typeof b === "number" ? a - b : compareNames(String(a), String(b));

import { compareNames } from "#domain/core/text/sortKey.ts";
import type { TableSource } from "./tableSource.ts";

interface LocalSource<T> {
  name: string;
  sort: string;
  /** The values that a row is sorted and searched by, by column. */
  values: (row: T) => Record<string, string | number | null>;
  sortable: readonly string[];
  all: (signal: AbortSignal) => Promise<T[]>;
}

/** A list short enough to be loaded whole: searched, sorted and paged in the browser. */
export function localSource<T>({ name, sort, sortable, values, all }: LocalSource<T>): TableSource<T> {
  const findRows = async (q: string, signal: AbortSignal) => {
    const needle = q.toLocaleLowerCase();
    return (await all(signal)).filter((row) =>
      Object.values(values(row)).some((value) =>
        String(value ?? "")
          .toLocaleLowerCase()
          .includes(needle),
      ),
    );
  };
  return {
    name,
    sortable,
    sort,
    order: "asc",
    rows: async ({ max, offset, sort: sortColumn, order, q }, signal) => {
      const direction = order === "asc" ? 1 : -1;
      return (await findRows(q, signal))
        .sort((a, b) => direction * compare(values(a)[sortColumn] ?? "", values(b)[sortColumn] ?? ""))
        .slice(offset, offset + max);
    },
    total: async (q, signal) => (await findRows(q, signal)).length,
  };
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === "number" && typeof b === "number" ? a - b : compareNames(String(a), String(b));

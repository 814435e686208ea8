import { numberLocale } from "#i18n/language.ts";
import type { TableSource } from "./tableSource.ts";

interface LocalSource<T> {
  name: string;
  sort: string;
  /** The values a row is sorted and searched by, column by column. */
  values: (row: T) => Record<string, string | number | null>;
  sortable: readonly string[];
  all: (signal: AbortSignal) => Promise<T[]>;
}

/** A list short enough to arrive whole: searched, sorted and paged in the browser. */
export function localSource<T>({ name, sort, sortable, values, all }: LocalSource<T>): TableSource<T> {
  const found = async (q: string, signal: AbortSignal) => {
    const wanted = q.toLocaleLowerCase();
    return (await all(signal)).filter((row) =>
      Object.values(values(row)).some((value) =>
        String(value ?? "")
          .toLocaleLowerCase()
          .includes(wanted),
      ),
    );
  };
  return {
    name,
    sortable,
    sort,
    order: "asc",
    rows: async ({ max, offset, sort: by, order, q }, signal) => {
      const direction = order === "asc" ? 1 : -1;
      return (await found(q, signal))
        .sort((a, b) => direction * compare(values(a)[by] ?? "", values(b)[by] ?? ""))
        .slice(offset, offset + max);
    },
    total: async (q, signal) => (await found(q, signal)).length,
  };
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), numberLocale());

import { useMemo } from "react";
import type { DocumentationStatus } from "../../../../../domain/documentation";
import {
  type DayRange,
  documentationFilter,
  filterText,
} from "../../../../../domain/endpoints/documentationFilter";
import { useAddress } from "../../../kit/useAddress";

/** The filters of the columns (2§2). The search word is the table's own, and hidden ones are a setting. */
export interface ListFilter {
  templateFilter: string[];
  deletedTemplates: boolean;
  creatorFilter: string;
  uploadedDateRange: DayRange | null;
  createdDateRange: DayRange | null;
  statusFilter: DocumentationStatus[];
  exportedFilter: boolean | null;
}

export const noFilter: ListFilter = {
  templateFilter: [],
  deletedTemplates: false,
  creatorFilter: "",
  uploadedDateRange: null,
  createdDateRange: null,
  statusFilter: [],
  exportedFilter: null,
};
const names = Object.keys(noFilter) as (keyof ListFilter)[];

/** The filter that an address asks for, in the words of the call (2§7). Whatever in it makes no sense is as if it were not there. */
export function filterIn(params: URLSearchParams): ListFilter {
  const found = names.map((name) => {
    const text = params.get(name);
    const { data } = text ? documentationFilter[name].safeParse(text) : {};
    return [name, data ?? noFilter[name]];
  });
  return Object.fromEntries(found) as ListFilter;
}

/** Writes a filter into an address; another filter begins at the first page, and other parameters stay. */
export function filterWritten(params: URLSearchParams, filter: ListFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...names, "page"]) next.delete(name);
  for (const [name, text] of Object.entries(filterText(filter))) next.set(name, text);
  return next;
}

export const isFiltered = (filter: ListFilter): boolean => Object.keys(filterText(filter)).length > 0;

/** With `q`, the search word changes with it: an address takes one change at a time. */
export type ChangeFilter = (change: Partial<ListFilter>, q?: "") => void;

/** The filter of the list, kept in the address, so that a view can be sent to a colleague. */
export function useListFilter(): [ListFilter, ChangeFilter] {
  const [params, changeAddress] = useAddress();
  const filter = useMemo(() => filterIn(params), [params]);
  return [
    filter,
    (change, q) =>
      changeAddress(
        (before) => {
          const next = filterWritten(before, { ...filterIn(before), ...change });
          if (q === "") next.delete("q");
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  ];
}

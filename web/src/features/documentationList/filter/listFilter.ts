import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import {
  type ColumnFilterName,
  columnFilterNames,
  columnFilters,
  type DocumentationFilter,
  documentationFilter,
  serializeFilter,
} from "#domain/endpoints/shared/documentationFilter.ts";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";

const names = [...columnFilterNames, "deletedTemplates", "attentionFilter"] as const;
type Name = (typeof names)[number];

/** The column filters (2§2). The table owns the search word, and showing hidden ones is a setting. */
export type ListFilter = Pick<DocumentationFilter, Name>;

/** The filters whose value is of one type. */
export type NamesOf<T> = { [N in ColumnFilterName]: ListFilter[N] extends T ? N : never }[ColumnFilterName];
export type RangeName = Extract<ColumnFilterName, `${string}DateRange`>;

/** A filter without restrictions. */
export const noFilter = Object.fromEntries(
  names.map((name) => [name, documentationFilter[name].parse(undefined)]),
) as ListFilter;

/** The filter in an address, in the words of the call (2§7). Invalid parts are ignored. */
export function parseListFilter(params: URLSearchParams): ListFilter {
  const found = names.map((name) => {
    const text = params.get(name);
    const { data } = text ? documentationFilter[name].safeParse(text) : {};
    return [name, data ?? noFilter[name]];
  });
  return Object.fromEntries(found) as ListFilter;
}

/** Writes a filter into an address. Returns to the first page and keeps other parameters. */
export function serializeListFilter(params: URLSearchParams, filter: ListFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...names, "page"]) next.delete(name);
  for (const [name, text] of Object.entries(serializeFilter(filter))) next.set(name, text);
  return next;
}

export const isFiltered = (filter: Partial<ListFilter>): boolean =>
  Object.keys(serializeFilter(filter)).length > 0;

/** `q` changes the search word along with it: an address takes one change at a time. */
export type ChangeFilter = (change: Partial<ListFilter>, q?: "") => void;

/** The list's filter, kept in the address so that a view can be shared. */
export function useListFilter(): [ListFilter, ChangeFilter] {
  const [params, changeAddress] = useUrlParams();
  const filter = useMemo(() => parseListFilter(params), [params]);
  return [
    filter,
    (change, q) =>
      changeAddress(
        (before) => {
          const next = serializeListFilter(before, { ...parseListFilter(before), ...change });
          if (q === "") next.delete("q");
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  ];
}

/** A filter's name: that of its column. */
export function useFilterLabel(): (name: ColumnFilterName) => string {
  const { t } = useTranslation(["documentationList", "documentation"]);
  return (name) => {
    const { column } = columnFilters[name];
    return column === "exported" ? t("filters.exported") : t(`documentation:columns.${column}`);
  };
}

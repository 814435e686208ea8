import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { getCurrentSession, grantsOfSession } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { pick } from "#domain/core/objects.ts";
import {
  type ColumnFilterName,
  type ColumnFilters,
  columnFilterNames,
  columnFilters,
  type DocumentationFilter,
  documentationFilter,
  type FilterKind,
  serializeFilter,
} from "#domain/endpoints/shared/documentationFilter.ts";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";

const filterNames = [
  ...columnFilterNames,
  "deletedTemplates",
  "attentionFilter",
  "activityFilter",
  "customerId",
] as const;
type FilterName = (typeof filterNames)[number];

/** The column filters (2§2). The search text belongs to the table, and showing hidden rows is a setting. */
export type ListFilter = Pick<DocumentationFilter, FilterName>;

/** The names of the filters of a kind. */
export type NamesOf<K extends FilterKind> = {
  [N in ColumnFilterName]: ColumnFilters[N]["kind"] extends K ? N : never;
}[ColumnFilterName];
export const isOfKind = <K extends FilterKind>(name: ColumnFilterName, kind: K): name is NamesOf<K> =>
  columnFilters[name].kind === kind;

const listFilter = z.object(pick(documentationFilter, filterNames));
/** The empty filter. */
export const emptyFilter: ListFilter = { ...listFilter.parse({}), customerId: undefined };

/**
 * Parses the filter from URL parameters, named like those of the call (2§7). Invalid parts are ignored, and so is the customer if
 * another user opens the URL of a super admin.
 */
export function parseListFilter(params: URLSearchParams): ListFilter {
  const grants = grantsOfSession(getCurrentSession());
  const entries = filterNames.flatMap((name) => {
    const text = params.get(name);
    const isIgnored = name === "customerId" && !(grants && spansCustomers(grants));
    return text && !isIgnored && documentationFilter[name].safeParse(text).success ? [[name, text]] : [];
  });
  return listFilter.parse(Object.fromEntries(entries));
}

/** Writes a filter into URL parameters. Resets the page and keeps other parameters. */
export function serializeListFilter(params: URLSearchParams, filter: ListFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...filterNames, "page"]) next.delete(name);
  for (const [name, text] of Object.entries(serializeFilter(filter))) next.set(name, text);
  return next;
}

export const isFiltered = (filter: Partial<ListFilter>): boolean =>
  Object.keys(serializeFilter(filter)).length > 0;

/** An empty `q` also clears the search, because both are one change of the URL. */
export type ChangeFilter = (change: Partial<ListFilter>, q?: "") => void;

/** The list's filter, kept in the URL so that a view can be shared. */
export function useListFilter(): [ListFilter, ChangeFilter] {
  const [params, changeParams] = useUrlParams();
  const filter = useMemo(() => parseListFilter(params), [params]);
  return [
    filter,
    (change, q) =>
      changeParams(
        (current) => {
          const next = serializeListFilter(current, { ...parseListFilter(current), ...change });
          if (q === "") next.delete("q");
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  ];
}

/** Returns a function for the label of a filter, which is the label of its column. */
export function useFilterLabel(): (name: ColumnFilterName) => string {
  const { t } = useTranslation(["documentationList", "documentation"]);
  return (name) => {
    const { column } = columnFilters[name];
    return column === "exported" ? t("filters.exported") : t(`documentation:fields.${column}`);
  };
}

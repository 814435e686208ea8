import type { QueryClient } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { getCurrentSession } from "#api/session.ts";
import { type DocumentationSort, documentationSorts } from "#domain/documentation/columns.ts";
import {
  countDocumentations,
  type DocumentationListRow,
  listDocumentations,
} from "#domain/endpoints/documentation/list.ts";
import { serializeFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import type { ScreenContext } from "#navigation/screenModule.ts";
import type { TableSource } from "#ui/table/tableSource.ts";
import { prefetchTable } from "#ui/table/useTable.ts";
import { type ListFilter, parseListFilter } from "./filter/listFilter.ts";
import { readRememberedView } from "./filter/rememberedView.ts";
import { readSettings } from "./listSettings.ts";

/** The filter, search text and settings as parameters of the calls (2§7). */
export const toFilterParams = (filter: ListFilter, q: string, showHidden: boolean) => ({
  ...serializeFilter(filter),
  query: q,
  showHidden: String(showHidden),
});

/** The rows and total of the list. The search text is called `query` here (2§7). */
export const createDocumentationSource = (
  filter: ListFilter,
  showHidden: boolean,
): TableSource<DocumentationListRow, DocumentationSort> => ({
  name: "documentation",
  sortable: documentationSorts,
  sort: "dateCreated",
  order: "desc",
  scope: { showHidden, ...serializeFilter(filter) },
  rows: async ({ q, ...page }, signal) => {
    const query = { ...toFilterParams(filter, q, showHidden), ...page };
    return (await call(listDocumentations, { query, signal })).items;
  },
  total: async (q, signal) =>
    (await call(countDocumentations, { query: toFilterParams(filter, q, showHidden), signal })).total,
});

/** Prefetches the list's first calls, unless a remembered view is about to change the URL. */
export function prefetch(queryClient: QueryClient, { search, customerId }: ScreenContext): void {
  if (search.size === 0 && readRememberedView(getCurrentSession()?.userId)) return;
  const { showHidden, max } = readSettings();
  const limit = max === -1 ? Infinity : max;
  prefetchTable(
    queryClient,
    customerId,
    createDocumentationSource(parseListFilter(search), showHidden),
    search,
    limit,
  );
}

import type { QueryClient } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { currentSession } from "#api/session.ts";
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
import { rememberedView } from "./filter/rememberedView.ts";
import { storedSettings } from "./listSettings.ts";

/** The filter combined with search box and settings, as the calls take it (2§7). */
export const toFilterParams = (filter: ListFilter, q: string, showHidden: boolean) => ({
  ...serializeFilter(filter),
  query: q,
  showHidden: String(showHidden),
});

/** The list's rows and total. The search word is `query` here (2§7). */
export const documentationSource = (
  filter: ListFilter,
  showHidden: boolean,
): TableSource<DocumentationListRow> => ({
  name: "documentation",
  sortable: documentationSorts,
  sort: "dateCreated",
  order: "desc",
  scope: { showHidden, ...serializeFilter(filter) },
  rows: async ({ max, offset, sort, order, q }, signal) => {
    const page = { max, offset, sort: sort as DocumentationSort, order };
    const query = { ...toFilterParams(filter, q, showHidden), ...page };
    return (await call(listDocumentations, { query, signal })).items;
  },
  total: async (q, signal) =>
    (await call(countDocumentations, { query: toFilterParams(filter, q, showHidden), signal })).total,
});

/** The calls that the list makes first. A remembered view changes the address; then it asks when that is done. */
export function prefetch(queries: QueryClient, { search, customerId }: ScreenContext): void {
  if (search.size === 0 && rememberedView(currentSession()?.userId)) return;
  const { showHidden, max } = storedSettings();
  const limit = max === -1 ? Infinity : max;
  prefetchTable(queries, customerId, documentationSource(parseListFilter(search), showHidden), search, limit);
}

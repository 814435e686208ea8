import type { QueryClient } from "@tanstack/react-query";
import { type DocumentationSort, documentationSorts } from "../../../../domain/documentationColumns";
import { serializeFilter } from "../../../../domain/endpoints/documentationFilter";
import {
  countDocumentations,
  type DocumentationListRow,
  listDocumentations,
} from "../../../../domain/endpoints/documentationList";
import { call } from "../../api/client";
import { currentSession } from "../../api/session";
import type { TableSource } from "../../kit/table/source";
import { prefetchTable } from "../../kit/table/useTable";
import type { ScreenContext } from "../../routes/screenModule";
import { type ListFilter, parseListFilter } from "./filter/listFilter";
import { rememberedView } from "./filter/rememberedView";
import { storedSettings } from "./listSettings";

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

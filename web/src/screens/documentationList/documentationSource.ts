import { type DocumentationSort, documentationSorts } from "../../../../domain/documentationColumns";
import { filterText } from "../../../../domain/endpoints/documentationFilter";
import {
  countDocumentations,
  type DocumentationListRow,
  listDocumentations,
} from "../../../../domain/endpoints/documentationList";
import { call } from "../../api/client";
import type { TableSource } from "../../kit/table/source";
import type { ListFilter } from "./filter/listFilter";

/** The filter combined with search box and settings, as the calls take it (2§7). */
export const wholeFilterText = (filter: ListFilter, q: string, showHidden: boolean) => ({
  ...filterText(filter),
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
  scope: { showHidden, ...filterText(filter) },
  rows: async ({ max, offset, sort, order, q }, signal) => {
    const page = { max, offset, sort: sort as DocumentationSort, order };
    const query = { ...wholeFilterText(filter, q, showHidden), ...page };
    return (await call(listDocumentations, { query, signal })).items;
  },
  total: async (q, signal) =>
    (await call(countDocumentations, { query: wholeFilterText(filter, q, showHidden), signal })).total,
});

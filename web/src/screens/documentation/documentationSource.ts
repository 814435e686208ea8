import {
  countDocumentations,
  type DocumentationListRow,
  documentationSorts,
  listDocumentations,
} from "../../../../domain/endpoints/documentationList";
import { call } from "../../api/client";
import type { TableSource } from "../../kit/table/source";

type Sort = (typeof documentationSorts)[number];

/** The list's rows and total. The search word is `query` here (2§7). */
export const documentationSource = (showHidden: boolean): TableSource<DocumentationListRow> => ({
  name: "documentation",
  sortable: documentationSorts,
  sort: "dateCreated",
  order: "desc",
  scope: { showHidden },
  rows: async ({ max, offset, sort, order, q }, signal) => {
    const query = { max, offset, sort: sort as Sort, order, query: q, showHidden: String(showHidden) };
    return (await call(listDocumentations, { query, signal })).items;
  },
  total: async (q, signal) => {
    const query = { query: q, showHidden: String(showHidden) };
    return (await call(countDocumentations, { query, signal })).total;
  },
});

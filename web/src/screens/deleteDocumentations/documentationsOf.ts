import {
  countDocumentations,
  type DocumentationListRow,
  type DocumentationSort,
  documentationSorts,
  listDocumentations,
} from "../../../../domain/endpoints/documentationList";
import { call } from "../../api/client";
import type { TableSource } from "../../kit/table/source";

/** Every documentation of a customer, hidden and deleted ones too. */
export function documentationsOf(customerId: string, round: number): TableSource<DocumentationListRow> {
  const filter = { customerId: Number(customerId), showHidden: "true" };
  return {
    name: "documentation",
    sortable: documentationSorts.filter((sort) => sort !== "customerName"),
    sort: "dateCreated",
    order: "desc",
    scope: { ...filter, round },
    rows: async ({ q, sort, ...page }, signal) =>
      (
        await call(listDocumentations, {
          query: { ...page, ...filter, sort: sort as DocumentationSort, query: q },
          signal,
        })
      ).items,
    total: async (q, signal) =>
      (await call(countDocumentations, { query: { ...filter, query: q }, signal })).total,
  };
}

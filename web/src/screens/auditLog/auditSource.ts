import i18next from "i18next";
import { call } from "#api/client.ts";
import { countAuditLog, listAuditLog } from "#domain/endpoints/operations/auditLog.ts";
import { domainChange } from "#domain/resources/index.ts";
import type { TableSource } from "#ui/table/tableSource.ts";
import type { DomainChange } from "./auditEntry.ts";
import { classesMatching } from "./auditTexts.ts";
import { type Filters, toRequestFilters } from "./logFilters.ts";

/** The filters, with the types whose words in the reader's language contain the term. */
const requestFilters = (filters: Filters, q = "") => ({
  ...toRequestFilters(filters),
  ...(q !== "" && { termClasses: classesMatching(q, i18next.getFixedT(null, "audit")) }),
});

const { name, list } = domainChange;
type Sort = (typeof list.sortable)[number];

/**
 * Named like the resource, so that a deletion invalidates the list. `onSince` receives the instant up to which entries were not
 * searched completely; null if all were.
 */
export const domainChangeSource = (
  filters: Filters,
  onSince: (searchStartAt: string | null) => void,
): TableSource<DomainChange, Sort> => ({
  name,
  sortable: list.sortable,
  sort: list.sort,
  order: list.order,
  scope: filters,
  rows: async (request, signal) => {
    const body = { ...request, filters: requestFilters(filters, request.q) };
    const { items, since: searchStartAt } = await call(listAuditLog, { body, signal });
    onSince(searchStartAt);
    return items;
  },
  total: async (q, signal) =>
    (await call(countAuditLog, { body: { q, filters: requestFilters(filters, q) }, signal })).total,
});

import i18next from "i18next";
import { call } from "#api/client.ts";
import { countAuditLog, listAuditLog } from "#domain/endpoints/operations/auditLog.ts";
import { domainChange } from "#domain/resources/index.ts";
import type { TableSource } from "#ui/table/tableSource.ts";
import type { DomainChange } from "./auditEntry.ts";
import { findMatchingClasses } from "./auditTexts.ts";
import { type Filters, toRequestFilters } from "./logFilters.ts";

/** The filters, with the classes whose text in the user's language contains the search term. */
const toSearchFilters = (filters: Filters, q = "") => ({
  ...toRequestFilters(filters),
  ...(q !== "" && { termClasses: findMatchingClasses(q, i18next.getFixedT(null, "audit")) }),
});

const { name, list } = domainChange;
type Sort = (typeof list.sortable)[number];

/**
 * Named like the resource, so that deletions invalidate it. `onSearchStart` receives the instant up to which entries were not
 * searched completely; null if all were.
 */
export const createDomainChangeSource = (
  filters: Filters,
  onSearchStart: (searchStartAt: string | null) => void,
): TableSource<DomainChange, Sort> => ({
  name,
  sortable: list.sortable,
  sort: list.sort,
  order: list.order,
  scope: filters,
  rows: async (request, signal) => {
    const body = { ...request, filters: toSearchFilters(filters, request.q) };
    const { items, since: searchStartAt } = await call(listAuditLog, { body, signal });
    onSearchStart(searchStartAt);
    return items;
  },
  total: async (q, signal) =>
    (await call(countAuditLog, { body: { q, filters: toSearchFilters(filters, q) }, signal })).total,
});

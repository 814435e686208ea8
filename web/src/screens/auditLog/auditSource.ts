import type { z } from "zod";
import { call } from "#api/client.ts";
import { countAuditLog, listAuditLog } from "#domain/endpoints/operations/auditLog.ts";
import { domainChange } from "#domain/resources/index.ts";
import type { TableSource } from "#ui/table/tableSource.ts";
import { type Filters, toRequestFilters } from "./logFilters.ts";

/** A line of the log with the names of what it is about. */
export type DomainChange = z.output<NonNullable<typeof listAuditLog.response>>["items"][number];

const { name, list } = domainChange;
type Sort = (typeof list.sortable)[number];

/**
 * Named like the resource, so that a deletion invalidates the list. `onSince` is told up to when older lines were not looked into whole; null
 * where all were.
 */
export const domainChangeSource = (
  filters: Filters,
  onSince: (since: string | null) => void,
): TableSource<DomainChange> => ({
  name,
  sortable: list.sortable,
  sort: list.sort,
  order: list.order,
  scope: filters,
  rows: async ({ sort, ...request }, signal) => {
    const body = { ...request, sort: sort as Sort, filters: toRequestFilters(filters) };
    const { items, since } = await call(listAuditLog, { body, signal });
    onSince(since);
    return items;
  },
  total: async (q, signal) =>
    (await call(countAuditLog, { body: { q, filters: toRequestFilters(filters) }, signal })).total,
});

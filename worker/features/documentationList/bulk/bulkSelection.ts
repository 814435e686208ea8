import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { grantableStatuses } from "#domain/core/documentationTypes.ts";
import { pick } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import {
  type BulkChange,
  type BulkFacts,
  bulkOutcome,
  bulkRefusals,
} from "#domain/documentation/bulkChange.ts";
import { acceptsDeviceUploads } from "#domain/documentation/completion.ts";
import type { BulkPreview } from "#domain/endpoints/review/bulkChangeCalls.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { number, selectRows, text } from "#worker/db/rows.ts";
import { type Scope, scopeOf } from "#worker/db/scope.ts";
import { openRetakeCountSql } from "#worker/documentation/retakes.ts";
import { type Filter, visibleCondition } from "#worker/listQuery/filter.ts";
import { createMatchSource, createSearch } from "#worker/listQuery/queryStrategy.ts";
import { changeableColumns } from "./bulkChange.ts";

export interface BulkSelection {
  ids: readonly string[];
  matching: Filter | null;
}

/** `FROM` and `WHERE` of the selected documentations. Ids outside the scope select nothing. */
export async function createSelectedRowsSql(
  db: Database,
  scope: Scope,
  { ids, matching }: BulkSelection,
): Promise<SQL> {
  if (matching && ids.length > 0) throw problem("invalid", { fields: { ids: "notAllowed" } });
  if (matching) return createMatchSource(await createSearch(db, scope, matching));
  if (ids.length === 0) throw problem("invalid", { fields: { ids: "required" } });
  return sql`documentation d WHERE d.id IN ${idListParam(ids)}
    AND ${visibleCondition(scope, { customerId: undefined, showHidden: true })}`;
}

/** The statuses granted to each customer. */
export async function readGrantedStatuses(
  db: Database,
): Promise<(customerId: number) => (typeof grantableStatuses)[number][]> {
  const rows = await selectRows(
    db,
    { customerId: number("customer_id"), status: text<(typeof grantableStatuses)[number]>("status") },
    (columns) => sql`SELECT ${columns} FROM customer_documentation_status`,
  );
  const statusesByCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  return (customerId) => (statusesByCustomer.get(customerId) ?? []).map(({ status }) => status);
}

/** Previews what a change would do to the selected documentations. */
export async function previewSelection(
  db: Database,
  actor: Actor,
  change: BulkChange,
  selection: BulkSelection,
): Promise<BulkPreview> {
  const selectedSql = await createSelectedRowsSql(db, scopeOf(actor), selection);
  const groups = await selectRows(
    db,
    {
      ...pick(changeableColumns, ["customerId", "status", "hidden"]),
      n: number("count(*)"),
      // Only approvals need the number of open retakes.
      awaiting: number(change === "APPROVED" ? sql`coalesce(sum(${openRetakeCountSql} > 0), 0)` : sql`0`),
    },
    (columns) => sql`SELECT ${columns} FROM ${selectedSql} GROUP BY +d.customer_id, +d.status, +d.hidden`,
  );
  const getGrantedStatuses = await readGrantedStatuses(db);
  const preview: BulkPreview = {
    documentations: 0,
    changed: 0,
    unchanged: 0,
    refused: [],
    includeInField: 0,
    awaiting: 0,
  };
  for (const { customerId, status, hidden, n: count, awaiting } of groups) {
    const bulkFacts: BulkFacts = {
      status,
      hidden,
      enabled: getGrantedStatuses(customerId),
      superAdmin: spansCustomers(actor),
    };
    const outcome = bulkOutcome(change, bulkFacts);
    preview.documentations += count;
    if (outcome.effect === "change") {
      preview.changed += count;
      preview.awaiting += awaiting;
      if (acceptsDeviceUploads(status)) preview.includeInField += count;
    } else if (outcome.effect === "nothing") preview.unchanged += count;
    else {
      const existingGroup = preview.refused.find(
        (group) => group.why === outcome.reason && group.status === status,
      );
      if (existingGroup) existingGroup.documentations += count;
      else preview.refused.push({ why: outcome.reason, status, documentations: count });
    }
  }
  preview.refused.sort((a, b) => bulkRefusals.indexOf(a.why) - bulkRefusals.indexOf(b.why));
  return preview;
}

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
import { openRetakeCount } from "#worker/documentation/retakes.ts";
import { type Filter, visibleCondition } from "#worker/listQuery/filter.ts";
import { matchSource, readSearch } from "#worker/listQuery/queryStrategy.ts";
import { foundColumns } from "./bulkChange.ts";

export interface Selection {
  ids: readonly string[];
  matching: Filter | null;
}

/** `FROM` and `WHERE` of the selected documentations. Ids outside the scope select nothing. */
export async function selectedRows(db: Database, scope: Scope, { ids, matching }: Selection): Promise<SQL> {
  if (matching && ids.length > 0) throw problem("invalid", { fields: { ids: "notAllowed" } });
  if (matching) return matchSource(await readSearch(db, scope, matching));
  if (ids.length === 0) throw problem("invalid", { fields: { ids: "required" } });
  return sql`documentation d WHERE d.id IN ${idListParam(ids)}
    AND ${visibleCondition(scope, { customerId: undefined, showHidden: true })}`;
}

/** The statuses granted to each customer. */
export async function countStatuses(
  db: Database,
): Promise<(customerId: number) => (typeof grantableStatuses)[number][]> {
  const rows = await selectRows(
    db,
    { customerId: number("customer_id"), status: text<(typeof grantableStatuses)[number]>("status") },
    (columns) => sql`SELECT ${columns} FROM customer_documentation_status`,
  );
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  return (customerId) => (byCustomer.get(customerId) ?? []).map(({ status }) => status);
}

/** Previews what a change would do to the selected documentations. */
export async function measureSelection(
  db: Database,
  actor: Actor,
  change: BulkChange,
  selection: Selection,
): Promise<BulkPreview> {
  const selected = await selectedRows(db, scopeOf(actor), selection);
  const groups = await selectRows(
    db,
    {
      ...pick(foundColumns, ["customerId", "status", "hidden"]),
      n: number("count(*)"),
      // Only approvals need it.
      awaiting: number(change === "APPROVED" ? sql`coalesce(sum(${openRetakeCount} > 0), 0)` : sql`0`),
    },
    (columns) => sql`SELECT ${columns} FROM ${selected} GROUP BY +d.customer_id, +d.status, +d.hidden`,
  );
  const enabled = await countStatuses(db);
  const extent: BulkPreview = {
    documentations: 0,
    changed: 0,
    unchanged: 0,
    refused: [],
    includeInField: 0,
    awaiting: 0,
  };
  for (const { customerId, status, hidden, n, awaiting } of groups) {
    const facts: BulkFacts = {
      status,
      hidden,
      enabled: enabled(customerId),
      superAdmin: spansCustomers(actor),
    };
    const outcome = bulkOutcome(change, facts);
    extent.documentations += n;
    if (outcome.does === "change") {
      extent.changed += n;
      extent.awaiting += awaiting;
      if (acceptsDeviceUploads(status)) extent.includeInField += n;
    } else if (outcome.does === "nothing") extent.unchanged += n;
    else {
      const same = extent.refused.find((group) => group.why === outcome.why && group.status === status);
      if (same) same.documentations += n;
      else extent.refused.push({ why: outcome.why, status, documentations: n });
    }
  }
  extent.refused.sort((a, b) => bulkRefusals.indexOf(a.why) - bulkRefusals.indexOf(b.why));
  return extent;
}

import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../../../domain/access/actor";
import { spansCustomers } from "../../../../domain/access/authorities";
import type { grantableStatuses } from "../../../../domain/documentation";
import type { BulkPreview } from "../../../../domain/endpoints/bulkChange";
import { pick } from "../../../../domain/pick";
import { problem } from "../../../../domain/problem";
import {
  type BulkChange,
  type BulkFacts,
  bulkOutcome,
  bulkRefusals,
} from "../../../../domain/rules/bulkChange";
import { acceptsDeviceUploads } from "../../../../domain/rules/completion";
import type { Database } from "../../../db/database";
import { idListParam } from "../../../db/ids";
import { number, rowsOf, text } from "../../../db/rows";
import { type Scope, scopeOf } from "../../../db/scope";
import { type Filter, visibleCondition } from "../../../documentation/filter";
import { matchSource, searchOf } from "../../../documentation/find";
import { openRetakeCount } from "../../../documentation/retakes";
import { foundColumns } from "./change";

export interface Selection {
  ids: readonly string[];
  matching: Filter | null;
}

/** `FROM` and `WHERE` of the selected documentations. Ids outside the scope select nothing. */
export async function selectedRows(db: Database, scope: Scope, { ids, matching }: Selection): Promise<SQL> {
  if (matching && ids.length > 0) throw problem("invalid", { fields: { ids: "notAllowed" } });
  if (matching) return matchSource(await searchOf(db, scope, matching));
  if (ids.length === 0) throw problem("invalid", { fields: { ids: "required" } });
  return sql`documentation d WHERE d.id IN ${idListParam(ids)}
    AND ${visibleCondition(scope, { customerId: undefined, showHidden: true })}`;
}

/** The statuses granted to each customer. */
export async function statusesOf(
  db: Database,
): Promise<(customerId: number) => (typeof grantableStatuses)[number][]> {
  const rows = await rowsOf(
    db,
    { customerId: number("customer_id"), status: text<(typeof grantableStatuses)[number]>("status") },
    (columns) => sql`SELECT ${columns} FROM customer_documentation_status`,
  );
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  return (customerId) => (byCustomer.get(customerId) ?? []).map(({ status }) => status);
}

/** What a change would do to the selected documentations. */
export async function extentOf(
  db: Database,
  actor: Actor,
  change: BulkChange,
  selection: Selection,
): Promise<BulkPreview> {
  const selected = await selectedRows(db, scopeOf(actor), selection);
  const groups = await rowsOf(
    db,
    {
      ...pick(foundColumns, ["customerId", "status", "hidden"]),
      n: number("count(*)"),
      // Looked up for an approval alone: nobody else asks.
      awaiting: number(change === "APPROVED" ? sql`coalesce(sum(${openRetakeCount} > 0), 0)` : sql`0`),
    },
    (columns) => sql`SELECT ${columns} FROM ${selected} GROUP BY +d.customer_id, +d.status, +d.hidden`,
  );
  const enabled = await statusesOf(db);
  const extent: BulkPreview = {
    documentations: 0,
    changed: 0,
    unchanged: 0,
    refused: [],
    withField: 0,
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
      if (acceptsDeviceUploads(status)) extent.withField += n;
    } else if (outcome.does === "nothing") extent.unchanged += n;
    else {
      const same = extent.refused.find((one) => one.why === outcome.why && one.status === status);
      if (same) same.documentations += n;
      else extent.refused.push({ why: outcome.why, status, documentations: n });
    }
  }
  extent.refused.sort((one, other) => bulkRefusals.indexOf(one.why) - bulkRefusals.indexOf(other.why));
  return extent;
}

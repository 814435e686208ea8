import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../../../domain/access/actor";
import { spansCustomers } from "../../../../domain/access/authorities";
import type { DocumentationStatus, grantableStatuses } from "../../../../domain/documentation";
import type { BulkExtent } from "../../../../domain/endpoints/bulkChange";
import { problem } from "../../../../domain/problem";
import {
  type BulkChange,
  type BulkFacts,
  bulkOutcome,
  bulkRefusals,
} from "../../../../domain/rules/bulkChange";
import { openToDevices } from "../../../../domain/rules/completion";
import type { Database } from "../../../db/database";
import { idsOf } from "../../../db/ids";
import { type Scope, scopeOf } from "../../../db/scope";
import { type Filter, visible } from "../../../documentation/filter";
import { foundBy, searchOf } from "../../../documentation/find";

export interface Selection {
  ids: readonly string[];
  matching: Filter | null;
}

/** `FROM` and `WHERE` of the documentations that are meant: of what is in the scope, whoever names which ids. */
export async function meant(db: Database, scope: Scope, { ids, matching }: Selection): Promise<SQL> {
  if (matching && ids.length > 0) throw problem("invalid", { fields: { ids: "notAllowed" } });
  if (matching) return foundBy(await searchOf(db, scope, matching));
  if (ids.length === 0) throw problem("invalid", { fields: { ids: "required" } });
  return sql`documentation d WHERE d.id IN ${idsOf(ids)}
    AND ${visible(scope, { customerId: undefined, showHidden: true })}`;
}

/** The statuses that each customer has, for the rules. */
export async function statusesOf(
  db: Database,
): Promise<(customerId: number) => (typeof grantableStatuses)[number][]> {
  const rows = await db.all<{ customerId: number; status: (typeof grantableStatuses)[number] }>(
    sql`SELECT customer_id AS customerId, status FROM customer_documentation_status`,
  );
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  return (customerId) => (byCustomer.get(customerId) ?? []).map(({ status }) => status);
}

/** What a change would do to the documentations that are meant. */
export async function extentOf(
  db: Database,
  actor: Actor,
  change: BulkChange,
  selection: Selection,
): Promise<BulkExtent> {
  const groups = await db.all<{ customerId: number; status: DocumentationStatus; hidden: number; n: number }>(
    sql`SELECT d.customer_id AS customerId, d.status, d.hidden, count(*) AS n FROM ${await meant(db, scopeOf(actor), selection)}
      GROUP BY +d.customer_id, +d.status, +d.hidden`,
  );
  const enabled = await statusesOf(db);
  const extent: BulkExtent = { documentations: 0, changed: 0, unchanged: 0, refused: [], withField: 0 };
  for (const { customerId, status, hidden, n } of groups) {
    const facts: BulkFacts = {
      status,
      hidden: hidden !== 0,
      enabled: enabled(customerId),
      superAdmin: spansCustomers(actor),
    };
    const outcome = bulkOutcome(change, facts);
    extent.documentations += n;
    if (outcome.does === "change") {
      extent.changed += n;
      if (openToDevices(status)) extent.withField += n;
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

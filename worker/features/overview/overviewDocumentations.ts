import { sql } from "drizzle-orm";
import { type AttentionReason, attentionReasons } from "#domain/core/documentationTypes.ts";
import { recordOf } from "#domain/core/objects.ts";
import { maxOverviewCount, maxOverviewTemplates } from "#domain/endpoints/documentation/overview.ts";
import type { Database } from "#worker/db/database.ts";
import { number, selectNumber, selectRows, text, uuid } from "#worker/db/rows.ts";
import type { Scope } from "#worker/db/scope.ts";
import { createAttentionQuery } from "#worker/listQuery/attention.ts";
import { visibleCondition } from "#worker/listQuery/filter.ts";

const visibilityFilter = { customerId: undefined, showHidden: false };

const reviewColumns = {
  templateId: uuid("d.template_id"),
  templateName: text("t.name"),
  customerName: text("c.name"),
  documentations: number("sum(d.documentations)"),
  total: number("sum(sum(d.documentations)) OVER ()"),
};

/**
 * Counts completed documentations by template, from sums maintained by triggers. Empty if the customer has no status that can
 * end a review; super admins may set any status.
 */
export async function countDocumentationsToReview(db: Database, scope: Scope) {
  const isReviewableCondition =
    scope.customerId === undefined
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM customer_documentation_status s WHERE s.customer_id = d.customer_id AND s.status IN ('HANDLED', 'APPROVED'))`;
  const rows = await selectRows(
    db,
    reviewColumns,
    (columns) => sql`SELECT ${columns}
      FROM documentation_statistics d JOIN template t ON t.id = d.template_id JOIN customer c ON c.id = d.customer_id
      WHERE ${visibleCondition(scope, visibilityFilter)} AND d.status = 'COMPLETED' AND ${isReviewableCondition}
      GROUP BY t.id HAVING sum(d.documentations) > 0
      ORDER BY sum(d.documentations) DESC, t.name_key, t.id LIMIT ${maxOverviewTemplates}`,
  );
  return { total: rows[0]?.total ?? 0, templates: rows };
}

export const countHandedOverDocumentations = (db: Database, scope: Scope): Promise<number> =>
  selectNumber(
    db,
    sql`SELECT sum(d.documentations) FROM documentation_statistics d WHERE ${visibleCondition(scope, visibilityFilter)} AND d.status = 'PAUSED'`,
  );

/** Counts documentations for each attention reason, up to a limit. */
export async function countDocumentationsNeedingAttention(
  db: Database,
  scope: Scope,
): Promise<Record<AttentionReason, number>> {
  const count = (reason: AttentionReason) =>
    selectNumber(
      db,
      sql`SELECT count(*) FROM (SELECT 1 FROM (${createAttentionQuery(scope, [reason])}) m CROSS JOIN documentation d ON d.seq = m.seq
        WHERE ${visibleCondition(scope, visibilityFilter)} LIMIT ${maxOverviewCount})`,
    );
  const counts = await Promise.all(attentionReasons.map(count));
  return recordOf(attentionReasons, (reason) => counts[attentionReasons.indexOf(reason)] ?? 0);
}

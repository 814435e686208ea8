import { type SQL, sql } from "drizzle-orm";
import { today } from "#domain/core/calendar/days.ts";
import type { AttentionReason } from "#domain/core/documentationTypes.ts";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { Scope } from "#worker/db/scope.ts";
import { undecidedCondition } from "#worker/documentation/undecidedTempFiles.ts";
import { unresolvedRefusalCondition } from "#worker/documentation/unresolvedRefusals.ts";

/** Seconds after which an announced upload that has not arrived is overdue: its signed URL has expired. */
export const overdueAfterSeconds = 3600;
/** Seconds before its expiry in which an unused link needs attention. */
const expiryWarningSeconds = 3 * 86_400;

const documentationJoin = (alias: string) =>
  sql.raw(
    `CROSS JOIN documentation d ON d.customer_id = ${alias}.customer_id AND d.id = ${alias}.documentation_id`,
  );

/** Condition: the documentation is not handled or approved. In those that are, missing uploads no longer need attention. */
const unreviewedCondition = sql`d.status NOT IN ('HANDLED', 'APPROVED')`;

/**
 * Queries of the `seq` of the documentations that need attention, by reason. Each reads one small index per customer. They repeat the
 * conditions of partial indexes, because SQLite only uses such an index for the same condition.
 */
const attentionQueryCreators: Record<AttentionReason, (customersCondition: SQL) => SQL[]> = {
  RECEIVED_FILES: (customersCondition) => [
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN temp_file f INDEXED BY temp_file_waiting ${documentationJoin("f")}
      WHERE ${customersCondition} AND f.customer_id = c.id AND ${undecidedCondition}`,
  ],
  OVERDUE_UPLOADS: (customersCondition) => [
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN documentation d INDEXED BY documentation_announced
      WHERE ${customersCondition} AND d.customer_id = c.id AND d.completion_requested < ${addSeconds(-overdueAfterSeconds)}
        AND d.completion_requested IS NOT NULL AND d.status = 'ONGOING'`,
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN upload u INDEXED BY upload_open ${documentationJoin("u")}
      WHERE ${customersCondition} AND u.customer_id = c.id AND (u.state = 'RESERVED' OR u.state = 'REPLACED' OR u.state = 'REFUSED') AND ${unreviewedCondition}
        AND ((u.state = 'RESERVED' AND NOT u.is_import AND u.expires_at < ${now()}) OR (${unresolvedRefusalCondition("u", "d")}))`,
  ],
  EXPIRING_LINKS: (customersCondition) => [
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN upload_token t INDEXED BY upload_token_customer_expire ${documentationJoin("t")}
      WHERE ${customersCondition} AND t.customer_id = c.id AND t.expire_date > ${now()} AND t.expire_date < ${addSeconds(expiryWarningSeconds)}
        AND t.revoked_at IS NULL AND NOT EXISTS (SELECT 1 FROM upload u WHERE u.upload_token_id = t.id AND u.state = 'STORED')`,
  ],
  COMPLETED_WITHOUT: (customersCondition) => [
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN documentation d INDEXED BY documentation_completed_without
      WHERE ${customersCondition} AND d.customer_id = c.id AND d.completed_without IS NOT NULL AND d.status IN ('COMPLETED', 'WAITING_FOR_FILE')`,
  ],
  UNANSWERED: (customersCondition) => [
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN thread h INDEXED BY thread_unanswered ${documentationJoin("h")}
      WHERE ${customersCondition} AND h.customer_id = c.id AND h.resolved_at IS NULL AND h.answered = 0`,
  ],
  LATE_REVIEW: (customersCondition) => [
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN documentation d INDEXED BY documentation_due_day
      WHERE ${customersCondition} AND d.customer_id = c.id AND d.due_day < ${today()}
        AND d.due_day IS NOT NULL AND d.status NOT IN ('HANDLED', 'APPROVED', 'DELETED')`,
  ],
  LATE_RETAKE: (customersCondition) => [
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN retake r INDEXED BY retake_due ${documentationJoin("r")}
      WHERE ${customersCondition} AND r.customer_id = c.id AND r.due_day < ${today()}
        AND r.outcome IS NULL AND r.due_day IS NOT NULL AND ${unreviewedCondition}`,
  ],
};

/** Condition for a documentation `d` with overdue or refused uploads. Only for testing a few rows one by one. */
export const missingUploadsCondition = (): SQL => sql`${unreviewedCondition} AND (
  (d.status = 'ONGOING' AND d.completion_requested < ${addSeconds(-overdueAfterSeconds)})
  OR EXISTS (SELECT 1 FROM upload u WHERE u.customer_id = d.customer_id AND u.documentation_id = d.id
    AND ((u.state = 'RESERVED' AND NOT u.is_import AND u.expires_at < ${now()}) OR (${unresolvedRefusalCondition("u", "d")}))))`;

/** Selects the `seq` of the documentations in the scope with any of the reasons, visible or not. The cost grows with the matches. */
export function createAttentionQuery({ customerId }: Scope, reasons: readonly AttentionReason[]): SQL {
  const customersCondition = customerId === undefined ? sql`1` : sql`c.id = ${customerId}`;
  // One term per reason: D1 allows at most five queries in a UNION.
  const queries = reasons.map((reason) => {
    const reasonQueries = attentionQueryCreators[reason](customersCondition);
    return sql`SELECT seq FROM (${sql.join(reasonQueries, sql` UNION ALL `)})`;
  });
  return sql`SELECT DISTINCT seq FROM (${sql.join(queries, sql` UNION ALL `)})`;
}

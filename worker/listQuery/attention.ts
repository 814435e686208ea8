import { type SQL, sql } from "drizzle-orm";
import type { AttentionReason } from "#domain/core/documentationTypes.ts";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { Scope } from "#worker/db/scope.ts";
import { undecidedCondition } from "#worker/documentation/undecidedTempFiles.ts";
import { unresolvedRefusalCondition } from "#worker/documentation/unresolvedRefusals.ts";

/** Seconds after which an announced upload that has not arrived is overdue: its signed URL has expired. */
export const overdueAfterSeconds = 3600;
/** Seconds before its expiry in which an unused link needs attention. */
const expiresSoonSeconds = 3 * 86_400;

const joinDocumentation = (alias: string) =>
  sql.raw(
    `CROSS JOIN documentation d ON d.customer_id = ${alias}.customer_id AND d.id = ${alias}.documentation_id`,
  );

/** Condition: the documentation is not handled or approved. Once it is, missing uploads no longer need attention. */
const isUnreviewedCondition = sql`d.status NOT IN ('HANDLED', 'APPROVED')`;

/**
 * Queries of the `seq` of the documentations that need attention, by reason. Each reads one small index per customer. They repeat the
 * conditions of partial indexes, because SQLite only uses such an index for the same condition.
 */
const attentionQueries: Record<AttentionReason, (customers: SQL) => SQL[]> = {
  RECEIVED_FILES: (customers) => [
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN temp_file f INDEXED BY temp_file_waiting ${joinDocumentation("f")}
      WHERE ${customers} AND f.customer_id = c.id AND ${undecidedCondition}`,
  ],
  OVERDUE_UPLOADS: (customers) => [
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN documentation d INDEXED BY documentation_announced
      WHERE ${customers} AND d.customer_id = c.id AND d.completion_requested < ${addSeconds(-overdueAfterSeconds)}
        AND d.completion_requested IS NOT NULL AND d.status = 'ONGOING'`,
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN upload u INDEXED BY upload_open ${joinDocumentation("u")}
      WHERE ${customers} AND u.customer_id = c.id AND (u.state = 'RESERVED' OR u.state = 'REPLACED' OR u.state = 'REFUSED') AND ${isUnreviewedCondition}
        AND ((u.state = 'RESERVED' AND NOT u.is_import AND u.expires_at < ${now()}) OR (${unresolvedRefusalCondition("u", "d")}))`,
  ],
  EXPIRING_LINKS: (customers) => [
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN upload_token t INDEXED BY upload_token_customer_expire ${joinDocumentation("t")}
      WHERE ${customers} AND t.customer_id = c.id AND t.expire_date > ${now()} AND t.expire_date < ${addSeconds(expiresSoonSeconds)}
        AND t.revoked_at IS NULL AND NOT EXISTS (SELECT 1 FROM upload u WHERE u.upload_token_id = t.id AND u.state = 'STORED')`,
  ],
  COMPLETED_WITHOUT: (customers) => [
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN documentation d INDEXED BY documentation_completed_without
      WHERE ${customers} AND d.customer_id = c.id AND d.completed_without IS NOT NULL AND d.status IN ('COMPLETED', 'WAITING_FOR_FILE')`,
  ],
};

/** Condition for a documentation `d` with overdue or refused uploads. Only for testing a few rows one by one. */
export const hasMissingUploadsCondition = (): SQL => sql`${isUnreviewedCondition} AND (
  (d.status = 'ONGOING' AND d.completion_requested < ${addSeconds(-overdueAfterSeconds)})
  OR EXISTS (SELECT 1 FROM upload u WHERE u.customer_id = d.customer_id AND u.documentation_id = d.id
    AND ((u.state = 'RESERVED' AND NOT u.is_import AND u.expires_at < ${now()}) OR (${unresolvedRefusalCondition("u", "d")}))))`;

/** The `seq` of the documentations in the scope with any of the reasons, including ones that are not visible. Costs per match. */
export function needsAttentionQuery({ customerId }: Scope, reasons: readonly AttentionReason[]): SQL {
  const customers = customerId === undefined ? sql`1` : sql`c.id = ${customerId}`;
  const parts = reasons.flatMap((reason) => attentionQueries[reason](customers));
  return sql`SELECT DISTINCT seq FROM (${sql.join(parts, sql` UNION ALL `)})`;
}

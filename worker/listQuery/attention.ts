import { type SQL, sql } from "drizzle-orm";
import type { AttentionReason } from "#domain/core/documentationTypes.ts";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { Scope } from "#worker/db/scope.ts";
import { undecidedCondition } from "#worker/documentation/undecidedTempFiles.ts";
import { unresolvedRefusalCondition } from "#worker/documentation/unresolvedRefusals.ts";

/** Seconds after which an announced photo that has not arrived hangs: its signed URL has expired. */
export const overdueAfterSeconds = 3600;
/** Seconds before its end in which a link that nothing has come by calls for attention. */
const expiresSoonSeconds = 3 * 86_400;

const ofDocumentation = (alias: string) =>
  sql.raw(
    `CROSS JOIN documentation d ON d.customer_id = ${alias}.customer_id AND d.id = ${alias}.documentation_id`,
  );

/** Where somebody has handled or approved it, what never arrived no longer matters. */
const undecidedFilesCondition = sql`d.status NOT IN ('HANDLED', 'APPROVED')`;

/**
 * The seqs of the documentations of each matter. Of each customer a small index is read, and nothing else; the conditions of partial
 * indexes are spelt out, without which SQLite does not use them.
 */
const attentionQueries: Record<AttentionReason, (own: SQL) => SQL[]> = {
  RECEIVED_FILES: (own) => [
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN temp_file f INDEXED BY temp_file_waiting ${ofDocumentation("f")}
      WHERE ${own} AND f.customer_id = c.id AND ${undecidedCondition}`,
  ],
  OVERDUE_UPLOADS: (own) => [
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN documentation d INDEXED BY documentation_announced
      WHERE ${own} AND d.customer_id = c.id AND d.completion_requested < ${addSeconds(-overdueAfterSeconds)}
        AND d.completion_requested IS NOT NULL AND d.status = 'ONGOING'`,
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN upload u INDEXED BY upload_open ${ofDocumentation("u")}
      WHERE ${own} AND u.customer_id = c.id AND (u.state = 'RESERVED' OR u.state = 'REPLACED' OR u.state = 'REFUSED') AND ${undecidedFilesCondition}
        AND ((u.state = 'RESERVED' AND NOT u.is_import AND u.expires_at < ${now()}) OR (${unresolvedRefusalCondition("u", "d")}))`,
  ],
  EXPIRING_LINKS: (own) => [
    sql`SELECT d.seq AS seq FROM customer c CROSS JOIN upload_token t INDEXED BY upload_token_customer_expire ${ofDocumentation("t")}
      WHERE ${own} AND t.customer_id = c.id AND t.expire_date > ${now()} AND t.expire_date < ${addSeconds(expiresSoonSeconds)}
        AND t.revoked_at IS NULL AND NOT EXISTS (SELECT 1 FROM upload u WHERE u.upload_token_id = t.id AND u.state = 'STORED')`,
  ],
};

/** Holds for a documentation `d` whose uploads hang or were refused: asked of a few, one by one. */
export const hasMissingUploadsCondition = (): SQL => sql`${undecidedFilesCondition} AND (
  (d.status = 'ONGOING' AND d.completion_requested < ${addSeconds(-overdueAfterSeconds)})
  OR EXISTS (SELECT 1 FROM upload u WHERE u.customer_id = d.customer_id AND u.documentation_id = d.id
    AND ((u.state = 'RESERVED' AND NOT u.is_import AND u.expires_at < ${now()}) OR (${unresolvedRefusalCondition("u", "d")}))))`;

/** The `seq` of the documentations in the scope with any of the matters, whether they may be seen or not. Costs per match. */
export function needsAttentionQuery({ customerId }: Scope, asked: readonly AttentionReason[]): SQL {
  const own = customerId === undefined ? sql`1` : sql`c.id = ${customerId}`;
  const parts = asked.flatMap((reason) => attentionQueries[reason](own));
  return sql`SELECT DISTINCT seq FROM (${sql.join(parts, sql` UNION ALL `)})`;
}

import { sql } from "drizzle-orm";
import type { StatisticsItem } from "#domain/endpoints/configuration/customerCalls.ts";
import type { Database } from "#worker/db/database.ts";
import { number, selectRows, text, uuid } from "#worker/db/rows.ts";

const monthColumns = {
  templateId: uuid("template_id"),
  month: text("month"),
  documentationCount: number("sum(documentations)"),
  photoCount: number("sum(photos)"),
  dataSize: number("sum(bytes)"),
};

/**
 * Non-empty months per template, oldest first. Triggers maintain the sums, so the cost grows with months, not with
 * documentations.
 */
export async function listMonths(db: Database, customerId: number): Promise<StatisticsItem[]> {
  const rows = await selectRows(
    db,
    monthColumns,
    (columns) => sql`
    SELECT ${columns} FROM documentation_statistics WHERE customer_id = ${customerId}
    GROUP BY month, template_id
    HAVING sum(documentations) <> 0 OR sum(photos) <> 0 OR sum(bytes) <> 0
    ORDER BY month, template_id`,
  );
  return rows.map(({ month, ...counts }) => ({ dateCreated: `${month}-01T00:00:00Z`, ...counts }));
}

/** The customer's templates by name, including deleted ones that still have documentations. */
export const listTemplates = (db: Database, customerId: number): Promise<{ id: string; name: string }[]> =>
  selectRows(
    db,
    { id: uuid("t.id"), name: text("t.name") },
    (columns) => sql`
    SELECT ${columns} FROM template t
    WHERE t.customer_id = ${customerId} AND (t.date_deleted IS NULL OR EXISTS (
      SELECT 1 FROM documentation_statistics s WHERE s.customer_id = t.customer_id AND s.template_id = t.id AND s.documentations > 0))
    ORDER BY t.name_key, t.id`,
  );

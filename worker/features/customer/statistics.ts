import { sql } from "drizzle-orm";
import type { StatisticsItem } from "../../../domain/endpoints/customer";
import type { Database } from "../../db/database";

interface MonthRow {
  templateId: string;
  month: string;
  documentationCount: number;
  photoCount: number;
  dataSize: number;
}

/** Months of templates in which there is anything, oldest first; out of what triggers keep, so the work grows with months and not with rows. */
export async function monthsOf(db: Database, customerId: number): Promise<StatisticsItem[]> {
  const rows = await db.all<MonthRow>(sql`
    SELECT template_id AS templateId, month, sum(documentations) AS documentationCount, sum(photos) AS photoCount, sum(bytes) AS dataSize
    FROM documentation_statistics WHERE customer_id = ${customerId}
    GROUP BY month, template_id
    HAVING sum(documentations) <> 0 OR sum(photos) <> 0 OR sum(bytes) <> 0
    ORDER BY month, template_id`);
  return rows.map(({ month, ...counts }) => ({ dateCreated: `${month}-01T00:00:00Z`, ...counts }));
}

/** The customer's templates by name; a deleted one as long as documentations of it are counted. */
export const templatesOf = (db: Database, customerId: number): Promise<{ id: string; name: string }[]> =>
  db.all(sql`
    SELECT t.id, t.name FROM template t
    WHERE t.customer_id = ${customerId} AND (t.date_deleted IS NULL OR EXISTS (
      SELECT 1 FROM documentation_statistics s WHERE s.customer_id = t.customer_id AND s.template_id = t.id AND s.documentations > 0))
    ORDER BY t.name COLLATE NOCASE, t.id`);

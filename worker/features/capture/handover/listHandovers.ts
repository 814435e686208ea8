import { sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import type { HandedOverDocumentation } from "#domain/endpoints/capture/handover.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam } from "#worker/db/ids.ts";
import { nullable, number, type Projection, selectRows, text, uuid } from "#worker/db/rows.ts";
import { openRetakeCountSql } from "#worker/documentation/retakes.ts";
import { fetchedColumn, summaryColumns } from "#worker/listQuery/projection.ts";

const handedOverColumns = {
  ...summaryColumns,
  licenseId: nullable(uuid("d.license_id")),
  numberOfTasks: number("d.number_of_tasks"),
  lastUpdated: text("d.last_updated"),
  retakes: number(openRetakeCountSql),
  retakeDeviceId: nullable(
    text(sql`(SELECT r.recipient_address FROM retake r WHERE r.customer_id = d.customer_id AND r.documentation_id = d.id
      AND r.outcome IS NULL AND r.recipient_kind = 'DEVICE' ORDER BY r.date_created DESC LIMIT 1)`),
  ),
  retakeDueDay: nullable(
    text(sql`(SELECT min(r.due_day) FROM retake r
      WHERE r.customer_id = d.customer_id AND r.documentation_id = d.id AND r.outcome IS NULL)`),
  ),
  fetched: fetchedColumn,
} satisfies Projection<HandedOverDocumentation>;

/**
 * Lists a customer's documentations of these licences that are handed over or fetched. Documentations whose licence has been
 * deleted are open to all licences; hidden ones are left out.
 */
export const listHandedOver = (
  db: Database,
  customerId: number,
  licenseIds: readonly string[],
  { max, offset }: { max: number; offset: number },
): Promise<HandedOverDocumentation[]> =>
  selectRows(
    db,
    handedOverColumns,
    (columnsSql) => sql`SELECT ${columnsSql} FROM (
        SELECT seq FROM documentation d WHERE d.customer_id = ${customerId} AND d.license_id IN ${idListParam(licenseIds)}
          AND d.status IN ('PAUSED', 'DOWNLOADED')
        UNION ALL
        SELECT seq FROM documentation d WHERE d.customer_id = ${customerId} AND d.license_id IS NULL
          AND d.status IN ('PAUSED', 'DOWNLOADED')) waiting
      JOIN documentation d ON d.seq = waiting.seq JOIN template t ON t.id = d.template_id
      WHERE NOT d.hidden ORDER BY d.date_created DESC, d.seq DESC LIMIT ${max} OFFSET ${offset}`,
  );

/**
 * Like `listHandedOver`, but one documentation with any status.
 * @throws notFound
 */
export async function findHandedOver(
  db: Database,
  { customerId, id }: { customerId: number; id: string },
): Promise<HandedOverDocumentation> {
  const [row] = await selectRows(
    db,
    handedOverColumns,
    (columnsSql) => sql`SELECT ${columnsSql} FROM documentation d JOIN template t ON t.id = d.template_id
      WHERE d.customer_id = ${customerId} AND d.id = ${idParam(id)}`,
  );
  if (!row) throw problem("notFound");
  return row;
}

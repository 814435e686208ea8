import { sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { idParam, sha256Param } from "#worker/db/ids.ts";
import { nullable, number, selectNumber, selectRows, sha256 as sha256Column, text } from "#worker/db/rows.ts";
import type { DeliveryFileRow, DeliveryRow } from "#worker/db/schema/index.ts";

/**
 * A file that arrived at a destination earlier, according to the delivery records. Before relying on it, check that the destination
 * still has it.
 */
export interface ArrivedFile {
  sha256: string;
  bytes: number;
  remoteId: string | null;
  /** The destination's tag of the content when it arrived. */
  remoteTag: string | null;
}

/**
 * Files that deliveries of the same documentation brought to the same destination since it was last handed over (2§4), by path,
 * unless another file was sent to that path since.
 */
export async function listEarlierArrivals(db: Database, row: DeliveryRow): Promise<Map<string, ArrivedFile>> {
  const { customerId, documentationId, exportConfigurationId, id } = row;
  const noConflictingFileCondition = (condition: ReturnType<typeof sql>) => sql`NOT EXISTS (
    SELECT 1 FROM delivery_file o INDEXED BY delivery_file_path JOIN delivery y ON y.id = o.delivery_id
    WHERE o.customer_id = f.customer_id AND o.path = f.path AND y.export_configuration_id = ${idParam(exportConfigurationId)}
      AND o.sha256 IS NOT f.sha256 AND ${condition})`;
  const arrivals = await selectRows(
    db,
    {
      path: text("f.path"),
      sha256: sha256Column("f.sha256"),
      bytes: number("f.bytes"),
      remoteId: nullable(text("f.remote_id")),
      remoteTag: nullable(text("f.remote_tag")),
    },
    (columns) => sql`SELECT ${columns} FROM delivery d INDEXED BY delivery_documentation
        CROSS JOIN delivery_file f INDEXED BY delivery_file_position ON f.customer_id = d.customer_id AND f.delivery_id = d.id
      WHERE d.customer_id = ${customerId} AND d.documentation_id = ${idParam(documentationId)}
        AND d.export_configuration_id = ${idParam(exportConfigurationId)} AND d.id <> ${idParam(id)}
        AND f.state = 'DONE' AND f.sha256 IS NOT NULL
        AND f.finished_at > coalesce((SELECT max(e.event_date) FROM documentation_event e
          WHERE e.customer_id = ${customerId} AND e.documentation_id = ${idParam(documentationId)}
            AND (e.type = 'PAUSED' OR (e.type = 'STATUS_CHANGED' AND e.params ->> '$.status' = 'PAUSED'))), '')
        AND ${noConflictingFileCondition(sql`o.finished_at >= f.finished_at`)}
        AND ${noConflictingFileCondition(sql`o.finished_at IS NULL AND o.state IN ('SENDING', 'FAILED')`)}`,
  );
  return new Map(arrivals.map(({ path, ...arrivedFile }) => [path, arrivedFile]));
}

/** True if a file of the same size but different content has been sent to the path, so that its size proves nothing. */
export const isSizeAmbiguous = async (
  db: Database,
  { customerId, exportConfigurationId }: DeliveryRow,
  { path, bytes, sha256, id }: DeliveryFileRow,
): Promise<boolean> =>
  (await selectNumber(
    db,
    sql`SELECT count(*) FROM delivery_file o INDEXED BY delivery_file_path JOIN delivery d ON d.id = o.delivery_id
      WHERE o.customer_id = ${customerId} AND o.path = ${path} AND d.export_configuration_id = ${idParam(exportConfigurationId)}
        AND o.bytes = ${bytes} AND o.sha256 IS NOT ${sha256Param(sha256)} AND o.id <> ${idParam(id)}`,
  )) > 0;

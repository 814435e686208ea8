import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import { pick } from "#domain/core/objects.ts";
import { deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import { isRetryable } from "#domain/delivery/states.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { type DeliveryRow, delivery, deliveryFile } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { defineServiceJob } from "#worker/jobs/defineJob.ts";
import { createJobStatements } from "#worker/jobs/startJob.ts";
import { productionDependencies } from "./dependencies.ts";
import { createTarget, readDestination } from "./openDestination.ts";
import { removeParts } from "./transferPool.ts";
import type { DeliveryDependencies } from "./types.ts";

/** Removes the partial files of a delivery that was cancelled while it waited, or has failed, because it may never be sent again. */
export const removePartialFilesJob = defineServiceJob({
  name: "removePartialFiles",
  request: z.object({ deliveryId: z.string() }),
  cursor: z.null(),
  retentionHours: 24,
  async step({ env, db, request }) {
    return {
      result: { files: await removePartialFiles(env, db, productionDependencies, request.deliveryId) },
    };
  },
});

/** Files that were begun, and not completed. */
const begunCondition = sql.raw("(state = 'SENDING' OR (state = 'FAILED' AND resume_token IS NOT NULL))");

/** Creates the job in the batch that cancels or fails a delivery; no job if no file was begun. */
export const createRemovePartialFilesJob = (
  db: Database,
  { id, customerId }: Pick<DeliveryRow, "id" | "customerId">,
) =>
  createJobStatements(
    db,
    removePartialFilesJob,
    { customerId, requester: null, request: { deliveryId: id } },
    sql`EXISTS (SELECT 1 FROM delivery_file WHERE customer_id = ${customerId} AND delivery_id = ${idParam(id)} AND ${begunCondition})`,
  );

/**
 * Removes partial files at the destination, and returns their number. If the destination is gone or refuses access, the files stay.
 * @throws ConnectorError if the error may be temporary: call again later
 */
export async function removePartialFiles(
  env: Env,
  db: Database,
  { openConnector }: Pick<DeliveryDependencies, "openConnector">,
  id: string,
): Promise<number> {
  const row = await db.select().from(delivery).where(eq(delivery.id, id)).get();
  // The delivery has been sent again in the meantime; its next slice resumes the partial files.
  if (row?.state !== "CANCELLED" && row?.state !== "FAILED") return 0;
  const files = await db
    .select(pick(getTableColumns(deliveryFile), ["id", "path", "etag", "resumeToken"]))
    .from(deliveryFile)
    .where(and(eq(deliveryFile.customerId, row.customerId), eq(deliveryFile.deliveryId, id), begunCondition));
  try {
    const destination = await readDestination(
      env,
      db,
      row,
      createTarget(row, deliveryRequest.parse(row.request)),
    );
    const connector = openConnector(destination.type, destination);
    try {
      await removeParts({ env, connector }, files);
    } finally {
      await connector.close();
    }
  } catch (error) {
    if (error instanceof ConnectorError && !isRetryable(error.kind)) return 0;
    throw error;
  }
  return files.length;
}

import { sql } from "drizzle-orm";
import { addSeconds } from "#domain/core/fields.ts";
import { undoHoldSeconds } from "#domain/delivery/undoHold.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { nullable, selectRows, text } from "#worker/db/rows.ts";
import type { DeliveryRow } from "#worker/db/schema/index.ts";

/** Seconds until a delivery that waits for a running bulk change is checked again. */
const recheckSeconds = 30;

/**
 * Seconds for which a delivery has to wait because the bulk change that started it can still be undone; 0 if it may be sent. A bulk change
 * can only be undone once all its documentations are changed, so the deliveries of the first documentations wait for the last.
 */
export async function getUndoHoldSeconds(
  db: Database,
  { customerId, documentationId, causeVersion }: DeliveryRow,
): Promise<number> {
  if (causeVersion === null) return 0;
  const jobs = await selectRows(
    db,
    { state: text("j.state"), finishedAt: nullable(text("j.finished_at")) },
    (columns) => sql`SELECT ${columns} FROM documentation d
      CROSS JOIN bulk_change_row b ON b.documentation_seq = d.seq AND b.new_version = ${causeVersion}
      CROSS JOIN job j ON j.id = b.job_id
      WHERE d.customer_id = ${customerId} AND d.id = ${idParam(documentationId)}`,
  );
  const holdSeconds = jobs.map(({ state, finishedAt }) => {
    if (state === "PENDING" || state === "RUNNING") return recheckSeconds;
    if (state !== "DONE" || finishedAt === null) return 0;
    return Math.ceil((Date.parse(finishedAt) - Date.parse(addSeconds(-undoHoldSeconds))) / 1000);
  });
  return Math.max(0, ...holdSeconds);
}

import { sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { nullable, selectRow, text } from "#worker/db/rows.ts";
import type { Env } from "#worker/env.ts";

/** Maximum time that a caller waits. */
const wakeTimeoutMs = 2000;

/** Never fails and waits a limited time: a scheduled job finds deliveries whose message was lost. */
async function runQuietly(promise: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("timed out")), wakeTimeoutMs);
  });
  try {
    await Promise.race([promise, timeout]);
  } catch (error) {
    console.error(JSON.stringify({ deliveries: "not woken", error: String(error) }));
  } finally {
    clearTimeout(timer);
  }
}

/** Wakes the delivery engine after `delaySeconds`. A failure is only logged: a change of a documentation must not depend on its deliveries. */
export const wakeDeliveries = (env: Env, delaySeconds = 0): Promise<void> =>
  runQuietly((async () => env.DELIVERIES.send({ kind: "deliver" }, { delaySeconds }))());

/** Wakes the delivery engine after a change of one documentation, at the time when its first pending delivery is due; most changes start none. */
export const wakeDocumentationDeliveries = (
  env: Env,
  db: Database,
  { customerId, id }: { customerId: number; id: string },
): Promise<void> =>
  runQuietly(
    (async () => {
      const firstDueRow = await selectRow(
        db,
        { dueAt: nullable(text("min(next_slice_at)")) },
        (columns) =>
          sql`SELECT ${columns} FROM delivery INDEXED BY delivery_documentation WHERE customer_id = ${customerId} AND documentation_id = ${idParam(id)} AND state = 'PENDING'`,
      );
      if (!firstDueRow?.dueAt) return;
      const delaySeconds = Math.max(0, Math.ceil((Date.parse(firstDueRow.dueAt) - Date.now()) / 1000));
      await env.DELIVERIES.send({ kind: "deliver" }, { delaySeconds });
    })(),
  );

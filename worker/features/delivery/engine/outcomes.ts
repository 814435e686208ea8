import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { addSeconds, now } from "#domain/core/fields.ts";
import { Problem } from "#domain/core/problem.ts";
import { isRetryable, retryDelaysSeconds } from "#domain/delivery/states.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { reasonOf } from "#worker/jobs/runJob.ts";
import { enqueueJob } from "#worker/jobs/startJob.ts";
import type { Lease } from "./lease.ts";
import { arrivedNotices, failureMails } from "./notify.ts";
import { forgetUnfinishedJob } from "./removePartialFiles.ts";
import type { DeliveryFileRow } from "./types.ts";

/** How a turn of a delivery ended. */
export type SliceOutcome =
  | { state: "done" | "failed" | "cancelled" | "lost" | "more" }
  /** Its next turn is in so many seconds. */
  | { state: "waiting"; seconds: number };

const noError = { errorKind: null, errorStatusCode: null, errorMessage: null } as const;
const errorOf = ({ kind, status, message }: ConnectorError) => ({
  errorKind: kind,
  errorStatusCode: status,
  errorMessage: message,
});

/** The turn is over; the delivery goes on at its next one. */
export async function yieldSlice(lease: Lease, change: { lane?: string } = {}): Promise<SliceOutcome> {
  await lease.end(change);
  return { state: "more" };
}

/** Everything arrived. @param files are done with it: those of a mail, which arrive together */
export async function finishDelivery(
  lease: Lease,
  statements: BatchItem<"sqlite">[] = [],
  files: readonly DeliveryFileRow[] = [],
): Promise<SliceOutcome> {
  const { id, customerId } = lease.row;
  const at = now();
  const together = lease.database;
  const told = arrivedNotices(together, lease.row);
  await lease.end(
    {
      state: "DONE",
      ...{ finished: at, tries: 0, nextTry: null, ...noError },
      ...(files.length > 0 && {
        filesDone: files.length,
        bytesSent: files.reduce((sum, one) => sum + one.bytes, 0),
      }),
    },
    files.length === 0
      ? [...statements, ...told]
      : [
          ...statements,
          ...told,
          statement(
            together,
            sql`UPDATE delivery_file SET state = 'DONE', bytes_sent = bytes, finished = ${at}, resume = NULL, forced = 0,
                error_kind = NULL, error_status_code = NULL, error_message = NULL
              WHERE customer_id = ${customerId} AND delivery_id = ${idParam(id)} AND state <> 'DONE'`,
          ),
        ],
  );
  return { state: "done" };
}

export async function finishCancelled(env: Env, lease: Lease, message: string): Promise<SliceOutcome> {
  const forgetting = forgetUnfinishedJob(lease.database, lease.row);
  await lease.end({ state: "CANCELLED", finished: now(), nextTry: null, ...noError, errorMessage: message }, [
    ...forgetting.statements,
  ]);
  await enqueueJob(env, forgetting);
  return { state: "cancelled" };
}

/** The mail is on its way: looked at again after some seconds, without a failed try. */
export async function waitForMail(
  lease: Lease,
  seconds: number,
  statements: BatchItem<"sqlite">[],
): Promise<SliceOutcome> {
  await lease.end({ turn: addSeconds(seconds) }, statements);
  return { state: "waiting", seconds };
}

/** Ends a delivery, and tells whoever waits for it, once. */
export async function failDelivery(
  env: Env,
  db: Database,
  lease: Lease,
  error: ConnectorError,
): Promise<SliceOutcome> {
  const letters = lease.row.told === null ? await failureMails(env, db, lease.row, error) : null;
  const at = now();
  await lease.end(
    { state: "FAILED", finished: at, nextTry: null, told: lease.row.told ?? at, ...errorOf(error) },
    letters?.statements ?? [],
  );
  await letters?.send();
  return { state: "failed" };
}

/** Something went wrong: it is tried again later where that can help, else the delivery fails. */
export async function retryLater(
  env: Env,
  db: Database,
  lease: Lease,
  thrown: unknown,
): Promise<SliceOutcome> {
  const error = connectorErrorOf(lease.row.id, thrown);
  const tries = lease.row.tries + 1;
  const delay = retryDelaysSeconds[tries - 1];
  if (!isRetryable(error.kind) || delay === undefined) return failDelivery(env, db, lease, error);
  const seconds = Math.max(delay, error.retryAfter ?? 0);
  const nextTry = addSeconds(seconds);
  await lease.end({ state: "WAITING", tries, nextTry, turn: nextTry, ...errorOf(error) });
  return { state: "waiting", seconds };
}

/** Problems of the catalogue recur on every try. Faults of the service are repeated; what they say is for its own log. */
function connectorErrorOf(id: string, thrown: unknown): ConnectorError {
  if (thrown instanceof ConnectorError) return thrown;
  if (thrown instanceof Problem && thrown.status !== 500) return new ConnectorError("config", thrown.message);
  console.error(JSON.stringify({ delivery: id, error: reasonOf(thrown) }));
  return new ConnectorError("transient", "Siteproof was interrupted while it was sending.");
}

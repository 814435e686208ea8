import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { addSeconds, now } from "#domain/core/fields.ts";
import { Problem } from "#domain/core/problem.ts";
import { type DeliveryErrorKind, isRetryable, retryDelaysSeconds } from "#domain/delivery/states.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import type { DeliveryFileRow } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { reasonOf } from "#worker/jobs/runJob.ts";
import { enqueueJob } from "#worker/jobs/startJob.ts";
import type { Lease } from "./lease.ts";
import { arrivedNotices, failureMails } from "./notify.ts";
import { forgetUnfinishedJob } from "./removePartialFiles.ts";

/** The outcome of a delivery's slice. */
export type SliceOutcome =
  | { state: "done" | "failed" | "cancelled" | "lost" | "more" }
  /** The next slice is due in `seconds`. */
  | { state: "waiting"; seconds: number };

const noError = { errorKind: null, errorStatusCode: null, errorMessage: null } as const;
const errorOf = ({ kind, status, message }: ConnectorError) => ({
  errorKind: kind,
  errorStatusCode: status,
  errorMessage: message,
});

/** Ends the slice; the delivery continues in its next one. */
export async function yieldSlice(lease: Lease, change: { lane?: string } = {}): Promise<SliceOutcome> {
  await lease.end(change);
  return { state: "more" };
}

/**
 * Marks the delivery as done.
 * @param files the files to mark as done with it: those of a mail, which arrive together
 */
export async function finishDelivery(
  lease: Lease,
  statements: BatchItem<"sqlite">[] = [],
  files: readonly DeliveryFileRow[] = [],
): Promise<SliceOutcome> {
  const { id, customerId } = lease.row;
  const at = now();
  const database = lease.database;
  const noticeStatements = arrivedNotices(database, lease.row);
  await lease.end(
    {
      state: "DONE",
      ...{ finishedAt: at, tries: 0, nextTryAt: null, ...noError },
      ...(files.length > 0 && {
        filesDone: files.length,
        bytesSent: files.reduce((sum, file) => sum + file.bytes, 0),
      }),
    },
    files.length === 0
      ? [...statements, ...noticeStatements]
      : [
          ...statements,
          ...noticeStatements,
          statement(
            database,
            sql`UPDATE delivery_file SET state = 'DONE', bytes_sent = bytes, finished_at = ${at}, resume_token = NULL, forced = 0,
                error_kind = NULL, error_status_code = NULL, error_message = NULL
              WHERE customer_id = ${customerId} AND delivery_id = ${idParam(id)} AND state <> 'DONE'`,
          ),
        ],
  );
  return { state: "done" };
}

export async function finishCancelled(env: Env, lease: Lease, message: string): Promise<SliceOutcome> {
  const cleanupJob = forgetUnfinishedJob(lease.database, lease.row);
  await lease.end(
    { state: "CANCELLED", finishedAt: now(), nextTryAt: null, ...noError, errorMessage: message },
    [...cleanupJob.statements],
  );
  await enqueueJob(env, cleanupJob);
  return { state: "cancelled" };
}

/** Leaves the delivery as if it had not been claimed, until what began it can no longer be undone. */
export async function holdBack(lease: Lease, seconds: number): Promise<SliceOutcome> {
  await lease.end({ state: "PENDING", startedAt: null, nextSliceAt: addSeconds(seconds) });
  return { state: "waiting", seconds };
}

/** Checks the queued mail again after `seconds`, without counting an attempt. */
export async function waitForMail(
  lease: Lease,
  seconds: number,
  statements: BatchItem<"sqlite">[],
): Promise<SliceOutcome> {
  await lease.end({ nextSliceAt: addSeconds(seconds) }, statements);
  return { state: "waiting", seconds };
}

/** Fails a delivery, and notifies its recipients once. */
export async function failDelivery(
  env: Env,
  db: Database,
  lease: Lease,
  error: ConnectorError,
): Promise<SliceOutcome> {
  const cleanupJob = forgetUnfinishedJob(db, lease.row);
  const mails = lease.row.notifiedAt === null ? await failureMails(env, db, lease.row, error) : null;
  const at = now();
  await lease.end(
    {
      state: "FAILED",
      finishedAt: at,
      nextTryAt: null,
      notifiedAt: lease.row.notifiedAt ?? at,
      ...errorOf(error),
    },
    [...(mails?.statements ?? []), ...cleanupJob.statements],
  );
  await mails?.send();
  await enqueueJob(env, cleanupJob);
  return { state: "failed" };
}

/** Schedules a retry if the error may pass, otherwise fails the delivery. */
export async function retryLater(
  env: Env,
  db: Database,
  lease: Lease,
  thrown: unknown,
): Promise<SliceOutcome> {
  const error = connectorErrorOf(lease.row.id, thrown);
  const tries = lease.row.tries + 1;
  const sameErrorCount = lease.row.errorMessage === error.message ? lease.row.sameErrorCount + 1 : 1;
  if (error.persistentKind !== null && sameErrorCount >= maxSameErrors)
    return failDelivery(env, db, lease, persistentError(error, error.persistentKind, sameErrorCount));
  const delay = retryDelaysSeconds[tries - 1];
  if (!isRetryable(error.kind) || delay === undefined) return failDelivery(env, db, lease, error);
  const seconds = Math.max(delay, error.retryAfter ?? 0);
  const nextTry = addSeconds(seconds);
  await lease.end({
    state: "WAITING",
    tries,
    sameErrorCount,
    nextTryAt: nextTry,
    nextSliceAt: nextTry,
    ...errorOf(error),
  });
  return { state: "waiting", seconds };
}

/** Consecutive attempts with the same error, over more than half an hour, after which it no longer counts as passing. */
const maxSameErrors = 5;

const persistentError = ({ message, status }: ConnectorError, kind: DeliveryErrorKind, count: number) =>
  new ConnectorError(kind, `${message} It was the same in ${count} attempts.`, { status });

/** A `Problem` recurs on every attempt. Internal errors are retried, and their messages go to the service's log only. */
function connectorErrorOf(id: string, thrown: unknown): ConnectorError {
  if (thrown instanceof ConnectorError) return thrown;
  if (thrown instanceof Problem && thrown.status !== 500) return new ConnectorError("config", thrown.message);
  console.error(JSON.stringify({ delivery: id, error: reasonOf(thrown) }));
  return new ConnectorError("transient", "Siteproof was interrupted while it was sending.");
}

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
import { getErrorMessage } from "#worker/jobs/runJob.ts";
import { enqueueJobQuietly } from "#worker/jobs/startJob.ts";
import { createArrivalNotices, createFailureMails } from "./deliveryNotices.ts";
import type { Lease } from "./lease.ts";
import { createRemovePartialFilesJob } from "./removePartialFiles.ts";

/** The outcome of a delivery's slice. */
export type SliceOutcome =
  | { state: "done" | "failed" | "cancelled" | "lost" | "more" }
  /** The next slice is due in `seconds`. */
  | { state: "waiting"; seconds: number };

const noError = { errorKind: null, errorStatusCode: null, errorMessage: null } as const;
const errorColumns = ({ kind, status, message }: ConnectorError) => ({
  errorKind: kind,
  errorStatusCode: status,
  errorMessage: message,
});

/** Ends the slice; the delivery continues in its next one. */
export async function continueLater(lease: Lease, change: { lane?: string } = {}): Promise<SliceOutcome> {
  await lease.release(change);
  return { state: "more" };
}

/**
 * Marks the delivery as done.
 * @param files the files to mark as done with the delivery: the files of a mail, which arrive together
 */
export async function finishDelivery(
  lease: Lease,
  statements: BatchItem<"sqlite">[] = [],
  files: readonly DeliveryFileRow[] = [],
): Promise<SliceOutcome> {
  const { id, customerId } = lease.row;
  const finishedAt = now();
  const database = lease.database;
  const noticeStatements = createArrivalNotices(database, lease.row);
  await lease.release(
    {
      state: "DONE",
      ...{ finishedAt, tries: 0, nextTryAt: null, ...noError },
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
            sql`UPDATE delivery_file SET state = 'DONE', bytes_sent = bytes, finished_at = ${finishedAt}, resume_token = NULL, forced = 0,
                error_kind = NULL, error_status_code = NULL, error_message = NULL
              WHERE customer_id = ${customerId} AND delivery_id = ${idParam(id)} AND state <> 'DONE'`,
          ),
        ],
  );
  return { state: "done" };
}

export async function cancelDelivery(env: Env, lease: Lease, message: string): Promise<SliceOutcome> {
  const cleanupJob = createRemovePartialFilesJob(lease.database, lease.row);
  await lease.release(
    { state: "CANCELLED", finishedAt: now(), nextTryAt: null, ...noError, errorMessage: message },
    [...cleanupJob.statements],
  );
  await enqueueJobQuietly(env, cleanupJob);
  return { state: "cancelled" };
}

/** Leaves the delivery as if it had not been claimed, until the action that started it can no longer be undone. */
export async function postponeDelivery(lease: Lease, seconds: number): Promise<SliceOutcome> {
  await lease.release({ state: "PENDING", startedAt: null, nextSliceAt: addSeconds(seconds) });
  return { state: "waiting", seconds };
}

/** Checks the queued mail again after `seconds`, without counting an attempt. */
export async function waitForMail(
  lease: Lease,
  seconds: number,
  statements: BatchItem<"sqlite">[],
): Promise<SliceOutcome> {
  await lease.release({ nextSliceAt: addSeconds(seconds) }, statements);
  return { state: "waiting", seconds };
}

/** Fails a delivery, and notifies its recipients once. */
export async function failDelivery(
  env: Env,
  db: Database,
  lease: Lease,
  error: ConnectorError,
): Promise<SliceOutcome> {
  const cleanupJob = createRemovePartialFilesJob(db, lease.row);
  const mails = lease.row.notifiedAt === null ? await createFailureMails(env, db, lease.row, error) : null;
  const finishedAt = now();
  await lease.release(
    {
      state: "FAILED",
      finishedAt,
      nextTryAt: null,
      notifiedAt: lease.row.notifiedAt ?? finishedAt,
      ...errorColumns(error),
    },
    [...(mails?.statements ?? []), ...cleanupJob.statements],
  );
  await mails?.send();
  await enqueueJobQuietly(env, cleanupJob);
  return { state: "failed" };
}

/** Schedules a retry if the error may be temporary, otherwise fails the delivery. */
export async function retryLater(
  env: Env,
  db: Database,
  lease: Lease,
  thrownError: unknown,
): Promise<SliceOutcome> {
  const error = toConnectorError(lease.row.id, thrownError);
  const attemptCount = lease.row.tries + 1;
  const sameErrorCount = lease.row.errorMessage === error.message ? lease.row.sameErrorCount + 1 : 1;
  if (error.persistentKind !== null && sameErrorCount >= maxSameErrors)
    return failDelivery(env, db, lease, createPersistentError(error, error.persistentKind, sameErrorCount));
  const delaySeconds = retryDelaysSeconds[attemptCount - 1];
  if (!isRetryable(error.kind) || delaySeconds === undefined) return failDelivery(env, db, lease, error);
  const seconds = Math.max(delaySeconds, error.retryAfter ?? 0);
  const nextTryAt = addSeconds(seconds);
  await lease.release({
    state: "WAITING",
    tries: attemptCount,
    sameErrorCount,
    nextTryAt,
    nextSliceAt: nextTryAt,
    ...errorColumns(error),
  });
  return { state: "waiting", seconds };
}

/** Consecutive attempts with the same error, over more than half an hour, after which it no longer counts as temporary. */
const maxSameErrors = 5;

const createPersistentError = ({ message, status }: ConnectorError, kind: DeliveryErrorKind, count: number) =>
  new ConnectorError(kind, `${message} It was the same in ${count} attempts.`, { status });

/** A `Problem` recurs on every attempt. Internal errors are retried, and their messages go to the service's log only. */
function toConnectorError(id: string, error: unknown): ConnectorError {
  if (error instanceof ConnectorError) return error;
  if (error instanceof Problem && error.status !== 500) return new ConnectorError("config", error.message);
  console.error(JSON.stringify({ delivery: id, error: getErrorMessage(error) }));
  return new ConnectorError("transient", "Siteproof was interrupted while it was sending.");
}

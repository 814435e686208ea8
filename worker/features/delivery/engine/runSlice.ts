import { eq } from "drizzle-orm";
import { deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import { retryDelaysSeconds } from "#domain/delivery/states.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Database } from "#worker/db/database.ts";
import { type DeliveryRow, delivery } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import type { DeliveryPlan, Target } from "../plan/types.ts";
import { type FileToSend, listDeliveryFiles, sumFiles, syncFiles } from "./deliveryFiles.ts";
import { listEarlierArrivals } from "./earlierArrivals.ts";
import { Lease } from "./lease.ts";
import { createTarget, findRefusal, readDestination, restrictRequest } from "./openDestination.ts";
import { ProgressWriter } from "./progressWriter.ts";
import { hasPendingMail, recheckSeconds } from "./sendByMail.ts";
import {
  cancelDelivery,
  continueLater,
  failDelivery,
  finishDelivery,
  postponeDelivery,
  retryLater,
  type SliceOutcome,
  waitForMail,
} from "./sliceOutcomes.ts";
import type { TransferContext } from "./transfer.ts";
import { publicFailureText, removeParts, TransferPool } from "./transferPool.ts";
import { type DeliveryDependencies, DeliveryLostError, type TypedDestination } from "./types.ts";
import { getUndoHoldSeconds } from "./undoHold.ts";

/**
 * Works on a delivery whose lease the caller has acquired, for about one slice, then releases the lease. It may stop anywhere and
 * be run again by another consumer; all state is in the rows of the files.
 * @param freeConnections returns how many connections the consumer has left for this delivery
 */
export async function runSlice(
  env: Env,
  db: Database,
  row: DeliveryRow,
  dependencies: DeliveryDependencies,
  getFreeConnectionCount: () => number = () => dependencies.maxConnections,
): Promise<SliceOutcome> {
  const lease = new Lease(db, row);
  let renewalError: unknown;
  const stop = dependencies.renewPeriodically(() => {
    lease.renewIfDue().catch((error: unknown) => {
      renewalError ??= error;
    });
  });
  try {
    return await workSlice({ env, db, lease, dependencies, row, getFreeConnectionCount });
  } catch (error) {
    if (error instanceof DeliveryLostError || renewalError instanceof DeliveryLostError)
      return { state: "lost" };
    return await retryLater(env, db, lease, error).catch((retryError: unknown) => {
      if (retryError instanceof DeliveryLostError) return { state: "lost" } as const;
      // Even if the database fails: the lease expires, and another consumer continues.
      console.error(JSON.stringify({ delivery: row.id, error: String(retryError) }));
      return { state: "lost" } as const;
    });
  } finally {
    stop();
  }
}

interface SliceContext {
  env: Env;
  db: Database;
  lease: Lease;
  dependencies: DeliveryDependencies;
  row: DeliveryRow;
  getFreeConnectionCount: () => number;
}

async function workSlice(slice: SliceContext): Promise<SliceOutcome> {
  const { env, db, lease, dependencies, row } = slice;
  const deadline = Date.now() + dependencies.maxSliceMs;
  if (row.tries > retryDelaysSeconds.length)
    throw new ConnectorError("transient", "Sending was interrupted repeatedly without progress.");
  const request = deliveryRequest.parse(row.request);
  const refusal = await findRefusal(db, row, request);
  if (refusal?.state === "CANCELLED") return cancelDelivery(env, lease, refusal.message);
  if (refusal) throw new ConnectorError("notAllowed", refusal.message);
  const holdSeconds = row.isPlanned ? 0 : await getUndoHoldSeconds(db, row);
  if (holdSeconds > 0) return postponeDelivery(lease, holdSeconds);
  const target = createTarget(row, await restrictRequest(db, row, request));
  const destination = await readDestination(env, db, row, target);
  const lane = dependencies.getLane(destination.type, destination.params);
  // The destination has moved to another host, which has its own connection limit.
  if (row.lane !== null && lane !== row.lane) return continueLater(lease, { lane });
  const isMail = destination.type === "EMAIL";
  // Changes made since the mail was written do not affect it.
  if (isMail && (await hasPendingMail(db, row))) return waitForMail(lease, recheckSeconds, []);
  const plan = await planWithVariants(slice, target, deadline);
  if (!plan) return continueLater(lease);
  if (isMail) return deliverByMail(slice, destination, plan);
  const { rows, filesToSend, droppedFiles } = await syncFiles(db, lease, plan);
  const connector = dependencies.openConnector(destination.type, destination);
  const sums = sumFiles(rows);
  const transfer: TransferContext = {
    ...{ env, db, lease, connector, dependencies, sums, isStopped: false },
    progressWriter: new ProgressWriter(lease, sums, () => connector.isEncrypted() === false),
    earlierArrivals: await listEarlierArrivals(db, row),
  };
  try {
    await removeParts(transfer, droppedFiles);
    return await sendFiles(transfer, filesToSend, deadline, slice.getFreeConnectionCount);
  } catch (error) {
    if (error instanceof DeliveryLostError) await removeCancelledParts(slice, transfer, filesToSend);
    throw error;
  } finally {
    await connector.close();
  }
}

/** The plan once all its photo variants exist; null if the slice ends first. */
async function planWithVariants(
  { env, db, lease, dependencies, row }: SliceContext,
  target: Target,
  deadline: number,
): Promise<DeliveryPlan | null> {
  const plan = await dependencies.planDelivery(env, db, target);
  if (plan.variants.length === 0) return plan;
  const unshrinkableIds = new Set<string>();
  for (const variant of plan.variants) {
    await lease.renewIfDue();
    try {
      await dependencies.makeVariant(env, db, row.customerId, variant);
    } catch (error) {
      // The photo is sent uncompressed. If its object is gone, only that file fails.
      if (!(error instanceof ConnectorError && error.kind === "source")) throw error;
      unshrinkableIds.add(variant.photo.id);
    }
    if (Date.now() >= deadline) return null;
  }
  const finalPlan = await dependencies.planDelivery(env, db, { ...target, unshrinkable: unshrinkableIds });
  return finalPlan.variants.length === 0 ? finalPlan : null;
}

async function sendFiles(
  transfer: TransferContext,
  filesToSend: readonly FileToSend[],
  deadline: number,
  maxConnections: () => number,
): Promise<SliceOutcome> {
  const { env, db, lease } = transfer;
  if (!(await new TransferPool(transfer, filesToSend, deadline, maxConnections).run()))
    return continueLater(lease);
  const failedFiles = filesToSend.filter(({ row }) => row.state === "FAILED");
  const [firstFailure] = failedFiles;
  if (!firstFailure) return finishDelivery(lease);
  const { errorKind, errorStatusCode } = firstFailure.row;
  const text = publicFailureText(firstFailure);
  const failureText =
    firstFailure.row.kind === "FILE" ? `A file: ${text}` : `${firstFailure.row.path}: ${text}`;
  const message =
    failedFiles.length === 1
      ? failureText
      : `${failedFiles.length} of ${filesToSend.length} files were not sent${namesOf(failedFiles)}. ${failureText}`;
  return failDelivery(
    env,
    db,
    lease,
    new ConnectorError(errorKind ?? "source", message, { status: errorStatusCode }),
  );
}

/** Names in the text of a failure. The list of the delivery's files has all of them. */
const maxFailedNames = 5;

/** The names of failed files except captured ones (2§6): ": a.jpg, b.jpg and 3 more". */
function namesOf(failedFiles: readonly FileToSend[]): string {
  const names = failedFiles.flatMap(({ row, file }) => (row.kind === "FILE" ? [] : [file.name]));
  if (names.length < 2) return "";
  const listedNames = names.slice(0, maxFailedNames);
  const unlistedCount = failedFiles.length - listedNames.length;
  return `: ${listedNames.join(", ")}${unlistedCount > 0 ? ` and ${unlistedCount} more` : ""}`;
}

/**
 * Removes unfinished files if the delivery was cancelled. If another consumer took the delivery over instead, that
 * consumer resumes them.
 */
async function removeCancelledParts(
  { db, lease: { row } }: SliceContext,
  transfer: TransferContext,
  files: readonly FileToSend[],
) {
  const currentRow = await db
    .select({ state: delivery.state })
    .from(delivery)
    .where(eq(delivery.id, row.id))
    .get();
  if (currentRow && currentRow.state !== "CANCELLED") return;
  await removeParts(
    transfer,
    files.flatMap((file) => (file.row.state === "SENDING" ? [file.row] : [])),
  );
}

async function deliverByMail(
  { env, db, lease, dependencies, row }: SliceContext,
  destination: TypedDestination,
  plan: DeliveryPlan,
): Promise<SliceOutcome> {
  const outcome = await dependencies.sendMail({
    ...{ env, db, delivery: row, destination, plan },
    syncFiles: async () => (await syncFiles(db, lease, plan)).filesToSend,
    renewLease: () => lease.renewIfDue(),
  });
  if (outcome.state === "sent")
    return finishDelivery(lease, outcome.statements, await listDeliveryFiles(db, row));
  const waitOutcome = await waitForMail(lease, outcome.seconds, outcome.statements);
  await outcome.queued?.();
  return waitOutcome;
}

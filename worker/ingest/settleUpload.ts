import { and, eq } from "drizzle-orm";
import { type ProblemCode, problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { earlierPhoto, type UploadRow, upload } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { markOrphanStatement } from "#worker/media/orphans.ts";
import { parseMediaKey } from "#worker/media/photoKeys.ts";
import { type AcceptedUpload, acceptUploads, refuseUpload } from "./acceptUploads.ts";
import { type AuthorityChecker, createAuthorityChecker } from "./authority.ts";
import {
  claimUploads,
  isPending,
  readContexts,
  releaseClaims,
  type UploadContext,
  waitForOtherClaim,
} from "./claimUploads.ts";
import { inspectUpload } from "./inspectUpload.ts";
import { completeMultipartUpload } from "./multipart.ts";
import { findRetakeOfUpload } from "./photoRetakes.ts";
import {
  deleteReservationStatements,
  replaceReservationStatements,
  targetCondition,
} from "./reservations.ts";
import { getOwnersOfKey, mediaTypes } from "./storedMedia.ts";
import { wakeDocumentationDeliveries } from "./wakeDeliveries.ts";

/** The state of a reservation. `detail` is a technical explanation. */
export type SettleResult =
  | { state: "RESERVED" | "STORED" | "GONE" }
  | { state: "REFUSED"; reason: ProblemCode; detail: string | null };

/** The outcome of one upload of a batch: settled, or failed with an error that can be retried. */
export type SettleOutcome = SettleResult | { state: "FAILED"; error: unknown };

/**
 * Settles a reservation: accepts the bytes that the URL was signed for, refuses others, in one batch either way. The client, the storage event and
 * the sweeper all call this, in any order and any number of times. Claims keep them from doing the same work twice, and conditional
 * updates let only one of them succeed. With `shouldWait`, waits for the outcome of another call that is settling the upload.
 * @throws if storage, the image service or the database fails; can be retried
 */
export async function settleUpload(
  env: Env,
  db: Database,
  uploadId: string,
  { shouldWait = true }: { shouldWait?: boolean } = {},
): Promise<SettleResult> {
  const outcome = (await settleBatch(env, db, [uploadId], shouldWait)).get(uploadId)!;
  if (outcome.state === "FAILED") throw outcome.error;
  return outcome;
}

/** Maximum number of uploads that are inspected and accepted together. */
const batchSize = 8;

/** Settles many uploads in batches. Omits those whose batch has not started by `deadline` (epoch milliseconds). */
export async function settleUploads(
  env: Env,
  db: Database,
  uploads: readonly Pick<UploadRow, "id" | "targetId">[],
  deadline: number,
): Promise<Map<string, SettleOutcome>> {
  const outcomes = new Map<string, SettleOutcome>();
  let remainingUploads = [...uploads];
  while (remainingUploads.length > 0 && Date.now() < deadline) {
    const uploadIdByTarget = new Map<string, string>();
    // Two uploads of one photo never share a batch: the second needs the outcome of the first.
    for (const { id, targetId } of remainingUploads)
      if (uploadIdByTarget.size < batchSize && !uploadIdByTarget.has(targetId))
        uploadIdByTarget.set(targetId, id);
    const ids = new Set(uploadIdByTarget.values());
    remainingUploads = remainingUploads.filter(({ id }) => !ids.has(id));
    for (const [id, outcome] of await settleBatch(env, db, [...ids], true)) outcomes.set(id, outcome);
  }
  return outcomes;
}

async function settleBatch(
  env: Env,
  db: Database,
  ids: readonly string[],
  shouldWait: boolean,
): Promise<Map<string, SettleOutcome>> {
  const rows = await claimUploads(db, ids);
  const contexts = rows.length > 0 ? await readContexts(db, rows) : new Map<string, UploadContext>();
  const outcomes = new Map<string, SettleOutcome>();
  const acceptedUploads: AcceptedUpload[] = [];
  const findRefusalReason = createAuthorityChecker(db);
  const tryUpload = async (row: UploadRow, run: () => Promise<SettleResult | AcceptedUpload>) => {
    try {
      const result = await run();
      if ("facts" in result) acceptedUploads.push(result);
      else outcomes.set(row.id, result);
    } catch (error) {
      outcomes.set(row.id, { state: "FAILED", error });
    }
  };
  await Promise.all(
    rows.map((row) =>
      tryUpload(row, () => inspectClaimedUpload(env, db, row, contexts.get(row.id), findRefusalReason)),
    ),
  );
  const isBatchStored =
    acceptedUploads.length > 1 &&
    (await acceptAndWakeDeliveries(env, db, acceptedUploads).catch(() => false));
  for (const item of acceptedUploads)
    if (isBatchStored) outcomes.set(item.row.id, { state: "STORED" });
    else await tryUpload(item.row, () => acceptUpload(env, db, item));
  // Includes replaced reservations, whose bytes may still arrive.
  const unsettledRows = rows.filter(
    (row) => !acceptedUploads.some((item) => item.row === row) || outcomes.get(row.id)?.state !== "STORED",
  );
  if (unsettledRows.length > 0) await releaseClaims(db, unsettledRows).catch(() => {});
  const claimedIds = new Set(rows.map(({ id }) => id));
  for (const id of ids)
    if (!claimedIds.has(id)) outcomes.set(id, await readOutcomeOfOtherCall(env, db, id, shouldWait));
  return outcomes;
}

/** Accepts uploads together and wakes the deliveries that this starts. Returns false, with nothing written, if any of them can no longer be accepted. */
async function acceptAndWakeDeliveries(
  env: Env,
  db: Database,
  uploads: readonly AcceptedUpload[],
): Promise<boolean> {
  const completedIds = await acceptUploads(db, uploads);
  for (const { customerId, documentationId } of uploads.map(({ row }) => row))
    if (completedIds?.delete(documentationId))
      await wakeDocumentationDeliveries(env, db, { customerId, id: documentationId });
  return completedIds !== null;
}

async function acceptUpload(env: Env, db: Database, acceptedUpload: AcceptedUpload): Promise<SettleResult> {
  if (await acceptAndWakeDeliveries(env, db, [acceptedUpload])) return { state: "STORED" };
  // The authority may have been withdrawn during inspection.
  const reason = await createAuthorityChecker(db)(acceptedUpload.row);
  if (reason && (await refuseUpload(env, db, acceptedUpload.row, { reason })))
    return { state: "REFUSED", reason, detail: null };
  return readOutcome(db, acceptedUpload.row.id);
}

/** Inspects the object that arrived for a claimed reservation. Returns a valid upload for the caller to accept; settles everything else. */
async function inspectClaimedUpload(
  env: Env,
  db: Database,
  row: UploadRow,
  context: UploadContext | undefined,
  findRefusalReason: AuthorityChecker,
): Promise<SettleResult | AcceptedUpload> {
  if (!context) return discardReservation(db, row);
  const retake = row.retakeId ? await findRetakeOfUpload(db, row) : context.retake;
  if (hasArrived(row, { ...context, retake })) return settleOvertakenReservation(db, row);
  const object = (await env.STORAGE.get(row.objectKey)) ?? (await completeMultipartUpload(env, db, row));
  if (!object) {
    await releaseClaims(db, [row], true);
    return { state: "RESERVED" };
  }
  const verdict = await inspectUpload(env, findRefusalReason, row, object, context);
  if (verdict.ok)
    return {
      row,
      facts: verdict.facts,
      retake,
      taskId: context.taskId,
      senderName: retake ? (row.retakeParams?.creator ?? context.creator) : "",
      creator: context.creator,
      linkCreator: context.linkCreator,
    };
  const { reason, detail = null } = verdict;
  return (await refuseUpload(env, db, row, verdict))
    ? { state: "REFUSED", reason, detail }
    : readOutcome(db, row.id);
}

/** True if the bytes of a reservation's photo or file have arrived; for a retake, if it has been fulfilled. */
const hasArrived = ({ retakeId }: UploadRow, { hasData, retake }: UploadContext): boolean =>
  retakeId ? retake?.outcome === "TAKEN" : hasData;

/** The outcome of an upload that another call is settling or has settled. */
async function readOutcomeOfOtherCall(
  env: Env,
  db: Database,
  id: string,
  shouldWait: boolean,
): Promise<SettleOutcome> {
  try {
    const row = await waitForOtherClaim(db, id, shouldWait);
    // The other call failed, or ran before the bytes arrived.
    if (shouldWait && row && isPending(row)) return (await settleBatch(env, db, [id], shouldWait)).get(id)!;
    return await readOutcome(db, id);
  } catch (error) {
    return { state: "FAILED", error };
  }
}

/** The outcome of an upload that another call settled. */
async function readOutcome(db: Database, id: string): Promise<SettleResult> {
  const row = await db.select().from(upload).where(eq(upload.id, id)).get();
  if (!row) return { state: "GONE" };
  const context = (await readContexts(db, [row])).get(id);
  const retake = row.retakeId ? await findRetakeOfUpload(db, row) : context?.retake;
  return isPending(row) && context && hasArrived(row, { ...context, retake })
    ? settleOvertakenReservation(db, row)
    : toOutcome(row);
}

const toOutcome = (row: UploadRow): SettleResult => {
  if (row.state === "REFUSED")
    return { state: "REFUSED", reason: row.refusalCode ?? "uploadMismatch", detail: row.refusalDetail };
  return { state: row.state === "STORED" ? "STORED" : "RESERVED" };
};

async function discardReservation(db: Database, row: UploadRow): Promise<SettleResult> {
  await db.batch(deleteReservationStatements(db, row));
  return { state: "GONE" };
}

/** The outcome when another reservation's bytes arrived first: stored if they are the same, else refused as a duplicate. */
async function settleOvertakenReservation(db: Database, row: UploadRow): Promise<SettleResult> {
  if (row.state === "STORED") return toOutcome(row);
  const [, , sameUploads] = await db.batch([
    ...replaceReservationStatements(db, row),
    db
      .select({ id: upload.id })
      .from(upload)
      .where(
        and(
          targetCondition(row),
          eq(upload.state, "STORED"),
          eq(upload.md5, row.md5),
          eq(upload.size, row.size),
        ),
      ),
  ]);
  return sameUploads.length > 0
    ? { state: "STORED" }
    : { state: "REFUSED", reason: "duplicate", detail: "other bytes arrived first" };
}

/** Time within which one call starts further batches: clients and the platform limit the duration of a request. */
export const settleBudgetMs = 20_000;

/** @throws the refusal's reason; uploadNotArrived; notFound for bytes that are no longer expected */
export function assertStored(result: SettleResult): void {
  if (result.state === "REFUSED") throw problem(result.reason);
  if (result.state === "RESERVED") throw problem("uploadNotArrived");
  if (result.state === "GONE") throw problem("notFound");
}

/** Selects the open reservation of an object key; the key's revision is the reservation's id. */
const reservationQuery = (db: Database, key: string) =>
  db
    .select({ id: upload.id })
    .from(upload)
    .where(
      and(
        eq(upload.id, parseMediaKey(key)?.revision ?? ""),
        eq(upload.objectKey, key),
        eq(upload.state, "RESERVED"),
      ),
    );

/** The id of the open reservation of an object key, or null. */
export const findReservedUpload = async (db: Database, key: string): Promise<string | null> =>
  (await reservationQuery(db, key).get())?.id ?? null;

/** Marks an original as an orphan if neither an open reservation nor a row refers to it. */
export async function markOrphanUnlessUsed(db: Database, key: string): Promise<void> {
  const parsedKey = parseMediaKey(key);
  if (!parsedKey?.revision || (parsedKey.kind === "photo" && parsedKey.form !== "original")) return;
  const { kinds, id } = getOwnersOfKey(parsedKey);
  const [reservations, earlierPhotos, ...owners] = await db.batch([
    reservationQuery(db, key),
    db
      .select({ id: earlierPhoto.id })
      .from(earlierPhoto)
      .where(
        and(
          eq(earlierPhoto.customerId, Number(parsedKey.customerId)),
          eq(earlierPhoto.photoId, id),
          eq(earlierPhoto.revision, parsedKey.revision),
        ),
      ),
    ...kinds.map((kind) => {
      const { table } = mediaTypes[kind];
      return db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.id, id), eq(table.revision, parsedKey.revision)));
    }),
  ]);
  if ([reservations, earlierPhotos, ...owners].every((rows) => rows.length === 0))
    await markOrphanStatement(db, key);
}

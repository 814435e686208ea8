import { and, eq } from "drizzle-orm";
import { type ProblemCode, problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { earlierPhoto, type UploadRow, upload } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { parseMediaKey } from "#worker/media/keys.ts";
import { markOrphanStatement } from "#worker/media/orphans.ts";
import { type AcceptedUpload, acceptUploads, refuseUpload } from "./accept.ts";
import { type AuthorityChecker, authorityChecker } from "./authority.ts";
import {
  awaitOtherClaim,
  claimUploads,
  isPending,
  readContexts,
  releaseClaims,
  type UploadContext,
} from "./claimUploads.ts";
import { inspectUpload } from "./inspectUpload.ts";
import { completeMultipartUpload } from "./multipart.ts";
import { deleteReservationStatements, ofTarget, replaceReservationStatements } from "./reservations.ts";
import { retakeOfUpload } from "./retaken.ts";
import { media, ownersOfKey } from "./storedMedia.ts";
import { wakeDeliveriesOf } from "./wake.ts";

/** The state of a reservation. `detail` is a technical explanation. */
export type Settled =
  | { state: "RESERVED" | "STORED" | "GONE" }
  | { state: "REFUSED"; reason: ProblemCode; detail: string | null };

/** The outcome of one upload of a batch: settled, or failed with an error that can be retried. */
export type Outcome = Settled | { state: "FAILED"; error: unknown };

/**
 * Settles a reservation: accepts bytes that are what was signed, refuses others, in one batch either way. The client, the storage event and
 * the sweeper all call this, in any order and any number of times. Claims keep them from doing the same work twice, and conditional
 * updates let only one of them succeed. With `waits`, waits for the outcome of another call that is settling the upload.
 * @throws if storage, the image service or the database fails; can be retried
 */
export async function settle(
  env: Env,
  db: Database,
  uploadId: string,
  { waits = true }: { waits?: boolean } = {},
): Promise<Settled> {
  const outcome = (await settleBatch(env, db, [uploadId], waits)).get(uploadId)!;
  if (outcome.state === "FAILED") throw outcome.error;
  return outcome;
}

/** Uploads that are inspected and accepted together. */
const batchSize = 8;

/** Settles many uploads in batches. Omits those whose batch has not begun by the deadline `until` (epoch milliseconds). */
export async function settleMany(
  env: Env,
  db: Database,
  uploads: readonly Pick<UploadRow, "id" | "targetId">[],
  until: number,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  let remaining = [...uploads];
  while (remaining.length > 0 && Date.now() < until) {
    const group = new Map<string, string>();
    // Two uploads of one photo never share a batch: the second needs the outcome of the first.
    for (const { id, targetId } of remaining)
      if (group.size < batchSize && !group.has(targetId)) group.set(targetId, id);
    const ids = new Set(group.values());
    remaining = remaining.filter(({ id }) => !ids.has(id));
    for (const [id, outcome] of await settleBatch(env, db, [...ids], true)) outcomes.set(id, outcome);
  }
  return outcomes;
}

async function settleBatch(
  env: Env,
  db: Database,
  ids: readonly string[],
  waits: boolean,
): Promise<Map<string, Outcome>> {
  const rows = await claimUploads(db, ids);
  const contexts = rows.length > 0 ? await readContexts(db, rows) : new Map<string, UploadContext>();
  const outcomes = new Map<string, Outcome>();
  const accepted: AcceptedUpload[] = [];
  const findWithdrawal = authorityChecker(db);
  const attempt = async (row: UploadRow, work: () => Promise<Settled | AcceptedUpload>) => {
    try {
      const result = await work();
      if ("facts" in result) accepted.push(result);
      else outcomes.set(row.id, result);
    } catch (error) {
      outcomes.set(row.id, { state: "FAILED", error });
    }
  };
  await Promise.all(
    rows.map((row) => attempt(row, () => inspectClaimed(env, db, row, contexts.get(row.id), findWithdrawal))),
  );
  const stored = accepted.length > 1 && (await acceptAndWake(env, db, accepted).catch(() => false));
  for (const item of accepted)
    if (stored) outcomes.set(item.row.id, { state: "STORED" });
    else await attempt(item.row, () => acceptOne(env, db, item));
  // Includes replaced reservations, whose bytes may still arrive.
  const unsettled = rows.filter(
    (row) => !accepted.some((item) => item.row === row) || outcomes.get(row.id)?.state !== "STORED",
  );
  if (unsettled.length > 0) await releaseClaims(db, unsettled).catch(() => {});
  const claimed = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!claimed.has(id)) outcomes.set(id, await outcomeOfOtherCall(env, db, id, waits));
  return outcomes;
}

/** Accepts uploads together and wakes the deliveries that this started. Returns false, with nothing written, if one can no longer be accepted. */
async function acceptAndWake(env: Env, db: Database, uploads: readonly AcceptedUpload[]): Promise<boolean> {
  const completed = await acceptUploads(db, uploads);
  for (const { customerId, documentationId } of uploads.map(({ row }) => row))
    if (completed?.delete(documentationId))
      await wakeDeliveriesOf(env, db, { customerId, id: documentationId });
  return completed !== null;
}

async function acceptOne(env: Env, db: Database, accepted: AcceptedUpload): Promise<Settled> {
  if (await acceptAndWake(env, db, [accepted])) return { state: "STORED" };
  // The authority may have been withdrawn during inspection.
  const reason = await authorityChecker(db)(accepted.row);
  if (reason && (await refuseUpload(env, db, accepted.row, { reason })))
    return { state: "REFUSED", reason, detail: null };
  return readOutcome(db, accepted.row.id);
}

/** Inspects what arrived for a claimed reservation. Returns a valid upload for the caller to accept; settles everything else. */
async function inspectClaimed(
  env: Env,
  db: Database,
  row: UploadRow,
  context: UploadContext | undefined,
  findWithdrawal: AuthorityChecker,
): Promise<Settled | AcceptedUpload> {
  if (!context) return discardReservation(db, row);
  const retake = row.retakeId ? await retakeOfUpload(db, row) : context.retake;
  if (hasArrived(row, { ...context, retake })) return outcomeWhenOvertaken(db, row);
  const object = (await env.STORAGE.get(row.objectKey)) ?? (await completeMultipartUpload(env, db, row));
  if (!object) {
    await releaseClaims(db, [row], true);
    return { state: "RESERVED" };
  }
  const verdict = await inspectUpload(env, findWithdrawal, row, object, context);
  if (verdict.ok)
    return {
      row,
      facts: verdict.facts,
      retake,
      by: retake ? (row.retakeParams?.creator ?? context.creator) : "",
      creator: context.creator,
    };
  const { reason, detail = null } = verdict;
  return (await refuseUpload(env, db, row, verdict))
    ? { state: "REFUSED", reason, detail }
    : readOutcome(db, row.id);
}

/** Whether the bytes that a reservation is for have arrived; for a retake, whether it has been answered. */
const hasArrived = ({ retakeId }: UploadRow, { hasData, retake }: UploadContext): boolean =>
  retakeId ? retake?.outcome === "TAKEN" : hasData;

/** The outcome of an upload that another call is settling or has settled. */
async function outcomeOfOtherCall(env: Env, db: Database, id: string, waits: boolean): Promise<Outcome> {
  try {
    const row = await awaitOtherClaim(db, id, waits);
    // The other call failed, or ran before the bytes arrived.
    if (waits && row && isPending(row)) return (await settleBatch(env, db, [id], waits)).get(id)!;
    return await readOutcome(db, id);
  } catch (error) {
    return { state: "FAILED", error };
  }
}

/** The outcome of an upload that another call settled. */
async function readOutcome(db: Database, id: string): Promise<Settled> {
  const row = await db.select().from(upload).where(eq(upload.id, id)).get();
  if (!row) return { state: "GONE" };
  const context = (await readContexts(db, [row])).get(id);
  const retake = row.retakeId ? await retakeOfUpload(db, row) : context?.retake;
  return isPending(row) && context && hasArrived(row, { ...context, retake })
    ? outcomeWhenOvertaken(db, row)
    : outcomeOfRow(row);
}

const outcomeOfRow = (row: UploadRow): Settled => {
  if (row.state === "REFUSED")
    return { state: "REFUSED", reason: row.refusalCode ?? "uploadMismatch", detail: row.refusalDetail };
  return { state: row.state === "STORED" ? "STORED" : "RESERVED" };
};

async function discardReservation(db: Database, row: UploadRow): Promise<Settled> {
  await db.batch(deleteReservationStatements(db, row));
  return { state: "GONE" };
}

/** The outcome when another reservation's bytes arrived first: stored if they are the same, else refused as a duplicate. */
async function outcomeWhenOvertaken(db: Database, row: UploadRow): Promise<Settled> {
  if (row.state === "STORED") return outcomeOfRow(row);
  const [, , stored] = await db.batch([
    ...replaceReservationStatements(db, row),
    db
      .select({ id: upload.id })
      .from(upload)
      .where(
        and(ofTarget(row), eq(upload.state, "STORED"), eq(upload.md5, row.md5), eq(upload.size, row.size)),
      ),
  ]);
  return stored.length > 0
    ? { state: "STORED" }
    : { state: "REFUSED", reason: "duplicate", detail: "other bytes came first" };
}

/** How long one call starts further batches: clients and the platform limit the duration of a request. */
export const settleBudgetMs = 20_000;

/** @throws the refusal's reason; uploadNotArrived; notFound for bytes that are no longer expected */
export function assertStored(settled: Settled): void {
  if (settled.state === "REFUSED") throw problem(settled.reason);
  if (settled.state === "RESERVED") throw problem("uploadNotArrived");
  if (settled.state === "GONE") throw problem("notFound");
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
export async function markOrphanUnlessNamed(db: Database, key: string): Promise<void> {
  const parsed = parseMediaKey(key);
  if (!parsed?.revision || (parsed.kind === "photo" && parsed.form !== "original")) return;
  const { kinds, id } = ownersOfKey(parsed);
  const [reservations, earlierPhotos, ...owners] = await db.batch([
    reservationQuery(db, key),
    db
      .select({ id: earlierPhoto.id })
      .from(earlierPhoto)
      .where(
        and(
          eq(earlierPhoto.customerId, Number(parsed.customerId)),
          eq(earlierPhoto.photoId, id),
          eq(earlierPhoto.revision, parsed.revision),
        ),
      ),
    ...kinds.map((kind) => {
      const { table } = media[kind];
      return db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.id, id), eq(table.revision, parsed.revision)));
    }),
  ]);
  if ([reservations, earlierPhotos, ...owners].every((rows) => rows.length === 0))
    await markOrphanStatement(db, key);
}

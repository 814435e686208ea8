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
  contextsOf,
  isPending,
  releaseClaims,
  type UploadContext,
} from "./claimUploads.ts";
import { inspectUpload } from "./inspectUpload.ts";
import { completeMultipartUpload } from "./multipart.ts";
import { deleteReservationStatements, ofTarget, replaceReservationStatements } from "./reservations.ts";
import { retakeOfUpload } from "./retaken.ts";
import { media, ownersOfKey } from "./storedMedia.ts";
import { wakeDeliveriesOf } from "./wake.ts";

/** The state of a reservation. `detail` is a technical phrase. */
export type Settled =
  | { state: "RESERVED" | "STORED" | "GONE" }
  | { state: "REFUSED"; reason: ProblemCode; detail: string | null };

/** How one of many ended: settled, or failed on the way, to be tried again. */
export type Outcome = Settled | { state: "FAILED"; error: unknown };

/**
 * Settles a reservation: bytes that have arrived and are what was signed are taken in, others are refused, in one batch either way.
 * The client, the storage event and the sweeper all call this, in any order and any number of times; a claim keeps them from doing the
 * same work, and conditional updates let one of them win. Who `waits` is answered with what another call does, not that it is done.
 * @throws when storage, the image service or the database fails: call again later.
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

/** Uploads that are looked at and taken in together. */
const batchSize = 8;

/** Settles many, some at a time. Those that there was no time for until then (epoch milliseconds) are left out. */
export async function settleMany(
  env: Env,
  db: Database,
  uploads: readonly Pick<UploadRow, "id" | "targetId">[],
  until: number,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  let left = [...uploads];
  while (left.length > 0 && Date.now() < until) {
    const group = new Map<string, string>();
    // Of two for one photo, the second finds what became of the first.
    for (const { id, targetId } of left)
      if (group.size < batchSize && !group.has(targetId)) group.set(targetId, id);
    const ids = new Set(group.values());
    left = left.filter(({ id }) => !ids.has(id));
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
  const contexts = rows.length > 0 ? await contextsOf(db, rows) : new Map<string, UploadContext>();
  const outcomes = new Map<string, Outcome>();
  const good: AcceptedUpload[] = [];
  const withdrawn = authorityChecker(db);
  const attempt = async (row: UploadRow, work: () => Promise<Settled | AcceptedUpload>) => {
    try {
      const found = await work();
      if ("facts" in found) good.push(found);
      else outcomes.set(row.id, found);
    } catch (error) {
      outcomes.set(row.id, { state: "FAILED", error });
    }
  };
  await Promise.all(
    rows.map((row) => attempt(row, () => inspectClaimed(env, db, row, contexts.get(row.id), withdrawn))),
  );
  const stored = good.length > 1 && (await acceptAndWake(env, db, good).catch(() => false));
  for (const one of good)
    if (stored) outcomes.set(one.row.id, { state: "STORED" });
    else await attempt(one.row, () => acceptOne(env, db, one));
  // Also of those that were overtaken, which may still arrive.
  const left = rows.filter(
    (row) => !good.some((one) => one.row === row) || outcomes.get(row.id)?.state !== "STORED",
  );
  if (left.length > 0) await releaseClaims(db, left).catch(() => {});
  const claimed = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!claimed.has(id)) outcomes.set(id, await outcomeOfOtherCall(env, db, id, waits));
  return outcomes;
}

/** Takes uploads in together, and has deliveries looked at that began with it. */
async function acceptAndWake(env: Env, db: Database, good: readonly AcceptedUpload[]): Promise<boolean> {
  const completed = await acceptUploads(db, good);
  for (const { customerId, documentationId } of good.map(({ row }) => row))
    if (completed?.delete(documentationId))
      await wakeDeliveriesOf(env, db, { customerId, id: documentationId });
  return completed !== null;
}

async function acceptOne(env: Env, db: Database, one: AcceptedUpload): Promise<Settled> {
  if (await acceptAndWake(env, db, [one])) return { state: "STORED" };
  // The authority may have been withdrawn during inspection.
  const reason = await authorityChecker(db)(one.row);
  if (reason && (await refuseUpload(env, db, one.row, { reason })))
    return { state: "REFUSED", reason, detail: null };
  return readOutcome(db, one.row.id);
}

/** Looks at what arrived for a claimed reservation: what is good is taken in later, everything else is settled. */
async function inspectClaimed(
  env: Env,
  db: Database,
  row: UploadRow,
  context: UploadContext | undefined,
  withdrawn: AuthorityChecker,
): Promise<Settled | AcceptedUpload> {
  if (!context) return discardReservation(db, row);
  const asked = row.retakeId ? await retakeOfUpload(db, row) : context.asked;
  if (hasArrived(row, { ...context, asked })) return outcomeWhenOvertaken(db, row);
  const object = (await env.STORAGE.get(row.objectKey)) ?? (await completeMultipartUpload(env, db, row));
  if (!object) {
    await releaseClaims(db, [row], true);
    return { state: "RESERVED" };
  }
  const verdict = await inspectUpload(env, withdrawn, row, object, context);
  if (verdict.ok)
    return {
      row,
      facts: verdict.facts,
      asked,
      by: asked ? (row.retakeParams?.creator ?? context.creator) : "",
    };
  const { reason, detail = null } = verdict;
  return (await refuseUpload(env, db, row, verdict))
    ? { state: "REFUSED", reason, detail }
    : readOutcome(db, row.id);
}

/** Whether the bytes that a reservation was for have come: those of a photo that is taken again when its wish has been answered. */
const hasArrived = ({ retakeId }: UploadRow, { hasData, asked }: UploadContext): boolean =>
  retakeId ? asked?.outcome === "TAKEN" : hasData;

/** What became of an upload that another call is settling, or has. */
async function outcomeOfOtherCall(env: Env, db: Database, id: string, waits: boolean): Promise<Outcome> {
  try {
    const row = await awaitOtherClaim(db, id, waits);
    // That call failed, or came before the bytes.
    if (waits && row && isPending(row)) return (await settleBatch(env, db, [id], waits)).get(id)!;
    return await readOutcome(db, id);
  } catch (error) {
    return { state: "FAILED", error };
  }
}

/** What became of an upload that was settled elsewhere. */
async function readOutcome(db: Database, id: string): Promise<Settled> {
  const row = await db.select().from(upload).where(eq(upload.id, id)).get();
  if (!row) return { state: "GONE" };
  const context = (await contextsOf(db, [row])).get(id);
  const asked = row.retakeId ? await retakeOfUpload(db, row) : context?.asked;
  return isPending(row) && context && hasArrived(row, { ...context, asked })
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

/** The answer when another reservation brought the bytes first: stored if they are the same, else refused as a duplicate. */
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

/** Milliseconds after which no further one of a call is looked at: clients and the platform wait a limited time for an answer. */
export const settleBudgetMs = 20_000;

/** @throws the refusal's reason, or the problem for bytes that have not arrived or are no longer expected. */
export function assertStored(settled: Settled): void {
  if (settled.state === "REFUSED") throw problem(settled.reason);
  if (settled.state === "RESERVED") throw problem("uploadNotArrived");
  if (settled.state === "GONE") throw problem("notFound");
}

/** The reservation that waits for an object of this key, whose revision is its id. */
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

/** The id of the reservation that waits for an object of this key. */
export const reservedUploadAt = async (db: Database, key: string): Promise<string | null> =>
  (await reservationQuery(db, key).get())?.id ?? null;

/** Notes an original as unowned if it arrived after its reservation was removed and no row names it. */
export async function markOrphanUnlessNamed(db: Database, key: string): Promise<void> {
  const named = parseMediaKey(key);
  if (!named?.revision || (named.kind === "photo" && named.form !== "original")) return;
  const { kinds, id } = ownersOfKey(named);
  const [expected, earlier, ...naming] = await db.batch([
    reservationQuery(db, key),
    db
      .select({ id: earlierPhoto.id })
      .from(earlierPhoto)
      .where(
        and(
          eq(earlierPhoto.customerId, Number(named.customerId)),
          eq(earlierPhoto.photoId, id),
          eq(earlierPhoto.revision, named.revision),
        ),
      ),
    ...kinds.map((kind) => {
      const { table } = media[kind];
      return db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.id, id), eq(table.revision, named.revision)));
    }),
  ]);
  if ([expected, earlier, ...naming].every((rows) => rows.length === 0)) await markOrphanStatement(db, key);
}

import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { Markup } from "#domain/media/markup.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { photo, retake, type UploadRow, upload } from "#worker/db/schema/index.ts";
import { pendingCondition } from "./reservations.ts";
import { type MediaKind, media } from "./storedMedia.ts";

/*
 * Whoever settles an upload claims it first: its client and the event of its storage come at the same moment, and the pictures of a photo
 * are to be made once. A claim keeps nobody from the truth: the batch that takes an upload in has conditions of its own.
 */

/** Seconds after which a claim is forgotten: its holder has been ended. */
const claimTtlSeconds = 30;

/** Claims reservations that may arrive and that nobody is settling. Returns those. */
export const claimUploads = (db: Database, ids: readonly string[]): Promise<UploadRow[]> =>
  db
    .update(upload)
    .set({ claimedAt: now() })
    .where(
      and(
        sql`id IN ${idListParam(ids)} AND ${pendingCondition}`,
        sql`(claimed_at IS NULL OR claimed_at < ${addSeconds(-claimTtlSeconds)})`,
      ),
    )
    .returning();

/** Lets go of claims whose uploads were not settled. `missed`: their bytes had not arrived. */
export const releaseClaims = (db: Database, rows: readonly UploadRow[], missed = false) =>
  db
    .update(upload)
    .set({ claimedAt: null, ...(missed && { attempts: sql`${upload.attempts} + 1` }) })
    .where(sql`id IN ${idListParam(rows.map(({ id }) => id))} AND ${pendingCondition}`);

/** Whether the bytes of a reservation may still arrive, as `pendingCondition` says it. */
export const isPending = ({ state }: UploadRow): boolean => state === "RESERVED" || state === "REPLACED";

/** Milliseconds between two looks at what another call does, and how often a caller looks. */
const pollIntervalMs = 400;
const maxPolls = 100;

/**
 * The upload as another call has left it, or undefined for none. A caller that `waits` does so until that call has ended.
 * @throws unavailable when it takes too long
 */
export async function awaitOtherClaim(
  db: Database,
  id: string,
  waits: boolean,
): Promise<UploadRow | undefined> {
  for (let look = 0; look < maxPolls; look += 1) {
    const row = await db.select().from(upload).where(eq(upload.id, id)).get();
    const free = !row?.claimedAt || row.claimedAt < addSeconds(-claimTtlSeconds);
    if (!waits || !row || !isPending(row) || free) return row;
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
  throw problem("unavailable");
}

/** Quarter turns clockwise, and what was drawn on the turned picture. */
export interface Appearance {
  rotation: number;
  markup: Markup | null;
}

/** What an upload is for. */
export interface UploadContext {
  hasData: boolean;
  creator: string;
  /** How the device wants a photo shown; nothing for files. */
  look: Appearance | null;
  /** Whether the device said when it was taken; nothing for files. */
  dateFromDevice: boolean;
  /** The wish that it answers: the one that it names, or one for its task that was there before it was announced. */
  asked: typeof retake.$inferSelect | undefined;
}

/** What uploads are for, by their ids; without those whose photo or file has been deleted. */
export async function contextsOf(
  db: Database,
  rows: readonly UploadRow[],
): Promise<Map<string, UploadContext>> {
  const found = new Map<string, UploadContext>();
  for (const kind of new Set(rows.map((row) => row.kind)))
    for (const { id, asked, ...context } of await contextsOfKind(db, kind, rows))
      found.set(id, { ...context, asked: asked ?? undefined });
  return found;
}

function contextsOfKind(db: Database, kind: MediaKind, rows: readonly UploadRow[]) {
  const ids = idListParam(rows.filter((row) => row.kind === kind).map(({ id }) => id));
  // One that came by a link answers no wish of a task.
  if (kind === "TEMP_FILE") {
    const temp = media.TEMP_FILE.table;
    return db
      .select({
        id: upload.id,
        hasData: temp.hasData,
        creator: sql<string>`''`,
        look: sql<null>`NULL`,
        dateFromDevice: sql<boolean>`1`,
        asked: sql<null>`NULL`,
      })
      .from(upload)
      .innerJoin(temp, and(eq(temp.customerId, upload.customerId), eq(temp.id, upload.targetId)))
      .where(sql`${upload.id} IN ${ids}`);
  }
  const { table } = media[kind];
  const asking = and(
    eq(retake.customerId, table.customerId),
    eq(retake.documentationTaskId, table.documentationTaskId),
    isNull(retake.outcome),
    isNull(upload.retakeId),
    lte(retake.dateCreated, upload.dateCreated),
  );
  const found = { id: upload.id, hasData: table.hasData, creator: table.creator, asked: retake };
  const own = and(eq(table.customerId, upload.customerId), eq(table.id, upload.targetId));
  return kind === "PHOTO"
    ? db
        .select({
          ...found,
          look: { rotation: photo.rotation, markup: photo.markup },
          dateFromDevice: photo.dateFromDevice,
        })
        .from(upload)
        .innerJoin(table, own)
        .leftJoin(retake, asking)
        .where(sql`${upload.id} IN ${ids}`)
    : db
        .select({ ...found, look: sql<null>`NULL`, dateFromDevice: sql<boolean>`1` })
        .from(upload)
        .innerJoin(table, own)
        .leftJoin(retake, asking)
        .where(sql`${upload.id} IN ${ids}`);
}

import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { Markup } from "#domain/media/markup.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { photo, retake, type UploadRow, upload } from "#worker/db/schema/index.ts";
import { pendingCondition } from "./reservations.ts";
import { type MediaKind, mediaTypes } from "./storedMedia.ts";

/*
 * A call that settles an upload claims it first: the client's call and the storage event arrive at the same moment, and a photo's
 * derivatives should be rendered once. Claims only save work; correctness depends on the conditions of the batch that accepts the upload.
 */

/** Seconds after which a claim expires, because the call that holds it must have been terminated. */
const claimTtlSeconds = 30;

/** Claims the pending reservations that no other call is settling, and returns them. */
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

/** Releases claims of uploads that were not settled. `isMissing` counts an attempt without bytes. */
export const releaseClaims = (db: Database, rows: readonly UploadRow[], isMissing = false) =>
  db
    .update(upload)
    .set({ claimedAt: null, ...(isMissing && { attempts: sql`${upload.attempts} + 1` }) })
    .where(sql`id IN ${idListParam(rows.map(({ id }) => id))} AND ${pendingCondition}`);

/** Whether a reservation's bytes may still arrive: the same as `pendingCondition`. */
export const isPending = ({ state }: UploadRow): boolean => state === "RESERVED" || state === "REPLACED";

/** How another call's claim is polled. */
const pollIntervalMs = 400;
const maxPolls = 100;

/**
 * The upload that another call may be settling, or undefined for none. With `shouldWait`, polls until that call has ended.
 * @throws unavailable if that takes too long
 */
export async function waitForOtherClaim(
  db: Database,
  id: string,
  shouldWait: boolean,
): Promise<UploadRow | undefined> {
  for (let pollIndex = 0; pollIndex < maxPolls; pollIndex += 1) {
    const row = await db.select().from(upload).where(eq(upload.id, id)).get();
    const isFree = !row?.claimedAt || row.claimedAt < addSeconds(-claimTtlSeconds);
    if (!shouldWait || !row || !isPending(row) || isFree) return row;
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
  throw problem("unavailable");
}

/** Quarter turns clockwise, and the markup that is drawn on the rotated photo. */
export interface Appearance {
  rotation: number;
  markup: Markup | null;
}

/** The facts about a photo or file that settling its upload needs. */
export interface UploadContext {
  hasData: boolean;
  taskId: string | null;
  creator: string;
  /** The creator of the upload's link, if the link still exists. */
  linkCreator: string | null;
  /** The appearance that the device set for a photo; null for files. */
  appearance: Appearance | null;
  /** Whether the device gave a photo's date; true for files. */
  dateFromDevice: boolean;
  /** The retake that the upload fulfils: its task's open retake if created before the upload; the caller resolves an upload's `retakeId`. */
  retake: typeof retake.$inferSelect | undefined;
}

/** The contexts of uploads by their ids, without those whose photo or file has been deleted. */
export async function readContexts(
  db: Database,
  rows: readonly UploadRow[],
): Promise<Map<string, UploadContext>> {
  const contexts = new Map<string, UploadContext>();
  for (const kind of new Set(rows.map((row) => row.kind)))
    for (const { id, retake: openRetake, ...context } of await listContextsOfKind(db, kind, rows))
      contexts.set(id, { ...context, retake: openRetake ?? undefined });
  return contexts;
}

const linkCreatorSql = sql<string | null>`(SELECT l.creator FROM upload_token l
  WHERE l.customer_id = upload.customer_id AND l.id = upload.upload_token_id)`;

function listContextsOfKind(db: Database, kind: MediaKind, rows: readonly UploadRow[]) {
  const ids = idListParam(rows.filter((row) => row.kind === kind).map(({ id }) => id));
  // A temp file does not fulfil any task's retake.
  if (kind === "TEMP_FILE") {
    const tempFileTable = mediaTypes.TEMP_FILE.table;
    return db
      .select({
        id: upload.id,
        hasData: tempFileTable.hasData,
        taskId: sql<null>`NULL`,
        creator: sql<string>`''`,
        linkCreator: linkCreatorSql,
        appearance: sql<null>`NULL`,
        dateFromDevice: sql<boolean>`1`,
        retake: sql<null>`NULL`,
      })
      .from(upload)
      .innerJoin(
        tempFileTable,
        and(eq(tempFileTable.customerId, upload.customerId), eq(tempFileTable.id, upload.targetId)),
      )
      .where(sql`${upload.id} IN ${ids}`);
  }
  const { table } = mediaTypes[kind];
  const openRetakeCondition = and(
    eq(retake.customerId, table.customerId),
    eq(retake.documentationTaskId, table.documentationTaskId),
    isNull(retake.outcome),
    isNull(upload.retakeId),
    lte(retake.dateCreated, upload.dateCreated),
  );
  const columns = {
    ...{ id: upload.id, hasData: table.hasData, taskId: table.documentationTaskId, creator: table.creator },
    linkCreator: linkCreatorSql,
    retake,
  };
  const targetCondition = and(eq(table.customerId, upload.customerId), eq(table.id, upload.targetId));
  return kind === "PHOTO"
    ? db
        .select({
          ...columns,
          appearance: { rotation: photo.rotation, markup: photo.markup },
          dateFromDevice: photo.dateFromDevice,
        })
        .from(upload)
        .innerJoin(table, targetCondition)
        .leftJoin(retake, openRetakeCondition)
        .where(sql`${upload.id} IN ${ids}`)
    : db
        .select({ ...columns, appearance: sql<null>`NULL`, dateFromDevice: sql<boolean>`1` })
        .from(upload)
        .innerJoin(table, targetCondition)
        .leftJoin(retake, openRetakeCondition)
        .where(sql`${upload.id} IN ${ids}`);
}

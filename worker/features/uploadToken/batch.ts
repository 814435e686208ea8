import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { problem } from "#domain/core/problem.ts";
import type { reserveTokenUploads, settleTokenUploads } from "#domain/endpoints/links/linkUpload.ts";
import type { Link } from "#worker/auth/linkAuth.ts";
import { addressOf } from "#worker/auth/rateLimit.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { type UploadRow, upload } from "#worker/db/schema/index.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import type { Env } from "#worker/env.ts";
import type { AppContext } from "#worker/http/context.ts";
import { createItemFailure } from "#worker/http/problems.ts";
import { settleBudgetMs, settleUploads } from "#worker/ingest/settleUpload.ts";
import { type MediaKind, type MediaRow, mediaTypes } from "#worker/ingest/storedMedia.ts";
import { type AnnouncedItem, announceCountedItem, countAnnouncements, findStoredUpload } from "./announce.ts";

interface LinkRequestContext {
  c: AppContext;
  env: Env;
  db: Database;
  link: Link;
}

type ReservationItem = z.input<NonNullable<typeof reserveTokenUploads.response>>["items"][number];
type SettledItem = z.input<NonNullable<typeof settleTokenUploads.response>>["items"][number];

/**
 * Announces files sequentially: photo names follow their order, and each file counts against the quota left by those before.
 * @throws tooManyAttempts
 */
export async function announceFiles(
  { c, env, db, link }: LinkRequestContext,
  files: readonly Omit<AnnouncedItem, "token">[],
): Promise<ReservationItem[]> {
  await countAnnouncements(db, link, files.length);
  const items: ReservationItem[] = [];
  for (const item of files) {
    const { id } = item;
    try {
      const reservation = await announceCountedItem(env, db, link, item, addressOf(c));
      items.push({ id, reservation, failure: null });
    } catch (error) {
      items.push({ id, reservation: null, failure: createItemFailure(error, c) });
    }
  }
  return items;
}

/** Settles several uploads of a link. */
export async function settleFiles(
  { c, env, db, link }: LinkRequestContext,
  uploadIds: readonly string[],
): Promise<SettledItem[]> {
  const { customerId, id: linkId } = link.token;
  const rows = await db
    .select()
    .from(upload)
    .where(
      and(
        eq(withoutIndex(upload.customerId), customerId),
        eq(withoutIndex(upload.uploadTokenId), linkId),
        sql`${upload.id} IN ${idListParam(uploadIds)}`,
      ),
    );
  const outcomes = await settleUploads(env, db, rows, Date.now() + settleBudgetMs);
  const storedRows = new Map<string, UploadRow | { error: unknown }>();
  for (const row of rows) {
    const outcome = outcomes.get(row.id);
    if (outcome)
      storedRows.set(
        row.id,
        outcome.state === "FAILED"
          ? outcome
          : await findStoredUpload(db, row, outcome).catch((error: unknown) => ({ error })),
      );
  }
  const targetsById = await listTargets(
    db,
    customerId,
    [...storedRows.values()].flatMap((row) => ("error" in row ? [] : row)),
  );
  const knownIds = new Set(rows.map(({ id }) => id));
  return uploadIds.map((uploadId) => {
    const row = storedRows.get(uploadId);
    try {
      if (!knownIds.has(uploadId)) throw problem("notFound");
      if (!row) return { uploadId, stored: null, failure: null };
      if ("error" in row) throw row.error;
      const target = targetsById.get(row.targetId);
      if (!target) throw problem("notFound");
      const { id, name, dataSize, sha256 } = target;
      return { uploadId, stored: { id, name, dataSize, sha256: sha256 ?? "" }, failure: null };
    } catch (error) {
      return { uploadId, stored: null, failure: createItemFailure(error, c) };
    }
  });
}

type NamedTarget = Pick<MediaRow, "id" | "name" | "dataSize" | "sha256">;

/** The rows that uploads belong to, by id. */
async function listTargets(
  db: Database,
  customerId: number,
  rows: readonly { kind: MediaKind; targetId: string }[],
): Promise<Map<string, NamedTarget>> {
  const targetsById = new Map<string, NamedTarget>();
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const { table } = mediaTypes[kind];
    const ids = rows.filter((row) => row.kind === kind).map(({ targetId }) => targetId);
    for (const row of await db
      .select({ id: table.id, name: table.name, dataSize: table.dataSize, sha256: table.sha256 })
      .from(table)
      .where(and(eq(withoutIndex(table.customerId), customerId), sql`${table.id} IN ${idListParam(ids)}`)))
      targetsById.set(row.id, row);
  }
  return targetsById;
}

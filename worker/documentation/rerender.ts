import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { problem } from "#domain/core/problem.ts";
import type { Markup } from "#domain/media/markup.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { type PhotoRow, photo } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import {
  createDerivativeColumns,
  createMarkedColumns,
  unmarkedColumns,
} from "#worker/media/derivativeColumns.ts";
import { createDerivatives } from "#worker/media/derivatives.ts";
import { clearOrphanStatement, markOrphanStatement, removeOrphansQuietly } from "#worker/media/orphans.ts";
import { listPhotoKeys, toPhotoObjectKey, toUnmarkedKey } from "#worker/media/photoKeys.ts";
import { renderMarkup, type UnmarkedRendition } from "#worker/media/renderMarkup.ts";

/** A new thumbnail and rendition of a photo, stored under keys that no row refers to yet. */
export interface RenderedPhoto {
  /** The photo's columns that refer to and describe them. */
  columns: ReturnType<typeof createDerivativeColumns> &
    (typeof unmarkedColumns | ReturnType<typeof createMarkedColumns>);
  /** For the batch that writes those columns. Old objects become orphans for the sweeper: a download may still be reading them. */
  orphanStatements: BatchItem<"sqlite">[];
  /** Removes the new objects if that batch failed. */
  undo: () => Promise<void>;
}

/** Quarter turns clockwise, and the markup that is drawn on the rotated photo. */
interface Appearance {
  quarterTurns: number;
  markup: Markup | null;
}

/**
 * Renders the thumbnail and rendition of a photo under new keys, which are marked as orphans first: the old objects stay unchanged, and
 * the sweeper removes the new ones if anything fails later. For a photo with markup, the rendition without it is stored too.
 * @throws storageChanged if the stored original is not the one of the row; errors of the image service, which can be retried
 */
export async function rerenderPhoto(
  env: Env,
  db: Database,
  row: PhotoRow,
  { quarterTurns, markup }: Appearance,
): Promise<RenderedPhoto> {
  const newKeys: string[] = [];
  const reserveKeys = async (): Promise<RevisionKeys> => {
    const revision = crypto.randomUUID();
    const keys = derivativeKeys({ ...row, derivativeRevision: revision });
    newKeys.push(...Object.values(keys));
    await db.batch([markOrphanStatement(db, keys.thumbnail), markOrphanStatement(db, keys.rendition)]);
    return { revision, keys };
  };
  const columns = markup
    ? await renderWithMarkup(
        env,
        quarterTurns === row.derivativeRotation ? findCurrentPlainRendition(row) : null,
        { row, quarterTurns, markup },
        reserveKeys,
      )
    : await renderPlain(env, row, quarterTurns, await reserveKeys()).then(({ columns }) => ({
        ...columns,
        ...unmarkedColumns,
      }));
  const previousKeys = listDerivativeKeysInUse(row);
  const currentKeys = listDerivativeKeysInUse({ ...row, ...columns });
  return {
    columns,
    orphanStatements: [
      ...currentKeys.map((key) => clearOrphanStatement(db, key)),
      ...previousKeys.filter((key) => !currentKeys.includes(key)).map((key) => markOrphanStatement(db, key)),
    ],
    undo: () => removeOrphansQuietly(env, db, ...newKeys),
  };
}

interface RevisionKeys {
  revision: string;
  keys: ReturnType<typeof derivativeKeys>;
}

interface StoredPlainRendition extends UnmarkedRendition {
  revision: string;
  /** Bytes. */
  size: number;
  crc32: number;
}

async function renderWithMarkup(
  env: Env,
  existingRendition: StoredPlainRendition | null,
  { row, quarterTurns, markup }: { row: PhotoRow; quarterTurns: number; markup: Markup },
  reserveKeys: () => Promise<RevisionKeys>,
) {
  const plain = existingRendition ?? (await renderPlain(env, row, quarterTurns, await reserveKeys())).plain;
  const { revision, keys } = await reserveKeys();
  const derivatives = await renderMarkup(env, plain, markup, keys);
  return {
    ...createDerivativeColumns(derivatives, { revision, quarterTurns }),
    ...createMarkedColumns(derivatives.rendition, plain, markup),
  };
}

async function renderPlain(env: Env, row: PhotoRow, quarterTurns: number, { revision, keys }: RevisionKeys) {
  const derivatives = await createDerivatives({
    env,
    original: { open: () => openOriginal(env, row) },
    facts: { width: row.width ?? 0, height: row.height ?? 0, orientation: row.orientation },
    quarterTurns,
    keys,
  });
  if (!derivatives.ok) throw problem("storageChanged");
  return {
    columns: createDerivativeColumns(derivatives, { revision, quarterTurns }),
    plain: { ...derivatives.rendition, revision },
  };
}

/** The rendition without markup that a photo has now. */
function findCurrentPlainRendition(row: PhotoRow): StoredPlainRendition {
  const isMarked = row.unmarkedRevision !== null;
  return {
    revision: row.unmarkedRevision ?? row.derivativeRevision,
    key: toUnmarkedKey(row) ?? toPhotoObjectKey(row, "rendition"),
    etag: (isMarked ? row.unmarkedEtag : row.renditionEtag) ?? "",
    size: (isMarked ? row.unmarkedSize : row.renditionSize) ?? 0,
    crc32: (isMarked ? row.unmarkedCrc32 : row.renditionCrc32) ?? 0,
    width: row.renditionWidth ?? 0,
    height: row.renditionHeight ?? 0,
  };
}

const derivativeKeys = (row: PhotoRow) => ({
  thumbnail: toPhotoObjectKey(row, "thumbnail"),
  rendition: toPhotoObjectKey(row, "rendition"),
});
/** All keys of the row except the original's. */
const listDerivativeKeysInUse = (row: PhotoRow): string[] =>
  listPhotoKeys(row).filter((key) => key !== toPhotoObjectKey(row, "original"));

async function openOriginal(env: Env, row: PhotoRow): Promise<R2ObjectBody> {
  const object = await env.STORAGE.get(toPhotoObjectKey(row, "original"), {
    onlyIf: { etagMatches: row.etag ?? "" },
  });
  if (!object || !("body" in object)) throw problem("storageChanged");
  return object;
}

/**
 * Renders a photo's thumbnail and rendition again after its rotation changed, and returns the row. Keeps the version, because no data
 * that a person entered changes. Of two concurrent calls, one writes the row and the other removes its objects.
 */
export async function refreshDerivatives(env: Env, db: Database, row: PhotoRow): Promise<PhotoRow> {
  const appearance = { quarterTurns: row.rotation, markup: row.markup };
  const { columns, orphanStatements, undo } = await rerenderPhoto(env, db, row, appearance);
  const rowCondition = and(eq(photo.customerId, row.customerId), eq(photo.id, row.id));
  const unchangedCondition = sql`EXISTS (SELECT 1 FROM photo WHERE customer_id = ${row.customerId} AND id = ${idParam(row.id)}
    AND rotation = ${row.rotation} AND derivative_revision = ${row.derivativeRevision})`;
  const isWritten = await batchIf(db, unchangedCondition, [
    db.update(photo).set(columns).where(rowCondition),
    ...orphanStatements,
  ]);
  if (!isWritten) await undo();
  const updatedRow = await db.select().from(photo).where(rowCondition).get();
  if (!updatedRow) throw problem("notFound");
  return updatedRow;
}

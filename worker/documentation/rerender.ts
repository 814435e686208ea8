import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { problem } from "#domain/core/problem.ts";
import type { Markup } from "#domain/media/markup.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { type PhotoRow, photo } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { derivativeColumns, markedColumns, unmarkedColumns } from "#worker/media/derivativeColumns.ts";
import { makeDerivatives } from "#worker/media/derivatives.ts";
import { keyOfPhoto, keysOfPhoto, plainKeyOf } from "#worker/media/keys.ts";
import { clearOrphanStatement, markOrphanStatement, removeOrphansQuietly } from "#worker/media/orphans.ts";
import { type PlainRendition, renderMarkup } from "#worker/media/renderMarkup.ts";

/** A thumbnail and rendition as a photo is to be shown, stored under keys that no row names yet. */
export interface RenderedPhoto {
  /** The photo's columns that name and describe them. */
  columns: ReturnType<typeof derivativeColumns> & (typeof unmarkedColumns | ReturnType<typeof markedColumns>);
  /** Statements for the batch that writes those columns. The old objects are swept later: a download may still be reading them. */
  owning: BatchItem<"sqlite">[];
  /** Removes the new objects after that batch failed. */
  undo: () => Promise<void>;
}

/** How a photo is to be shown: quarter turns clockwise, and what is drawn on it once it is turned. */
interface Look {
  turned: number;
  markup: Markup | null;
}

/**
 * Makes the thumbnail and rendition of a photo again. They get new keys, noted as unowned first: the old objects stay as they are, and
 * the sweeper removes the new ones if anything fails in between. Markup is drawn into a rendition that stays beside the result.
 * @throws storageChanged when what is stored is not what its row says; errors of the image service, which may be tried again
 */
export async function rerenderPhoto(
  env: Env,
  db: Database,
  row: PhotoRow,
  { turned, markup }: Look,
): Promise<RenderedPhoto> {
  const made: string[] = [];
  const newPlace = async (): Promise<Place> => {
    const revision = crypto.randomUUID();
    const keys = derivativeKeys({ ...row, derivativeRevision: revision });
    made.push(...Object.values(keys));
    await db.batch([markOrphanStatement(db, keys.thumbnail), markOrphanStatement(db, keys.rendition)]);
    return { revision, keys };
  };
  const columns = markup
    ? await drawn(
        env,
        turned === row.derivativeRotation ? currentPlainRendition(row) : null,
        { row, turned, markup },
        newPlace,
      )
    : await upright(env, row, turned, await newPlace()).then(({ columns }) => ({
        ...columns,
        ...unmarkedColumns,
      }));
  const before = derivativeKeysInUse(row);
  const after = derivativeKeysInUse({ ...row, ...columns });
  return {
    columns,
    owning: [
      ...after.map((key) => clearOrphanStatement(db, key)),
      ...before.filter((key) => !after.includes(key)).map((key) => markOrphanStatement(db, key)),
    ],
    undo: () => removeOrphansQuietly(env, db, ...made),
  };
}

interface Place {
  revision: string;
  keys: ReturnType<typeof derivativeKeys>;
}

interface Plain extends PlainRendition {
  revision: string;
  /** Bytes. */
  size: number;
  crc32: number;
}

async function drawn(
  env: Env,
  present: Plain | null,
  { row, turned, markup }: { row: PhotoRow; turned: number; markup: Markup },
  newPlace: () => Promise<Place>,
) {
  const plain = present ?? (await upright(env, row, turned, await newPlace())).plain;
  const { revision, keys } = await newPlace();
  const pictures = await renderMarkup(env, plain, markup, keys);
  return {
    ...derivativeColumns(pictures, { revision, turned }),
    ...markedColumns(pictures.rendition, plain, markup),
  };
}

async function upright(env: Env, row: PhotoRow, turned: number, { revision, keys }: Place) {
  const derivatives = await makeDerivatives({
    env,
    original: { open: () => original(env, row) },
    facts: { width: row.width ?? 0, height: row.height ?? 0, orientation: row.orientation },
    turned,
    keys,
  });
  if (!derivatives.ok) throw problem("storageChanged");
  return {
    columns: derivativeColumns(derivatives, { revision, turned }),
    plain: { ...derivatives.rendition, revision },
  };
}

/** The rendition without markup that a photo has now. */
function currentPlainRendition(row: PhotoRow): Plain {
  const marked = row.unmarkedRevision !== null;
  return {
    revision: row.unmarkedRevision ?? row.derivativeRevision,
    key: plainKeyOf(row) ?? keyOfPhoto(row, "rendition"),
    etag: (marked ? row.unmarkedEtag : row.renditionEtag) ?? "",
    size: (marked ? row.unmarkedSize : row.renditionSize) ?? 0,
    crc32: (marked ? row.unmarkedCrc32 : row.renditionCrc32) ?? 0,
    width: row.renditionWidth ?? 0,
    height: row.renditionHeight ?? 0,
  };
}

const derivativeKeys = (row: PhotoRow) => ({
  thumbnail: keyOfPhoto(row, "thumbnail"),
  rendition: keyOfPhoto(row, "rendition"),
});
/** Its keys but the original's. */
const derivativeKeysInUse = (row: PhotoRow): string[] =>
  keysOfPhoto(row).filter((key) => key !== keyOfPhoto(row, "original"));

async function original(env: Env, row: PhotoRow): Promise<R2ObjectBody> {
  const object = await env.STORAGE.get(keyOfPhoto(row, "original"), {
    onlyIf: { etagMatches: row.etag ?? "" },
  });
  if (!object || !("body" in object)) throw problem("storageChanged");
  return object;
}

/**
 * Makes the thumbnail and rendition of a photo that lag behind its rotation again. The version stays, because nothing that a person
 * wrote changes. Of two calls at once, the second finds it done.
 */
export async function refreshDerivatives(env: Env, db: Database, row: PhotoRow): Promise<PhotoRow> {
  const look = { turned: row.rotation, markup: row.markup };
  const { columns, owning, undo } = await rerenderPhoto(env, db, row, look);
  const own = and(eq(photo.customerId, row.customerId), eq(photo.id, row.id));
  const lagging = sql`EXISTS (SELECT 1 FROM photo WHERE customer_id = ${row.customerId} AND id = ${idParam(row.id)}
    AND rotation = ${row.rotation} AND derivative_revision = ${row.derivativeRevision})`;
  const done = await batchIf(db, lagging, [db.update(photo).set(columns).where(own), ...owning]);
  if (!done) await undo();
  const found = await db.select().from(photo).where(own).get();
  if (!found) throw problem("notFound");
  return found;
}

import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { problem } from "../../domain/problem";
import type { Database } from "../db/database";
import { batchIf } from "../db/guard";
import { photo } from "../db/schema";
import type { Env } from "../env";
import { makeDerivatives } from "../media/derivatives";
import { keyOfPhoto } from "../media/keys";
import { shownColumns } from "../media/shown";
import { letGo, owned, tidy } from "../media/unowned";

type Photo = typeof photo.$inferSelect;

/** A turned thumbnail and rendition, stored under keys that no row names yet. */
export interface Turned {
  /** The photo's columns that name them. */
  columns: ReturnType<typeof shownColumns>;
  /** Statements for the batch that writes those columns. The old objects are swept later: a download may still be reading them. */
  owning: BatchItem<"sqlite">[];
  /** Removes the new objects after that batch failed. */
  undo: () => Promise<void>;
}

/**
 * Makes the thumbnail and rendition of a photo again from its original, with `turned` quarter turns clockwise. They get new keys, noted
 * as unowned first: the old objects stay as they are, and the sweeper removes the new ones if anything fails in between.
 * @throws storageChanged when the original is not what its row says; errors of the image service, which may be tried again
 */
export async function makeTurned(env: Env, db: Database, row: Photo, turned: number): Promise<Turned> {
  const revision = crypto.randomUUID();
  const keys = derivativeKeys({ ...row, shownRevision: revision });
  const places = Object.values(keys);
  await db.batch([letGo(db, keys.thumbnail), letGo(db, keys.rendition)]);
  const derivatives = await makeDerivatives({
    open: () => original(env, row),
    facts: { width: row.width ?? 0, height: row.height ?? 0, orientation: row.orientation },
    turned,
    images: env.IMAGES,
    storage: env.STORAGE,
    keys,
  });
  if (!derivatives.ok) throw problem("storageChanged");
  const before = Object.values(derivativeKeys(row));
  return {
    columns: shownColumns(derivatives, { revision, turned }),
    owning: [...places.map((key) => owned(db, key)), ...before.map((key) => letGo(db, key))],
    undo: () => tidy(env, db, ...places),
  };
}

const derivativeKeys = (row: Photo) => ({
  thumbnail: keyOfPhoto(row, "thumbnail"),
  rendition: keyOfPhoto(row, "rendition"),
});

async function original(env: Env, row: Photo): Promise<ReadableStream<Uint8Array>> {
  const object = await env.STORAGE.get(keyOfPhoto(row, "original"), {
    onlyIf: { etagMatches: row.etag ?? "" },
  });
  if (!object || !("body" in object)) throw problem("storageChanged");
  return object.body;
}

/**
 * Makes the thumbnail and rendition of a photo that lag behind its rotation again. The version stays, because nothing that a person
 * wrote changes. Of two calls at once, the second finds it done.
 */
export async function madeAnew(env: Env, db: Database, row: Photo): Promise<Photo> {
  const { columns, owning, undo } = await makeTurned(env, db, row, row.rotation);
  const own = and(eq(photo.customerId, row.customerId), eq(photo.id, row.id));
  const lagging = sql`EXISTS (SELECT 1 FROM photo WHERE customer_id = ${row.customerId} AND id = ${row.id}
    AND rotation = ${row.rotation} AND shown_revision = ${row.shownRevision})`;
  const done = await batchIf(db, lagging, [db.update(photo).set(columns).where(own), ...owning]);
  if (!done) await undo();
  const found = await db.select().from(photo).where(own).get();
  if (!found) throw problem("notFound");
  return found;
}

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

/** Thumbnail and rendition of a turn, stored where no row looks yet. */
export interface Turned {
  /** What the photo's row has to say of them. */
  columns: ReturnType<typeof shownColumns>;
  /** Statements for the batch that says so. The old ones are swept later: a download may still be reading them. */
  owning: BatchItem<"sqlite">[];
  /** Removes them where nothing came of that batch. */
  undo: () => Promise<void>;
}

/**
 * Makes thumbnail and rendition of a photo anew from its original, turned so many quarters. They get a place of their own, noted as
 * nobody's first: the old ones stay what they are, and whatever fails in between is swept. The original is only read.
 * @throws storageChanged when the original is not what its row says; what the image service fails with, to be tried again.
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
 * A photo whose thumbnail and rendition lag behind its rotation, with them made anew. Nothing that a person wrote changes, so the
 * version stays. Whoever comes second finds it done.
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

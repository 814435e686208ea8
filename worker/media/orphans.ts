import { eq } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { orphanedObject } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { photoForms } from "./keys.ts";

/**
 * Objects in R2 that no row names. A place is the prefix of an image's objects, ending with a slash, or the key of one object. It is
 * noted before anything is stored there, removed in the batch that makes a row name it, and noted again in the batch that ends that:
 * whatever fails in between, the sweeper finds it.
 */

/** Statements for the batch after which a row names a place, or no longer does. */
export const clearOrphanStatement = (db: Database, place: string) =>
  db.delete(orphanedObject).where(eq(orphanedObject.keyOrPrefix, place));
export const markOrphanStatement = (db: Database, place: string) =>
  db.insert(orphanedObject).values({ keyOrPrefix: place, dateCreated: now() }).onConflictDoNothing();

const keysOfOrphan = (place: string): string[] =>
  place.endsWith("/") ? photoForms.map((form) => place + form) : [place];

/** Removes the objects of places that no row names, then the places. Repeatable. */
export async function removeOrphanObjects(env: Env, db: Database, places: readonly string[]): Promise<void> {
  for (const place of places) {
    await env.STORAGE.delete(keysOfOrphan(place));
    await clearOrphanStatement(db, place);
  }
}

/** The same after a write that has succeeded: errors are logged and left to the sweeper. */
export async function removeOrphansQuietly(env: Env, db: Database, ...places: string[]): Promise<void> {
  try {
    await removeOrphanObjects(env, db, places);
  } catch (error) {
    console.error(JSON.stringify({ unowned: places, error: String(error) }));
  }
}

import { eq } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { orphanedObject } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { photoForms } from "./photoKeys.ts";

/**
 * Orphans: objects in R2 that no row refers to. An orphan is recorded as a key, or as a prefix ending with a slash that covers all
 * objects of an image. It is marked before anything is stored there, cleared in the batch that writes a reference to it, and marked
 * again in the batch that removes the reference. If anything fails in between, the sweeper finds the orphan.
 */

/** Statements for the batch after which a row refers to a key or prefix, or no longer does. */
export const clearOrphanStatement = (db: Database, keyOrPrefix: string) =>
  db.delete(orphanedObject).where(eq(orphanedObject.keyOrPrefix, keyOrPrefix));
export const markOrphanStatement = (db: Database, keyOrPrefix: string) =>
  db.insert(orphanedObject).values({ keyOrPrefix, dateCreated: now() }).onConflictDoNothing();

const listOrphanKeys = (keyOrPrefix: string): string[] =>
  keyOrPrefix.endsWith("/") ? photoForms.map((form) => keyOrPrefix + form) : [keyOrPrefix];

/** Removes orphaned objects, then their marks. Idempotent. */
export async function removeOrphanObjects(
  env: Env,
  db: Database,
  keysOrPrefixes: readonly string[],
): Promise<void> {
  for (const keyOrPrefix of keysOrPrefixes) {
    await env.STORAGE.delete(listOrphanKeys(keyOrPrefix));
    await clearOrphanStatement(db, keyOrPrefix);
  }
}

/** Removes orphans after a write that has succeeded: errors are logged and left to the sweeper. */
export async function removeOrphansQuietly(
  env: Env,
  db: Database,
  ...keysOrPrefixes: string[]
): Promise<void> {
  try {
    await removeOrphanObjects(env, db, keysOrPrefixes);
  } catch (error) {
    console.error(JSON.stringify({ orphans: keysOrPrefixes, error: String(error) }));
  }
}

import { sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import type { ObjectCopy } from "./planMerge.ts";

/** Each copy uses two of the six connections that a Worker may open. */
const copyConcurrency = 3;

/** Keys per parameter, which holds at most 2 MB. */
const keysPerParameter = 5000;

/** The keys of copies as JSON, in chunks that fit into a parameter. */
export const createKeyChunks = (copies: readonly ObjectCopy[]): string[] =>
  Array.from({ length: Math.ceil(copies.length / keysPerParameter) }, (_, index) =>
    JSON.stringify(
      copies.slice(index * keysPerParameter, (index + 1) * keysPerParameter).map(({ to }) => to),
    ),
  );

/**
 * Marks keys as orphans with the current time, before anything is stored there. The sweeper waits longer than a step takes, and
 * removes the objects if the merge is abandoned.
 */
export async function refreshOrphans(db: Database, copies: readonly ObjectCopy[]): Promise<void> {
  for (const keys of createKeyChunks(copies))
    await db.run(sql`INSERT INTO orphaned_object (key_or_prefix, date_created) SELECT value, ${now()} FROM json_each(${keys})
      WHERE 1 ON CONFLICT (key_or_prefix) DO UPDATE SET date_created = excluded.date_created`);
}

/**
 * Copies objects; storage verifies each against the hash of its row. `skipExisting` skips copies that already exist.
 * @returns by key, the entity tags of copies that differ from those of their originals, as with multipart uploads
 * @throws storageChanged if an original is missing or does not match its row
 */
export async function copyObjects(
  env: Env,
  copies: readonly ObjectCopy[],
  skipExisting: boolean,
): Promise<Record<string, string>> {
  const changedEtags: Record<string, string> = {};
  const queue = [...copies];
  const runWorker = async () => {
    for (let copy = queue.shift(); copy; copy = queue.shift()) {
      const tag = await copyObject(env.STORAGE, copy, skipExisting);
      if (tag) changedEtags[copy.to] = tag;
    }
  };
  await Promise.all(Array.from({ length: copyConcurrency }, runWorker));
  return changedEtags;
}

async function copyObject(
  bucket: R2Bucket,
  { from, to, size, sha256 }: ObjectCopy,
  skipExisting: boolean,
): Promise<string | null> {
  const object = await bucket.get(from);
  if (!object) {
    if (size === null) return null;
    throw problem("storageChanged");
  }
  if (size !== null && object.size !== size) {
    await object.body.cancel();
    throw problem("storageChanged");
  }
  const existing = skipExisting ? await bucket.head(to) : null;
  if (existing?.size === object.size) {
    await object.body.cancel();
    return existing.etag === object.etag ? null : existing.etag;
  }
  const storedObject = await bucket.put(to, object.body, {
    ...(object.httpMetadata && { httpMetadata: object.httpMetadata }),
    ...(object.customMetadata && { customMetadata: object.customMetadata }),
    ...(sha256 && { sha256 }),
  });
  if (!storedObject || storedObject.size !== object.size) throw problem("storageChanged");
  return storedObject.etag === object.etag ? null : storedObject.etag;
}

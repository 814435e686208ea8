import { sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import type { Copy } from "./planMerge.ts";

/** Each copy uses two of the six connections that a Worker may open. */
const copyConcurrency = 3;

/** Keys per parameter, which holds at most 2 MB. */
const keysPerParameter = 5000;

/** The keys of copies as JSON, in chunks that fit into a parameter. */
export const keyChunks = (copies: readonly Copy[]): string[] =>
  Array.from({ length: Math.ceil(copies.length / keysPerParameter) }, (_, index) =>
    JSON.stringify(
      copies.slice(index * keysPerParameter, (index + 1) * keysPerParameter).map(({ to }) => to),
    ),
  );

/**
 * Marks keys as orphans, as of now, before anything is stored there. The sweeper waits longer than a step takes, and removes them
 * if the merge is abandoned.
 */
export async function refreshOrphans(db: Database, copies: readonly Copy[]): Promise<void> {
  for (const keys of keyChunks(copies))
    await db.run(sql`INSERT INTO orphaned_object (key_or_prefix, date_created) SELECT value, ${now()} FROM json_each(${keys})
      WHERE 1 ON CONFLICT (key_or_prefix) DO UPDATE SET date_created = excluded.date_created`);
}

/**
 * Copies objects; storage verifies each against the hash of its row. `skipExisting` skips copies that already exist.
 * @returns by key, the entity tags of copies that differ from their originals', as those of multipart uploads do
 * @throws storageChanged if an original is missing or does not match its row
 */
export async function copyAll(
  env: Env,
  copies: readonly Copy[],
  skipExisting: boolean,
): Promise<Record<string, string>> {
  const tags: Record<string, string> = {};
  const waiting = [...copies];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const tag = await copyOne(env.STORAGE, next, skipExisting);
      if (tag) tags[next.to] = tag;
    }
  };
  await Promise.all(Array.from({ length: copyConcurrency }, work));
  return tags;
}

async function copyOne(
  bucket: R2Bucket,
  { from, to, size, sha256 }: Copy,
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
  const stored = await bucket.put(to, object.body, {
    ...(object.httpMetadata && { httpMetadata: object.httpMetadata }),
    ...(object.customMetadata && { customMetadata: object.customMetadata }),
    ...(sha256 && { sha256 }),
  });
  if (!stored || stored.size !== object.size) throw problem("storageChanged");
  return stored.etag === object.etag ? null : stored.etag;
}

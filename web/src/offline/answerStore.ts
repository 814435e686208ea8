import type { DBSchema } from "idb";
import { createDatabase } from "#lib/database.ts";

/** A response stored for offline use. */
export interface CachedResponse {
  /** User and account of the session; no other session may read it. */
  whose: string;
  call: string;
  type: string;
  bytes: ArrayBuffer;
  /** When it was fetched, in milliseconds. */
  storedAt: number;
}

interface ResponseDbSchema extends DBSchema {
  answers: { key: [string, string]; value: CachedResponse };
}

/** Milliseconds after which an unused response is deleted. */
const maxAgeMs = 30 * 24 * 3600_000;

const runInDatabase = createDatabase<ResponseDbSchema>("siteproof-kept", 1, (db) => {
  db.createObjectStore("answers", { keyPath: ["whose", "call"] });
});

/** @throws if the browser has no storage, for example in some private windows */
export const readCachedResponse = (owner: string, call: string): Promise<CachedResponse | undefined> =>
  runInDatabase((db) => db.get("answers", [owner, call]));

/** Stores a response. `isCurrent` is checked last, so that a logout in the meantime leaves nothing behind. */
export async function cacheResponse(response: CachedResponse, isCurrent: () => boolean): Promise<void> {
  await runInDatabase(async (db) => {
    if (isCurrent()) await db.put("answers", response);
  });
}

export const deleteCachedResponse = (owner: string, call: string): Promise<void> =>
  runInDatabase((db) => db.delete("answers", [owner, call]));

/** Deletes old responses, and those of sessions other than `owner`. */
export const deleteOtherResponses = (owner: string, nowMs = Date.now()): Promise<void> =>
  runInDatabase(async (db) => {
    const transaction = db.transaction("answers", "readwrite");
    for await (const cursor of transaction.store)
      if (cursor.value.whose !== owner || cursor.value.storedAt < nowMs - maxAgeMs) await cursor.delete();
    await transaction.done;
  });

import { type DBSchema, type IDBPDatabase, openDB } from "idb";

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

let dbPromise: Promise<IDBPDatabase<ResponseDbSchema>> | undefined;

/** @throws if the browser has no storage, for example in some private windows */
function openDatabase(): Promise<IDBPDatabase<ResponseDbSchema>> {
  dbPromise ??= openDB<ResponseDbSchema>("siteproof-kept", 1, {
    upgrade: (db) => void db.createObjectStore("answers", { keyPath: ["whose", "call"] }),
    blocking(_current, _blocked, event) {
      if (event.target instanceof IDBDatabase) event.target.close();
      dbPromise = undefined;
    },
    terminated() {
      dbPromise = undefined;
    },
  });
  dbPromise.catch(() => {
    dbPromise = undefined;
  });
  return dbPromise;
}

export const readCachedResponse = async (owner: string, call: string): Promise<CachedResponse | undefined> =>
  (await openDatabase()).get("answers", [owner, call]);

/** Stores a response. `isCurrent` is checked last, so that a logout in the meantime leaves nothing behind. */
export async function cacheResponse(response: CachedResponse, isCurrent: () => boolean): Promise<void> {
  const db = await openDatabase();
  if (isCurrent()) await db.put("answers", response);
}

export async function deleteCachedResponse(owner: string, call: string): Promise<void> {
  await (await openDatabase()).delete("answers", [owner, call]);
}

/** Deletes old responses, and those of sessions other than `owner`. */
export async function deleteOtherResponses(owner: string, nowMs = Date.now()): Promise<void> {
  const transaction = (await openDatabase()).transaction("answers", "readwrite");
  for await (const cursor of transaction.store)
    if (cursor.value.whose !== owner || cursor.value.storedAt < nowMs - maxAgeMs) await cursor.delete();
  await transaction.done;
}

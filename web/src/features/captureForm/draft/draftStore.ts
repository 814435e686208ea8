import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Draft } from "#domain/capture/draft.ts";

/**
 * Drafts and their photos stay in this browser until the service has confirmed every hash. They survive a closed tab, a crash and
 * a lost network.
 */
interface CaptureSchema extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { userId: number } };
  /** The bytes of photos and files, by id. */
  media: { key: string; value: { id: string; draftId: string; bytes: Blob }; indexes: { draftId: string } };
}

let databasePromise: Promise<IDBPDatabase<CaptureSchema>> | undefined;
const listeners = new Set<() => void>();

/** Calls the listener whenever this tab changes a draft. @returns the function that unsubscribes */
export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function database(): Promise<IDBPDatabase<CaptureSchema>> {
  databasePromise ??= openDB<CaptureSchema>("siteproof-capture", 1, {
    upgrade(db) {
      db.createObjectStore("drafts", { keyPath: "id" }).createIndex("userId", "userId");
      db.createObjectStore("media", { keyPath: "id" }).createIndex("draftId", "draftId");
    },
    // A newer console in another tab wants to upgrade the store: close it, and reopen it with the next call.
    blocking(_current, _blocked, event) {
      if (event.target instanceof IDBDatabase) event.target.close();
      databasePromise = undefined;
    },
    terminated() {
      databasePromise = undefined;
    },
  });
  // A failure in a private window or on a full device may be temporary.
  databasePromise.catch(() => {
    databasePromise = undefined;
  });
  return databasePromise;
}

/** Stores a draft. @throws QuotaExceededError when the device is full. */
export async function saveDraft(draft: Draft): Promise<void> {
  await (await database()).put("drafts", draft);
  notifyListeners();
}

/** Stores a photo or file together with the draft that names it, in one transaction. */
export async function saveMedia(draft: Draft, mediaId: string, bytes: Blob): Promise<void> {
  const transaction = (await database()).transaction(["drafts", "media"], "readwrite");
  await Promise.all([
    transaction.objectStore("media").put({ id: mediaId, draftId: draft.id, bytes }),
    transaction.objectStore("drafts").put(draft),
    transaction.done,
  ]);
}

/** Stores the bytes of a photo or file that its draft already names. */
export async function saveBytes(draftId: string, id: string, bytes: Blob): Promise<void> {
  await (await database()).put("media", { id, draftId, bytes });
}

/** Stores a draft that no longer names a photo or file, and deletes its bytes. */
export async function dropMedia(draft: Draft, mediaId: string): Promise<void> {
  const transaction = (await database()).transaction(["drafts", "media"], "readwrite");
  await Promise.all([
    transaction.objectStore("media").delete(mediaId),
    transaction.objectStore("drafts").put(draft),
    transaction.done,
  ]);
}

export const readDraft = async (id: string): Promise<Draft | undefined> =>
  (await database()).get("drafts", id);

export const readMedia = async (id: string): Promise<Blob | undefined> =>
  (await (await database()).get("media", id))?.bytes;

/** A user's drafts, last changed first. */
export async function listDrafts(userId: number): Promise<Draft[]> {
  const drafts = await (await database()).getAllFromIndex("drafts", "userId", userId);
  return drafts.sort((a, b) => b.lastChanged.localeCompare(a.lastChanged));
}

/** Deletes a draft with all its bytes, once everything is confirmed or the user discards it. */
export async function deleteDraft(id: string): Promise<void> {
  const transaction = (await database()).transaction(["drafts", "media"], "readwrite");
  const media = transaction.objectStore("media");
  const keys = await media.index("draftId").getAllKeys(id);
  await Promise.all([
    ...keys.map((key) => media.delete(key)),
    transaction.objectStore("drafts").delete(id),
    transaction.done,
  ]);
  notifyListeners();
}

/** Asks the browser not to evict the drafts when space runs short; it may refuse. */
export const requestPersistence = async (): Promise<boolean> =>
  (await navigator.storage?.persist?.().catch(() => false)) ?? false;

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Draft } from "../../../../../domain/capture/draft";

/**
 * Where drafts live until the service has confirmed every hash: in this browser, photos included. It survives a closed tab, a
 * crash and a dead network.
 */
interface CaptureSchema extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { userId: number } };
  /** The bytes of photos and files, by their id. */
  media: { key: string; value: { id: string; draftId: string; bytes: Blob }; indexes: { draftId: string } };
}

let opened: Promise<IDBPDatabase<CaptureSchema>> | undefined;
const listeners = new Set<() => void>();

/** Hears of every change of a draft by this tab. */
export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function database(): Promise<IDBPDatabase<CaptureSchema>> {
  opened ??= openDB<CaptureSchema>("siteproof-capture", 1, {
    upgrade(db) {
      db.createObjectStore("drafts", { keyPath: "id" }).createIndex("userId", "userId");
      db.createObjectStore("media", { keyPath: "id" }).createIndex("draftId", "draftId");
    },
    // A newer console in another tab wants to change the stores: let go, and open anew with the next call.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated() {
      opened = undefined;
    },
  });
  // What failed once, in a private window or on a full device, may succeed the next time.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Keeps a draft as it is now. @throws QuotaExceededError when the device is full. */
export async function keepDraft(draft: Draft): Promise<void> {
  await (await database()).put("drafts", draft);
  tell();
}

/** Keeps a photo or file and the draft that names it, both or neither. */
export async function keepMedia(draft: Draft, mediaId: string, bytes: Blob): Promise<void> {
  const transaction = (await database()).transaction(["drafts", "media"], "readwrite");
  await Promise.all([
    transaction.objectStore("media").put({ id: mediaId, draftId: draft.id, bytes }),
    transaction.objectStore("drafts").put(draft),
    transaction.done,
  ]);
}

/** Keeps a draft that no longer names a photo or file, and forgets its bytes. */
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

/** A user's drafts, the one changed last first. */
export async function draftsOf(userId: number): Promise<Draft[]> {
  const drafts = await (await database()).getAllFromIndex("drafts", "userId", userId);
  return drafts.sort((a, b) => b.lastChanged.localeCompare(a.lastChanged));
}

/** Forgets a draft with all its bytes: when everything of it is confirmed, or the user throws it away. */
export async function forgetDraft(id: string): Promise<void> {
  const transaction = (await database()).transaction(["drafts", "media"], "readwrite");
  const media = transaction.objectStore("media");
  const keys = await media.index("draftId").getAllKeys(id);
  await Promise.all([
    ...keys.map((key) => media.delete(key)),
    transaction.objectStore("drafts").delete(id),
    transaction.done,
  ]);
  tell();
}

/** Asks the browser not to throw the drafts away when space runs short; whether it grants that is its own affair. */
export const askToPersist = async (): Promise<boolean> =>
  (await navigator.storage?.persist?.().catch(() => false)) ?? false;

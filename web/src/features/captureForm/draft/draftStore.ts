import type { DBSchema } from "idb";
import type { Draft } from "#domain/capture/draft.ts";
import { createDatabase } from "#lib/database.ts";

/**
 * Drafts and their photos stay in this browser until the service has confirmed every hash. They survive a closed tab, a crash and
 * a lost network.
 */
interface CaptureSchema extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { userId: number } };
  /** The bytes of photos and files, by id. */
  media: { key: string; value: MediaRow; indexes: { draftId: string } };
}

interface MediaRow {
  id: string;
  draftId: string;
  /** A Blob in rows of earlier versions, and for large files. */
  bytes: ArrayBuffer | Blob;
  /** The media type of an ArrayBuffer. */
  type?: string;
}

/**
 * Maximum bytes that are copied into memory to be stored. WebKit refuses Blobs in private windows, and has lost stored ones
 * (bugs.webkit.org/show_bug.cgi?id=188438).
 */
const maxBufferedBytes = 256_000_000;

const toMediaRow = async (draftId: string, id: string, bytes: Blob): Promise<MediaRow> =>
  bytes.size > maxBufferedBytes
    ? { id, draftId, bytes }
    : { id, draftId, bytes: await bytes.arrayBuffer(), type: bytes.type };

const runInDatabase = createDatabase<CaptureSchema>("siteproof-capture", 1, (db) => {
  db.createObjectStore("drafts", { keyPath: "id" }).createIndex("userId", "userId");
  db.createObjectStore("media", { keyPath: "id" }).createIndex("draftId", "draftId");
});
const listeners = new Set<() => void>();

/** Calls the listener whenever this tab changes a draft. @returns the function that unsubscribes */
export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Stores a draft. @throws QuotaExceededError when the device is full. */
export async function saveDraft(draft: Draft): Promise<void> {
  await runInDatabase((db) => db.put("drafts", draft));
  notifyListeners();
}

/**
 * Stores a photo or file together with the draft that names it, in one transaction.
 * @throws the error that `storageFaultOf` explains
 */
export async function saveMedia(draft: Draft, mediaId: string, bytes: Blob): Promise<void> {
  const row = await toMediaRow(draft.id, mediaId, bytes);
  await runInDatabase(async (db) => {
    const transaction = db.transaction(["drafts", "media"], "readwrite");
    try {
      await Promise.all([
        transaction.objectStore("media").put(row),
        transaction.objectStore("drafts").put(draft),
        transaction.done,
      ]);
    } catch (error) {
      // On a full device, the requests may report only that they were aborted.
      await transaction.done.catch(() => {});
      throw transaction.error ?? error;
    }
  });
}

/** Stores the bytes of a photo or file that its draft already names. */
export async function saveBytes(draftId: string, id: string, bytes: Blob): Promise<void> {
  const row = await toMediaRow(draftId, id, bytes);
  await runInDatabase((db) => db.put("media", row));
}

/** Stores a draft that no longer names a photo or file, and deletes its bytes. */
export const dropMedia = (draft: Draft, mediaId: string): Promise<void> =>
  runInDatabase(async (db) => {
    const transaction = db.transaction(["drafts", "media"], "readwrite");
    await Promise.all([
      transaction.objectStore("media").delete(mediaId),
      transaction.objectStore("drafts").put(draft),
      transaction.done,
    ]);
  });

export const readDraft = (id: string): Promise<Draft | undefined> =>
  runInDatabase((db) => db.get("drafts", id));

export async function readMedia(id: string): Promise<Blob | undefined> {
  const row = await runInDatabase((db) => db.get("media", id));
  return row?.bytes instanceof ArrayBuffer ? new Blob([row.bytes], { type: row.type ?? "" }) : row?.bytes;
}

/** A user's drafts, last changed first. */
export async function listDrafts(userId: number): Promise<Draft[]> {
  const drafts = await runInDatabase((db) => db.getAllFromIndex("drafts", "userId", userId));
  return drafts.sort((a, b) => b.lastChanged.localeCompare(a.lastChanged));
}

/** Deletes a draft with all its bytes, once everything is confirmed or the user discards it. */
export async function deleteDraft(id: string): Promise<void> {
  await runInDatabase(async (db) => {
    const transaction = db.transaction(["drafts", "media"], "readwrite");
    const media = transaction.objectStore("media");
    const keys = await media.index("draftId").getAllKeys(id);
    await Promise.all([
      ...keys.map((key) => media.delete(key)),
      transaction.objectStore("drafts").delete(id),
      transaction.done,
    ]);
  });
  notifyListeners();
}

/** Asks the browser not to evict the drafts when space runs short; it may refuse. */
export const requestPersistence = async (): Promise<boolean> =>
  (await navigator.storage?.persist?.().catch(() => false)) ?? false;

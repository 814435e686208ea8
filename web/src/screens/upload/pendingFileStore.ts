import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Digests } from "./LinkUpload.ts";

/*
 * Files chosen for a link that have not arrived, kept in the browser: a closed page resumes when reopened. Files too large to
 * store twice are remembered by name, and resume once they are chosen again.
 */

export interface PendingFile {
  /** Identifies the link without being able to open it. */
  link: string;
  place: string;
  name: string;
  size: number;
  lastModified: number;
  comment: string;
  /** Sending had begun. */
  begun: boolean;
  digests: Digests | null;
  /** Null where the file is too large to store. */
  file: File | null;
  /** When it was chosen, in milliseconds. */
  at: number;
}

/** Bytes of the largest file that is stored. */
const maxStoredBytes = 300_000_000;
/** Milliseconds after which nobody is expected back. */
const retentionMs = 30 * 86_400_000;
const store = "file";

export const linkName = (token: string): string => bytesToHex(sha256(utf8ToBytes(token)));

let opening: Promise<IDBDatabase> | null = null;
function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("siteproof-link", 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(store, { keyPath: ["link", "place", "name"] });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

async function transact<T>(
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await open()).transaction(store, mode);
  const request = work(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Falls back to `otherwise` where the browser has no storage, as in private windows. */
const orElse = <T>(work: Promise<T>, otherwise: T): Promise<T> => work.catch(() => otherwise);

/** The files left for a link, in the order they were chosen. */
export const readPendingFiles = (link: string): Promise<PendingFile[]> =>
  orElse(
    transact<PendingFile[]>("readonly", (files) => files.getAll()).then((all) => {
      for (const old of all) if (old.at < Date.now() - retentionMs) void deletePendingFile(old);
      return all.filter((one) => one.link === link).sort((a, b) => a.at - b.at);
    }),
    [],
  );

export async function savePendingFile(kept: PendingFile): Promise<void> {
  const file = kept.file && (await fits(kept.file)) ? kept.file : null;
  const write = (row: PendingFile) => transact("readwrite", (files) => files.put(row));
  await orElse(
    write({ ...kept, file }).catch(() => write({ ...kept, file: null })),
    undefined,
  );
}

export const deletePendingFile = ({
  link,
  place,
  name,
}: Pick<PendingFile, "link" | "place" | "name">): Promise<void> =>
  orElse(
    transact<undefined>("readwrite", (files) => files.delete([link, place, name])),
    undefined,
  );

async function fits({ size }: File): Promise<boolean> {
  if (size > maxStoredBytes) return false;
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage > 2 * size;
}

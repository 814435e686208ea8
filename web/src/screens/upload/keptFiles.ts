import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Digests } from "./LinkUpload";

/*
 * What was chosen for a link and has not come yet, kept in the browser: a page that was closed goes on when it is opened again. Files
 * that are too large to be kept twice are remembered by name; whoever chooses them again goes on where they were.
 */

export interface KeptFile {
  /** Names the link without opening it. */
  link: string;
  place: string;
  name: string;
  size: number;
  lastModified: number;
  comment: string;
  /** It was on its way. */
  begun: boolean;
  digests: Digests | null;
  /** Null where the file is too large to be kept. */
  file: File | null;
  /** When it was chosen, in milliseconds. */
  at: number;
}

/** Bytes of one file that are kept. */
const largestKept = 300_000_000;
/** Nobody comes back after so long. Milliseconds. */
const keptFor = 30 * 86_400_000;
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

async function within<T>(
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

/** Does it where the browser keeps anything; private windows do not, and then nothing is kept. */
const where = <T>(work: Promise<T>, otherwise: T): Promise<T> => work.catch(() => otherwise);

/** What is left for a link, in the order in which it was chosen. */
export const keptFiles = (link: string): Promise<KeptFile[]> =>
  where(
    within<KeptFile[]>("readonly", (files) => files.getAll()).then((all) => {
      for (const old of all) if (old.at < Date.now() - keptFor) void forgetFile(old);
      return all.filter((one) => one.link === link).sort((one, other) => one.at - other.at);
    }),
    [],
  );

export async function keepFile(kept: KeptFile): Promise<void> {
  const file = kept.file && (await fits(kept.file)) ? kept.file : null;
  const write = (row: KeptFile) => within("readwrite", (files) => files.put(row));
  await where(
    write({ ...kept, file }).catch(() => write({ ...kept, file: null })),
    undefined,
  );
}

export const forgetFile = ({ link, place, name }: Pick<KeptFile, "link" | "place" | "name">): Promise<void> =>
  where(
    within<undefined>("readwrite", (files) => files.delete([link, place, name])),
    undefined,
  );

async function fits({ size }: File): Promise<boolean> {
  if (size > largestKept) return false;
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage > 2 * size;
}

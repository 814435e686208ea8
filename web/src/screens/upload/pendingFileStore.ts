import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { DBSchema } from "idb";
import { createDatabase } from "#lib/database.ts";
import type { Digests } from "./LinkUpload.ts";

/*
 * Files selected for a link that have not arrived yet, stored in the browser: a closed page resumes when it is opened again.
 * Files too large to store twice are remembered by name, and resume once they are selected again.
 */

export interface PendingFile {
  /** Generated: a link may have many files of one name. */
  id: string;
  /** Identifies the link without granting access to it. */
  link: string;
  slot: string;
  name: string;
  size: number;
  lastModified: number;
  comment: string;
  /** True if sending had started. */
  isStarted: boolean;
  digests: Digests | null;
  /** Null if the file is too large to store. */
  file: File | null;
  /** When it was selected, in milliseconds since the epoch. */
  addedAt: number;
}

/** A stored row. Where the browser refuses files (WebKit's private windows), it has their bytes instead. */
interface PendingRow extends PendingFile {
  bytes?: ArrayBuffer;
  type?: string;
}

interface LinkSchema extends DBSchema {
  pendingFile: { key: string; value: PendingRow };
  /** The store of version 1, whose key was the name. */
  file: { key: string; value: Omit<PendingRow, "id"> };
}

/** Maximum bytes of a stored file. */
const maxStoredBytes = 300_000_000;
/** Milliseconds after which pending files are deleted. */
const retentionMs = 30 * 86_400_000;

export const hashToken = (token: string): string => bytesToHex(sha256(utf8ToBytes(token)));

const runInDatabase = createDatabase<LinkSchema>(
  "siteproof-link",
  2,
  async (db, oldVersion, _newVersion, transaction) => {
    const files = db.createObjectStore("pendingFile", { keyPath: "id" });
    if (oldVersion < 1) return;
    const olderRows = await transaction.objectStore("file").getAll();
    await Promise.all(olderRows.map((row) => files.add({ ...row, id: crypto.randomUUID() })));
    db.deleteObjectStore("file");
  },
);

/** Falls back to a value if the browser has no storage, as in private windows. */
const withFallback = <T>(work: Promise<T>, fallback: T): Promise<T> => work.catch(() => fallback);

/** The pending files of a link, in the order they were selected. Deletes expired files of all links. */
export const readPendingFiles = (link: string): Promise<PendingFile[]> =>
  withFallback(
    runInDatabase((db) => db.getAll("pendingFile")).then((all) => {
      for (const row of all) if (row.addedAt < Date.now() - retentionMs) void deletePendingFile(row);
      return all
        .filter((pending) => pending.link === link)
        .sort((a, b) => a.addedAt - b.addedAt)
        .map(({ bytes, type = "", ...pending }) =>
          bytes
            ? {
                ...pending,
                file: new File([bytes], pending.name, { type, lastModified: pending.lastModified }),
              }
            : pending,
        );
    }),
    [],
  );

export async function savePendingFile(pending: PendingFile): Promise<void> {
  const file = pending.file && (await fitsInStorage(pending.file)) ? pending.file : null;
  const write = (row: PendingRow) => runInDatabase(async (db) => void (await db.put("pendingFile", row)));
  const writeBytes = async () =>
    write({ ...pending, file: null, ...(file && { bytes: await file.arrayBuffer(), type: file.type }) });
  await withFallback(
    write({ ...pending, file })
      .catch(writeBytes)
      .catch(() => write({ ...pending, file: null })),
    undefined,
  );
}

export const deletePendingFile = ({ id }: Pick<PendingFile, "id">): Promise<void> =>
  withFallback(
    runInDatabase((db) => db.delete("pendingFile", id)),
    undefined,
  );

async function fitsInStorage({ size }: File): Promise<boolean> {
  if (size > maxStoredBytes) return false;
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage > 2 * size;
}

import { z } from "zod";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { r2Source } from "#worker/export/r2Source.ts";
import { type ExportFile, sliceOf } from "#worker/export/segments.ts";
import { streamOf } from "#worker/export/stream.ts";
import { markOrphanStatement } from "./orphans.ts";

const mebibyte = 1024 * 1024;

/**
 * Bytes of a part. Storage takes at most 10 000 of at least 5 MiB, all but the last of one size. They are streamed, so that their size
 * costs no memory; small ones lose less when they are cut off.
 */
export const partSizeOf = (length: number): number => (length > 1024 * mebibyte ? 32 : 8) * mebibyte;

/** Where storing stopped: the upload, what it is of, and the tags of its parts in order. */
export const storeCheckpoint = z.object({
  key: z.string(),
  uploadId: z.string(),
  /** Of the whole file. */
  etag: z.string(),
  parts: z.array(z.string()),
});
export type StoreCheckpoint = z.output<typeof storeCheckpoint>;

interface Storing {
  /** Where an earlier try stopped. */
  begun: StoreCheckpoint | null;
  /** A place that no row names yet; it is noted as unowned before anything is stored there. */
  newKey(): string;
  contentType: string;
}

/**
 * Stores a file part by part, and goes on with the part at which it was cut off; a file that has changed since is stored anew. Whoever
 * calls notes what each turn gives, and the bytes stored by then, before asking for the next. An upload that storage no longer knows
 * is begun anew.
 * @returns the key; the caller calls it owned in the batch that names it
 * @throws ObjectChangedError when something that the file holds was removed or replaced meanwhile
 */
export async function* storeExport(
  env: Env,
  db: Database,
  file: ExportFile,
  { begun, newKey, contentType }: Storing,
): AsyncGenerator<{ at: StoreCheckpoint; bytes: number }, string> {
  if (begun?.etag === file.etag && (await isFullyStored(env, begun, file))) return begun.key;
  if (begun && begun.etag !== file.etag) await abortStoring(env, begun);
  const resumed = begun?.etag === file.etag ? begun : null;
  let at = resumed;
  if (!at) {
    at = await begin(env, db, file, newKey(), contentType);
    yield { at, bytes: 0 };
  }
  const size = partSizeOf(file.length);
  const upload = env.STORAGE.resumeMultipartUpload(at.key, at.uploadId);
  try {
    for (let from = at.parts.length * size; from < file.length; from += size) {
      const to = Math.min(from + size, file.length);
      const { etag } = await upload.uploadPart(at.parts.length + 1, pieceOf(env, file, from, to));
      at = { ...at, parts: [...at.parts, etag] };
      yield { at, bytes: to };
    }
    // It may have been swept since it was begun.
    await db.batch([markOrphanStatement(db, at.key)]);
    await upload.complete(at.parts.map((etag, index) => ({ partNumber: index + 1, etag })));
    return at.key;
  } catch (error) {
    if (!resumed || !isUnknownUploadError(error)) throw error;
    return yield* storeExport(env, db, file, { begun: null, newKey, contentType });
  }
}

/** Frees the parts of what will not be gone on with. Repeatable, and never fails: storage forgets them in a week anyway. */
export async function abortStoring(env: Env, { key, uploadId }: StoreCheckpoint): Promise<void> {
  await env.STORAGE.resumeMultipartUpload(key, uploadId)
    .abort()
    .catch((error: unknown) => console.error(JSON.stringify({ upload: key, notAborted: String(error) })));
}

async function begin(
  env: Env,
  db: Database,
  file: ExportFile,
  key: string,
  contentType: string,
): Promise<StoreCheckpoint> {
  await db.batch([markOrphanStatement(db, key)]);
  const { uploadId } = await env.STORAGE.createMultipartUpload(key, {
    httpMetadata: { contentType },
    customMetadata: { crc32: String(file.crc32), export: file.etag },
  });
  return { key, uploadId, etag: file.etag, parts: [] };
}

/** Whether storage does not know the upload or its parts any more (10024, 10025). */
const isUnknownUploadError = (error: unknown): boolean => /\(1002[45]\)/.test(String(error));

const pieceOf = (env: Env, file: ExportFile, from: number, to: number) =>
  streamOf(sliceOf(file, from, to), to - from, r2Source(env.STORAGE));

/** Stopped between its last part and the note that it is stored. */
async function isFullyStored(env: Env, { key }: StoreCheckpoint, file: ExportFile): Promise<boolean> {
  const found = await env.STORAGE.head(key);
  return found?.size === file.length && found.customMetadata?.export === file.etag;
}

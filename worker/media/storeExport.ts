import { z } from "zod";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { r2Source } from "#worker/export/r2Source.ts";
import { type ExportFile, sliceOf } from "#worker/export/segments.ts";
import { streamOf } from "#worker/export/stream.ts";
import { markOrphanStatement } from "./orphans.ts";

const mebibyte = 1024 * 1024;

/**
 * The size of a part in bytes. Storage takes at most 10 000 parts of at least 5 MiB, all but the last of the same size. Parts are
 * streamed, so their size costs no memory; a smaller part loses less when it is interrupted.
 */
export const partSizeOf = (length: number): number => (length > 1024 * mebibyte ? 32 : 8) * mebibyte;

/** Where storing stopped: the upload, the entity tag of the exported file, and the tags of the parts stored so far. */
export const storeCheckpoint = z.object({
  key: z.string(),
  uploadId: z.string(),
  /** The entity tag of the whole exported file. */
  etag: z.string(),
  parts: z.array(z.string()),
});
export type StoreCheckpoint = z.output<typeof storeCheckpoint>;

interface Storing {
  /** The checkpoint of an earlier attempt. */
  checkpoint: StoreCheckpoint | null;
  /** Returns a key that no row names yet; it is marked as an orphan before anything is stored there. */
  newKey(): string;
  contentType: string;
}

/**
 * Stores a file part by part and resumes at the part where it was interrupted. A file that has changed since, or an upload that
 * storage no longer knows, is stored from the beginning. The caller must save each yielded checkpoint and the bytes stored so far
 * before it asks for the next.
 * @returns the key; the caller clears the orphan in the batch that names it
 * @throws ObjectChangedError when an object that the file contains was removed or replaced in the meantime
 */
export async function* storeExport(
  env: Env,
  db: Database,
  file: ExportFile,
  { checkpoint, newKey, contentType }: Storing,
): AsyncGenerator<{ at: StoreCheckpoint; bytes: number }, string> {
  if (checkpoint?.etag === file.etag && (await isFullyStored(env, checkpoint, file))) return checkpoint.key;
  if (checkpoint && checkpoint.etag !== file.etag) await abortStoring(env, checkpoint);
  const resumed = checkpoint?.etag === file.etag ? checkpoint : null;
  let offset = resumed;
  if (!offset) {
    offset = await begin(env, db, file, newKey(), contentType);
    yield { at: offset, bytes: 0 };
  }
  const size = partSizeOf(file.length);
  const upload = env.STORAGE.resumeMultipartUpload(offset.key, offset.uploadId);
  try {
    for (let from = offset.parts.length * size; from < file.length; from += size) {
      const to = Math.min(from + size, file.length);
      const { etag } = await upload.uploadPart(offset.parts.length + 1, partBody(env, file, from, to));
      offset = { ...offset, parts: [...offset.parts, etag] };
      yield { at: offset, bytes: to };
    }
    // The sweeper may have removed the mark since the upload was begun.
    await db.batch([markOrphanStatement(db, offset.key)]);
    await upload.complete(offset.parts.map((etag, index) => ({ partNumber: index + 1, etag })));
    return offset.key;
  } catch (error) {
    if (!resumed || !isUnknownUploadError(error)) throw error;
    return yield* storeExport(env, db, file, { checkpoint: null, newKey, contentType });
  }
}

/**
 * Frees the parts of an upload that will not be resumed. Idempotent, and never fails: storage drops them after a week anyway.
 */
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

/** Whether storage no longer knows the upload or its parts (10024, 10025). */
const isUnknownUploadError = (error: unknown): boolean => /\(1002[45]\)/.test(String(error));

const partBody = (env: Env, file: ExportFile, from: number, to: number) =>
  streamOf(sliceOf(file, from, to), to - from, r2Source(env.STORAGE));

/** True if the earlier attempt ended after its last part but before the result was recorded. */
async function isFullyStored(env: Env, { key }: StoreCheckpoint, file: ExportFile): Promise<boolean> {
  const found = await env.STORAGE.head(key);
  return found?.size === file.length && found.customMetadata?.export === file.etag;
}

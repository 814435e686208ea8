import { z } from "zod";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { type ExportFile, sliceExportFile } from "#worker/export/segments.ts";
import { createStream } from "#worker/export/stream.ts";
import { markOrphanStatement } from "./orphans.ts";

const mebibyte = 1024 * 1024;

/**
 * The size of a part in bytes. Storage accepts at most 10 000 parts of at least 5 MiB, all but the last of the same size. Parts are
 * streamed, so their size costs no memory; if a smaller part is interrupted, less is lost.
 */
export const getPartSize = (length: number): number => (length > 1024 * mebibyte ? 32 : 8) * mebibyte;

/** Where storing stopped: the upload, the entity tag of the exported file, and the tags of the parts stored so far. */
export const storeCheckpointSchema = z.object({
  key: z.string(),
  uploadId: z.string(),
  /** The entity tag of the whole exported file. */
  etag: z.string(),
  parts: z.array(z.string()),
});
export type StoreCheckpoint = z.output<typeof storeCheckpointSchema>;

interface StoreOptions {
  /** The checkpoint of an earlier attempt. */
  checkpoint: StoreCheckpoint | null;
  /** Returns a key that no row refers to yet; it is marked as an orphan before anything is stored there. */
  createKey(): string;
  contentType: string;
}

/**
 * Stores a file part by part and resumes at the part where it was interrupted. A file that has changed since, or an upload that
 * storage no longer knows, is stored from the beginning. The caller must save each yielded checkpoint and the bytes stored so far
 * before it requests the next.
 * @returns the key; the caller clears the orphan in the batch that writes the key to a row
 * @throws ObjectChangedError when an object that the file contains was removed or replaced in the meantime
 */
export async function* storeExport(
  env: Env,
  db: Database,
  file: ExportFile,
  { checkpoint, createKey, contentType }: StoreOptions,
): AsyncGenerator<{ checkpoint: StoreCheckpoint; bytes: number }, string> {
  if (checkpoint?.etag === file.etag && (await isFullyStored(env, checkpoint, file))) return checkpoint.key;
  if (checkpoint && checkpoint.etag !== file.etag) await abortStoreQuietly(env, checkpoint);
  const resumedCheckpoint = checkpoint?.etag === file.etag ? checkpoint : null;
  let currentCheckpoint = resumedCheckpoint;
  if (!currentCheckpoint) {
    currentCheckpoint = await startUpload(env, db, file, createKey(), contentType);
    yield { checkpoint: currentCheckpoint, bytes: 0 };
  }
  const partSize = getPartSize(file.length);
  const upload = env.STORAGE.resumeMultipartUpload(currentCheckpoint.key, currentCheckpoint.uploadId);
  try {
    for (let start = currentCheckpoint.parts.length * partSize; start < file.length; start += partSize) {
      const end = Math.min(start + partSize, file.length);
      const { etag } = await upload.uploadPart(
        currentCheckpoint.parts.length + 1,
        createPartBody(env, file, start, end),
      );
      currentCheckpoint = { ...currentCheckpoint, parts: [...currentCheckpoint.parts, etag] };
      yield { checkpoint: currentCheckpoint, bytes: end };
    }
    // The sweeper may have removed the mark since the upload was started.
    await db.batch([markOrphanStatement(db, currentCheckpoint.key)]);
    await upload.complete(currentCheckpoint.parts.map((etag, index) => ({ partNumber: index + 1, etag })));
    return currentCheckpoint.key;
  } catch (error) {
    if (!resumedCheckpoint || !isUnknownUploadError(error)) throw error;
    return yield* storeExport(env, db, file, { checkpoint: null, createKey, contentType });
  }
}

/**
 * Frees the parts of an upload that will not be resumed. Idempotent, and never fails: storage drops them after a week anyway.
 */
export async function abortStoreQuietly(env: Env, { key, uploadId }: StoreCheckpoint): Promise<void> {
  await env.STORAGE.resumeMultipartUpload(key, uploadId)
    .abort()
    .catch((error: unknown) => console.error(JSON.stringify({ upload: key, notAborted: String(error) })));
}

async function startUpload(
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

/** True if storage no longer knows the upload or its parts (10024, 10025). */
const isUnknownUploadError = (error: unknown): boolean => /\(1002[45]\)/.test(String(error));

const createPartBody = (env: Env, file: ExportFile, start: number, end: number) =>
  createStream(sliceExportFile(file, start, end), end - start, createR2Source(env.STORAGE));

/** True if the earlier attempt ended after its last part but before the result was recorded. */
async function isFullyStored(env: Env, { key }: StoreCheckpoint, file: ExportFile): Promise<boolean> {
  const object = await env.STORAGE.head(key);
  return object?.size === file.length && object.customMetadata?.export === file.etag;
}

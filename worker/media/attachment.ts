import type { Env } from "#worker/env.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { createObjectSegment, exportFileOf } from "#worker/export/segments.ts";
import { serveExport } from "#worker/export/serveExport.ts";

/** The columns that a download needs. */
interface StoredFile {
  name: string;
  dataSize: number;
  crc32: number | null;
  etag: string | null;
}

/**
 * The response that serves a stored file, with its exact length, ranges and an entity tag. The content type is never the file's
 * own: a browser that displayed it would run it in the console's origin.
 */
export const serveAttachment = (env: Env, key: string, file: StoredFile, request: Request): Response =>
  serveExport(
    exportFileOf(
      [createObjectSegment({ key, etag: file.etag ?? "", size: file.dataSize, crc32: file.crc32 ?? 0 })],
      {
        fileName: file.name,
        contentType: "application/octet-stream",
      },
    ),
    request,
    createR2Source(env.STORAGE),
  );

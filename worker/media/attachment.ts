import type { Env } from "../env";
import { r2Source } from "../export/r2-source";
import { layoutOf, wholeObject } from "../export/segments";
import { serveLayout } from "../export/serve";

/** A stored file's row, as far as it takes to hand it out. */
interface StoredFile {
  name: string;
  dataSize: number;
  crc32: number | null;
  etag: string | null;
}

/**
 * Hands a stored file out with its exact length, ranges and an entity tag. Never as what it claims to be: a browser that showed it
 * would run it in the console's own origin.
 */
export const attachment = (env: Env, key: string, file: StoredFile, request: Request): Response =>
  serveLayout(
    layoutOf([wholeObject({ key, etag: file.etag ?? "", size: file.dataSize, crc32: file.crc32 ?? 0 })], {
      fileName: file.name,
      contentType: "application/octet-stream",
    }),
    request,
    r2Source(env.STORAGE),
  );

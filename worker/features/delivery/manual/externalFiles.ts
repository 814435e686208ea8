import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { z } from "zod";
import { problem } from "#domain/core/problem.ts";
import { maxExternalBytes, type StoredExternalFile } from "#domain/delivery/deliveryRequest.ts";
import { uniqueByName } from "#domain/delivery/exportDraft.ts";
import type { manualExport } from "#domain/endpoints/exports/manualExport.ts";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { markOrphanStatement } from "#worker/media/orphans.ts";
import { createExternalFileKey } from "#worker/media/photoKeys.ts";

type ExternalFileInput = z.output<NonNullable<typeof manualExport.body>>["externalFiles"];

/** An external file that is not stored yet. */
export interface DecodedFile {
  name: string;
  type: string;
  sha256: string;
  bytes: Uint8Array;
}

/**
 * Decodes external files, keeping one per name (2§5).
 * @throws invalid if a size differs, tooLarge if the files exceed the total limit
 */
export function decodeExternalFiles(inputFiles: ExternalFileInput): DecodedFile[] {
  const files = uniqueByName(inputFiles);
  if (files.reduce((sum, { size }) => sum + size, 0) > maxExternalBytes) throw problem("tooLarge");
  return files.map(({ name, size, data, type }) => {
    const bytes = Buffer.from(data, "base64");
    // The decoder skips characters outside the alphabet, so the text must also have the right length.
    const decodedByteCount = Math.floor((data.replace(/={1,2}$/, "").length * 3) / 4);
    if (bytes.length !== size || decodedByteCount !== size)
      throw problem("invalid", { fields: { externalFiles: "invalid" } });
    return { name, type, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
  });
}

/** Stores the files of a delivery, marked as orphans until its row is written. */
export async function storeExternalFiles(
  env: Env,
  db: Database,
  { customerId, deliveryId }: { customerId: number; deliveryId: string },
  files: readonly DecodedFile[],
): Promise<StoredExternalFile[]> {
  const keyedFiles = files.map((file) => {
    const id: string = crypto.randomUUID();
    return { file, id, key: createExternalFileKey(customerId, deliveryId, id) };
  });
  const [first, ...rest] = keyedFiles.map(({ key }) => markOrphanStatement(db, key));
  if (first) await db.batch([first, ...rest]);
  const storedFiles: StoredExternalFile[] = [];
  for (const { file, id, key } of keyedFiles) {
    const { name, type, bytes, sha256 } = file;
    const object = await env.STORAGE.put(key, bytes, { sha256, httpMetadata: { contentType: type } });
    storedFiles.push({
      id,
      name,
      size: bytes.length,
      type,
      key,
      sha256,
      crc32: crc32(bytes) >>> 0,
      etag: object.etag,
    });
  }
  return storedFiles;
}

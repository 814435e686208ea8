import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { type graphic, referencePhoto } from "#worker/db/schema/index.ts";
import { type Scope, scopedRowCondition } from "#worker/db/scope.ts";
import type { Env } from "#worker/env.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { createObjectSegment, exportFileOf } from "#worker/export/segments.ts";
import { serveExport } from "#worker/export/serveExport.ts";
import { type ImageKind, referencePhotoKind } from "./imageKinds.ts";
import { toImageObjectKey } from "./imageStore.ts";

type ImageTable = typeof graphic | typeof referencePhoto;
type ImageRow = (typeof graphic)["$inferSelect"];

/** Serves the original file of a reference photo. @throws notFound */
export const serveReferencePhoto = async (
  env: Env,
  db: Database,
  scope: Scope,
  id: string,
  request: Request,
): Promise<Response> =>
  serveOriginal(env, referencePhotoKind, await findImage(db, scope, referencePhoto, id), request);

/** @throws notFound, also for an image without data */
export async function findImage(
  db: Database,
  scope: Scope,
  table: ImageTable,
  id: string,
): Promise<ImageRow> {
  const row = await db
    .select()
    .from(table)
    .where(scopedRowCondition(scope, table, id))
    .get();
  if (!row?.hasData) throw problem("notFound");
  return row;
}

/** Serves the original file with entity tag and ranges, as a download, so that browsers do not open it as a page. */
export function serveOriginal(env: Env, kind: ImageKind, row: ImageRow, request: Request): Response {
  const { etag, dataSize, crc32 } = row;
  const exportFile = exportFileOf(
    [
      createObjectSegment({
        key: toImageObjectKey(kind, row),
        etag: etag ?? "",
        size: dataSize,
        crc32: crc32 ?? 0,
      }),
    ],
    { fileName: `${row.name}.${kind.extension}`, contentType: kind.contentType },
  );
  return serveExport(exportFile, request, createR2Source(env.STORAGE));
}

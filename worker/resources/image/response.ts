import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { type graphic, referencePhoto } from "../../db/schema";
import { type Scope, scopedRow } from "../../db/scope";
import type { Env } from "../../env";
import { r2Source } from "../../export/r2Source";
import { exportFileOf, wholeObject } from "../../export/segments";
import { serveExport } from "../../export/serve";
import { type ImageKind, referencePhotos } from "./kinds";
import { keyOf } from "./store";

type ImageTable = typeof graphic | typeof referencePhoto;
type ImageRow = (typeof graphic)["$inferSelect"];

/** The original file of a reference photo. @throws notFound */
export const referencePhotoResponse = async (
  env: Env,
  db: Database,
  scope: Scope,
  id: string,
  request: Request,
): Promise<Response> => original(env, referencePhotos, await imageOf(db, scope, referencePhoto, id), request);

/** @throws notFound, also while its bytes have not arrived */
export async function imageOf(db: Database, scope: Scope, table: ImageTable, id: string): Promise<ImageRow> {
  const row = await db
    .select()
    .from(table)
    .where(scopedRow(scope, table, id))
    .get();
  if (!row?.hasData) throw problem("notFound");
  return row;
}

/** The original file with entity tag and ranges, as a download, so that no browser opens it as a page. */
export function original(env: Env, kind: ImageKind, row: ImageRow, request: Request): Response {
  const { etag, dataSize, crc32 } = row;
  const exportFile = exportFileOf(
    [wholeObject({ key: keyOf(kind, row), etag: etag ?? "", size: dataSize, crc32: crc32 ?? 0 })],
    { fileName: `${row.name}.${kind.extension}`, contentType: kind.contentType },
  );
  return serveExport(exportFile, request, r2Source(env.STORAGE));
}

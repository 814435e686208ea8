import type { Actor } from "../../../domain/access/actor";
import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { file, photo } from "../../db/schema";
import type { Env } from "../../env";
import { r2Source } from "../../export/r2-source";
import { layoutOf, wholeObject } from "../../export/segments";
import { serveLayout } from "../../export/serve";
import { fileKey, type PhotoForm, photoKey } from "../../media/keys";
import { scopedRow } from "../../resources/scoped";
import { visibleDocumentation } from "./details";

/** One form of a photo, checked, with ranges and an entity tag. */
export async function photoResponse(
  env: Env,
  db: Database,
  actor: Actor,
  id: string,
  form: PhotoForm,
  request: Request,
): Promise<Response> {
  const row = await db
    .select()
    .from(photo)
    .where(scopedRow(actor, photo, id))
    .get();
  if (!row?.hasData) throw problem("notFound");
  await visibleDocumentation(db, actor, row.documentationId);
  const key = photoKey(String(row.customerId), row.id, form);
  if (form === "thumbnail" || form === "rendition") return derivative(env, key, request);
  const layout = layoutOf(
    [wholeObject({ key, etag: row.etag ?? "", size: row.dataSize, crc32: row.crc32 ?? 0 })],
    { fileName: `${row.name}.jpg`, contentType: "image/jpeg" },
  );
  return serveLayout(layout, request, r2Source(env.STORAGE));
}

/**
 * Made by the service itself and checked as a JPEG: the only bytes ever served inline. A photo's address never changes what it
 * shows; one that may is `no-cache`: kept, and asked about each time.
 */
export async function derivative(
  env: Env,
  key: string,
  request: Request,
  cacheControl = "private, max-age=86400",
): Promise<Response> {
  const object = await env.STORAGE.get(key, { onlyIf: request.headers });
  if (!object) throw problem("notFound");
  const headers = new Headers({
    "content-type": "image/jpeg",
    etag: object.httpEtag,
    "cache-control": cacheControl,
  });
  if (!("body" in object)) return new Response(null, { status: 304, headers });
  headers.set("content-length", String(object.size));
  return new Response(object.body, { headers });
}

export async function fileResponse(
  env: Env,
  db: Database,
  actor: Actor,
  id: string,
  request: Request,
): Promise<Response> {
  const row = await db
    .select()
    .from(file)
    .where(scopedRow(actor, file, id))
    .get();
  if (!row?.hasData) throw problem("notFound");
  await visibleDocumentation(db, actor, row.documentationId);
  const layout = layoutOf(
    [
      wholeObject({
        key: fileKey(String(row.customerId), row.id),
        etag: row.etag ?? "",
        size: row.dataSize,
        crc32: row.crc32 ?? 0,
      }),
    ],
    // Never as what it claims to be: a browser that showed it would run it in the console's own origin.
    { fileName: row.name, contentType: "application/octet-stream" },
  );
  return serveLayout(layout, request, r2Source(env.STORAGE));
}

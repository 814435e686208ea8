import { and, eq } from "drizzle-orm";
import type { Grants } from "#domain/access/authorities.ts";
import { canCall } from "#domain/contract/endpoint.ts";
import { problem } from "#domain/core/problem.ts";
import type { DeliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import { updatePhoto } from "#domain/endpoints/review/review.ts";
import { isBlurred } from "#domain/media/markup.ts";
import { computePendingTurns } from "#domain/media/rotation.ts";
import { isAllowed } from "#worker/auth/session/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { type DeliveryRow, documentation, file, type PhotoRow, photo } from "#worker/db/schema/index.ts";
import { type Scope, scopedRowCondition } from "#worker/db/scope.ts";
import type { Env } from "#worker/env.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { createObjectSegment, exportFileOf, sliceExportFile } from "#worker/export/segments.ts";
import { serveExport, serveFile } from "#worker/export/serveExport.ts";
import { createStream } from "#worker/export/stream.ts";
import { serveAttachment } from "#worker/media/attachment.ts";
import { type PhotoForm, toFileObjectKey, toPhotoObjectKey, toUnmarkedKey } from "#worker/media/photoKeys.ts";
import { findVisibleDocumentation, isVisible } from "./details.ts";
import { refreshDerivatives } from "./rerender.ts";

/**
 * Serves one form of a visible photo, with ranges and an entity tag. Derivatives with an outdated rotation are rendered again first. The
 * response is immutable if `requestedRevision`, from the URL, is the current revision of the derivatives.
 * @throws notFound; photoBlurred for a form that shows what the photo's blur hides, unless `mayUnblur`
 */
export async function servePhoto(
  env: Env,
  db: Database,
  scope: Scope,
  {
    id,
    form,
    requestedRevision,
    unblurred: mayUnblur = false,
  }: { id: string; form: PhotoForm | "plain"; requestedRevision?: string | undefined; unblurred?: boolean },
  request: Request,
): Promise<Response> {
  // One statement: galleries request hundreds of photos.
  const photoWithStatus = await db
    .select({ row: photo, status: documentation.status })
    .from(photo)
    .innerJoin(
      documentation,
      and(eq(documentation.customerId, photo.customerId), eq(documentation.id, photo.documentationId)),
    )
    .where(scopedRowCondition(scope, photo, id))
    .get();
  if (!photoWithStatus?.row.hasData || !isVisible(scope, photoWithStatus)) throw problem("notFound");
  const { row } = photoWithStatus;
  if (form === "original" || form === "plain") assertCanUnblur(row, mayUnblur);
  if (form === "original")
    return serveOriginal(env, { ...row, key: toPhotoObjectKey(row, "original") }, request);
  const current = computePendingTurns(row) === 0 ? row : await refreshDerivatives(env, db, row);
  const plain = form === "plain" ? toUnmarkedKey(current) : null;
  const [etag, size] =
    plain !== null
      ? [current.unmarkedEtag, current.unmarkedSize]
      : form === "thumbnail"
        ? [current.thumbnailEtag, current.thumbnailSize]
        : [current.renditionEtag, current.renditionSize];
  const isImmutable = requestedRevision === current.derivativeRevision && computePendingTurns(current) === 0;
  return serveDerivative(
    env,
    {
      key: plain ?? toPhotoObjectKey(current, form === "plain" ? "rendition" : form),
      ...(etag && size && { etag, size }),
    },
    request,
    isImmutable ? "private, max-age=86400, immutable" : "private, no-cache",
  );
}

/** Whether a caller may get photos without their blur: anyone who may remove the blur. */
export const canUnblur = (grants: Grants): boolean => canCall(grants, updatePhoto);

/** Whether a delivery without markup may also omit the blur: only while the user who requested it may still remove the blur. */
export const canStillUnblur = async (
  db: Database,
  { isAutomatic, requester, customerId }: Pick<DeliveryRow, "isAutomatic" | "requester" | "customerId">,
  { withoutMarkup = false }: DeliveryRequest,
): Promise<boolean> =>
  withoutMarkup && !isAutomatic && (await isAllowed(db, requester, updatePhoto, customerId));

/** @throws photoBlurred for a blurred photo whose original the caller may not see */
export function assertCanUnblur({ markup }: Pick<PhotoRow, "markup">, mayUnblur: boolean): void {
  if (!mayUnblur && isBlurred(markup)) throw problem("photoBlurred");
}

/** Serves a photo's original as a download. */
export function serveOriginal(
  env: Env,
  row: Pick<PhotoRow, "name" | "etag" | "dataSize" | "crc32"> & { key: string },
  request: Request,
): Response {
  const exportFile = exportFileOf(
    [
      createObjectSegment({
        key: row.key,
        etag: row.etag ?? "",
        size: row.dataSize,
        crc32: row.crc32 ?? 0,
      }),
    ],
    { fileName: `${row.name}.jpg`, contentType: "image/jpeg" },
  );
  return serveExport(exportFile, request, createR2Source(env.STORAGE));
}

/** Serves a JPEG that the service rendered: the only content served inline. A known entity tag and size save a call to storage. */
export async function serveDerivative(
  env: Env,
  { key, ...knownHead }: { key: string; etag?: string; size?: number },
  request: Request,
  cacheControl: string,
): Promise<Response> {
  const { etag, size } = knownHead.etag ? knownHead : ((await env.STORAGE.head(key)) ?? {});
  if (etag === undefined || size === undefined) throw problem("notFound");
  const exportFile = exportFileOf([createObjectSegment({ key, etag, size, crc32: 0 })], {
    fileName: "photo.jpg",
    contentType: "image/jpeg",
  });
  const open = (from: number, to: number) =>
    createStream(sliceExportFile(exportFile, from, to), to - from, createR2Source(env.STORAGE));
  return serveFile({ ...exportFile, open, inline: true, cacheControl }, request);
}

export async function serveFileAttachment(
  env: Env,
  db: Database,
  scope: Scope,
  id: string,
  request: Request,
): Promise<Response> {
  const row = await db
    .select()
    .from(file)
    .where(scopedRowCondition(scope, file, id))
    .get();
  if (!row?.hasData) throw problem("notFound");
  await findVisibleDocumentation(db, scope, row.documentationId);
  return serveAttachment(env, toFileObjectKey(row), row, request);
}

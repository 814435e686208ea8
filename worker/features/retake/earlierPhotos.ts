import { and, desc, eq, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import type { EarlierPhotoRow } from "#domain/endpoints/documentation/retake.ts";
import { isBlurred } from "#domain/media/markup.ts";
import { photoDateSourceOf } from "#domain/media/photoDate.ts";
import type { Database } from "#worker/db/database.ts";
import { earlierPhoto, retake } from "#worker/db/schema/index.ts";
import { findRowInScope, type Scope } from "#worker/db/scope.ts";
import { type DocumentationRef, findVisibleDocumentation } from "#worker/documentation/details.ts";
import { assertCanUnblur, serveDerivative, serveOriginal } from "#worker/documentation/mediaResponses.ts";
import type { Env } from "#worker/env.ts";
import { getUprightSize } from "#worker/media/imageSize.ts";
import { toEarlierPhotoKey } from "#worker/media/photoKeys.ts";

/** Maximum number of earlier photos listed per documentation. */
const maxEarlierPhotos = 1000;

/** The earlier versions of a documentation's photos, newest first. */
export async function listEarlierPhotos(
  db: Database,
  { customerId, id }: DocumentationRef,
): Promise<EarlierPhotoRow[]> {
  const rows = await db
    .select({ earlier: earlierPhoto, reason: retake.reason, askedBy: retake.creator })
    .from(earlierPhoto)
    .leftJoin(
      retake,
      and(eq(retake.customerId, earlierPhoto.customerId), eq(retake.id, earlierPhoto.retakeId)),
    )
    .where(and(eq(earlierPhoto.customerId, customerId), eq(earlierPhoto.documentationId, id)))
    .orderBy(desc(earlierPhoto.replacedAt), desc(sql`${earlierPhoto}.rowid`))
    .limit(maxEarlierPhotos);
  return rows.map(({ earlier: { replacedAt, ...earlier }, ...retakeColumns }) => ({
    ...earlier,
    dateSource: photoDateSourceOf(earlier),
    replaced: replacedAt,
    ...retakeColumns,
    blurred: isBlurred(earlier.markup),
    ...(earlier.width !== null && earlier.height !== null
      ? getUprightSize({ ...earlier, width: earlier.width, height: earlier.height })
      : { width: null, height: null }),
  }));
}

/**
 * Serves one form of an earlier photo, whose bytes never change.
 * @throws notFound
 */
export async function serveEarlierPhoto(
  env: Env,
  db: Database,
  scope: Scope,
  {
    id,
    form: photoForm,
    canUnblur,
  }: { id: string; form: "thumbnail" | "rendition" | "original"; canUnblur: boolean },
  request: Request,
): Promise<Response> {
  const row = await findRowInScope(db, scope, earlierPhoto, id);
  await findVisibleDocumentation(db, scope, row.documentationId);
  if (photoForm === "original") assertCanUnblur(row, canUnblur);
  if (photoForm === "original")
    return serveOriginal(env, { ...row, key: toEarlierPhotoKey(row, "original") }, request);
  const [etag, size] =
    photoForm === "thumbnail"
      ? [row.thumbnailEtag, row.thumbnailSize]
      : [row.renditionEtag, row.renditionSize];
  if (!etag || size === null) throw problem("notFound");
  return serveDerivative(
    env,
    { key: toEarlierPhotoKey(row, photoForm), etag, size },
    request,
    "private, max-age=86400, immutable",
  );
}

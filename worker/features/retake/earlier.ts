import { and, desc, eq, sql } from "drizzle-orm";
import type { EarlierPhotoRow } from "../../../domain/endpoints/retake";
import { problem } from "../../../domain/problem";
import { isBlurred } from "../../../domain/rules/markup";
import type { Database } from "../../db/database";
import { earlierPhoto, retake } from "../../db/schema";
import { findScoped, type Scope } from "../../db/scope";
import { type DocumentationRef, visibleDocumentation } from "../../documentation/details";
import { assertCanUnblur, derivativeResponse, originalResponse } from "../../documentation/media";
import type { Env } from "../../env";
import { keyOfEarlier } from "../../media/keys";
import { uprightSize } from "../../media/size";

/** In lists, of one documentation. */
const maxEarlierPhotos = 1000;

/** What the photos of a documentation were, newest first. */
export async function earlierPhotosOf(
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
    .orderBy(desc(earlierPhoto.replaced), desc(sql`${earlierPhoto}.rowid`))
    .limit(maxEarlierPhotos);
  return rows.map(({ earlier, ...why }) => ({
    ...earlier,
    ...why,
    blurred: isBlurred(earlier.markup),
    ...(earlier.width !== null && earlier.height !== null
      ? uprightSize({ ...earlier, width: earlier.width, height: earlier.height })
      : { width: null, height: null }),
  }));
}

/** One form of an earlier photo. What it is made of never changes. @throws notFound */
export async function earlierResponse(
  env: Env,
  db: Database,
  scope: Scope,
  { id, form, unblurred }: { id: string; form: "thumbnail" | "rendition" | "original"; unblurred: boolean },
  request: Request,
): Promise<Response> {
  const row = await findScoped(db, scope, earlierPhoto, id);
  await visibleDocumentation(db, scope, row.documentationId);
  if (form === "original") assertCanUnblur(row, unblurred);
  if (form === "original")
    return originalResponse(env, { ...row, key: keyOfEarlier(row, "original") }, request);
  const [etag, size] =
    form === "thumbnail" ? [row.thumbnailEtag, row.thumbnailSize] : [row.renditionEtag, row.renditionSize];
  if (!etag || size === null) throw problem("notFound");
  return derivativeResponse(
    env,
    { key: keyOfEarlier(row, form), etag, size },
    request,
    "private, max-age=86400, immutable",
  );
}

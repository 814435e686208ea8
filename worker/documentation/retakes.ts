import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { today } from "#domain/core/calendar/days.ts";
import { now } from "#domain/core/fields.ts";
import { retakeStateOf } from "#domain/documentation/retakeState.ts";
import type { OpenRetake, RetakeRow } from "#domain/endpoints/documentation/retake.ts";
import { createUploadToken } from "#domain/endpoints/links/uploadLinks.ts";
import { isBlurred, rotateMarkup } from "#domain/media/markup.ts";
import { photoDateSourceOf } from "#domain/media/photoDate.ts";
import { takesAnswer } from "#domain/task/types.ts";
import { isAllowed } from "#worker/auth/session/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { documentationTask, earlierPhoto, photo, retake, uploadToken } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { PlannedEarlierPhoto } from "#worker/export/exportPlanTypes.ts";
import { toEarlierPhotoKey } from "#worker/media/photoKeys.ts";
import type { DocumentationRef } from "./details.ts";

/** Maximum retakes listed for a documentation or link. */
const maxListedRetakes = 200;

/** The number of open retakes of a documentation `d`. */
export const openRetakeCountSql = sql`(SELECT count(*) FROM retake
  WHERE customer_id = d.customer_id AND documentation_id = d.id AND outcome IS NULL)`;

/** The progress of the retakes of a documentation `d` as JSON; null without any, and once it is reviewed. */
export const sentBackSql = () => sql`CASE WHEN d.status IN ('HANDLED', 'APPROVED') THEN NULL ELSE (
  SELECT json_object('state', CASE
      WHEN max(r.outcome IS NULL AND r.due_day IS NOT NULL AND r.due_day < ${today()}) THEN 'LATE'
      WHEN max(r.outcome IS NULL AND r.opened_at IS NOT NULL) THEN 'OPENED'
      WHEN max(r.outcome IS NULL) THEN 'SENT' ELSE 'ANSWERED' END,
    'dueDay', min(r.due_day) FILTER (WHERE r.outcome IS NULL))
  FROM retake r WHERE r.customer_id = d.customer_id AND r.documentation_id = d.id
    AND coalesce(r.outcome, '') <> 'WITHDRAWN' HAVING count(*) > 0) END`;

/** Retakes with their photo, link, and task: their own or the photo's. */
const retakeQuery = (db: Database, condition: SQL | undefined) =>
  db
    // D1 returns at most 100 columns.
    .select({
      retake,
      photo: { id: photo.id, customerId: photo.customerId, name: photo.name, rotation: photo.rotation },
      task: documentationTask,
      link: {
        id: uploadToken.id,
        requester: uploadToken.requester,
        revokedAt: uploadToken.revokedAt,
        expireDate: uploadToken.expireDate,
      },
    })
    .from(retake)
    .leftJoin(photo, and(eq(photo.customerId, retake.customerId), eq(photo.id, retake.photoId)))
    .leftJoin(
      documentationTask,
      and(
        eq(documentationTask.customerId, retake.customerId),
        eq(documentationTask.id, sql`coalesce(${retake.documentationTaskId}, ${photo.documentationTaskId})`),
      ),
    )
    .leftJoin(
      uploadToken,
      and(eq(uploadToken.customerId, retake.customerId), eq(uploadToken.id, retake.uploadTokenId)),
    )
    .where(condition)
    .orderBy(desc(retake.dateCreated), desc(sql`${retake}.rowid`))
    .limit(maxListedRetakes);

/** The retakes of a documentation, newest first; or one of them. */
export async function listRetakes(
  db: Database,
  { customerId, id }: DocumentationRef,
  retakeId?: string,
): Promise<RetakeRow[]> {
  const retakeRows = await retakeQuery(
    db,
    and(
      eq(retake.customerId, customerId),
      eq(retake.documentationId, id),
      retakeId === undefined ? undefined : eq(retake.id, retakeId),
    ),
  );
  const links = new Map(retakeRows.flatMap(({ link }) => (link ? [[link.id, link] as const] : [])));
  const openByLinkId = new Map<string, boolean>();
  for (const link of links.values())
    openByLinkId.set(
      link.id,
      !link.revokedAt &&
        link.expireDate > now() &&
        (await isAllowed(db, link.requester, createUploadToken, customerId)),
    );
  return retakeRows.map(({ retake: { endedAt, ...row }, photo: retakenPhoto, task, link }) => ({
    ...row,
    ...toVisibleFields(row, retakenPhoto),
    opened: row.openedAt,
    state: retakeStateOf(row, today()),
    ended: endedAt,
    photoName: retakenPhoto?.name ?? null,
    taskName: task?.name ?? null,
    inWords: row.photoId === null && takesAnswer(task?.type ?? ""),
    link: link && { id: link.id, expireDate: link.expireDate, open: openByLinkId.get(link.id) ?? false },
  }));
}

/** The recipient of a retake, and its drawing rotated as the photo is shown. */
export const toVisibleFields = (
  {
    recipientKind,
    recipientAddress,
    drawing,
  }: Pick<typeof retake.$inferSelect, "recipientKind" | "recipientAddress" | "drawing">,
  rotatedPhoto: { rotation: number } | null,
) => ({
  recipient: recipientKind && { kind: recipientKind, address: recipientAddress ?? "" },
  drawing: drawing && rotateMarkup(drawing, rotatedPhoto?.rotation ?? 0),
});

/** Marks open retakes as seen by their recipient. */
export const openRetakesStatement = (db: Database, condition: SQL) =>
  statement(
    db,
    sql`UPDATE retake SET opened_at = ${now()} WHERE opened_at IS NULL AND outcome IS NULL AND ${condition}`,
  );

/** The retakes of a link, oldest first, without those that were withdrawn. */
export async function listRetakesOfLink(db: Database, { customerId, id }: typeof uploadToken.$inferSelect) {
  const retakeRows = await retakeQuery(
    db,
    and(
      eq(retake.customerId, customerId),
      eq(retake.uploadTokenId, id),
      sql`coalesce(${retake.outcome}, '') <> 'WITHDRAWN'`,
    ),
  );
  return retakeRows.reverse();
}

/**
 * The earlier versions of a documentation's photos, oldest first, for exports that include them. A blurred one is exported as its
 * blurred rendition, since exports reach more people than the reviewers. Omits blurred ones whose rendition has no recorded SHA-256.
 */
export async function planEarlierPhotos(
  db: Database,
  { customerId, id }: DocumentationRef,
): Promise<PlannedEarlierPhoto[]> {
  const rows = await db
    .select({ earlierVersion: earlierPhoto, reason: retake.reason })
    .from(earlierPhoto)
    .leftJoin(
      retake,
      and(eq(retake.customerId, earlierPhoto.customerId), eq(retake.id, earlierPhoto.retakeId)),
    )
    .where(and(eq(earlierPhoto.customerId, customerId), eq(earlierPhoto.documentationId, id)))
    .orderBy(asc(earlierPhoto.replacedAt), asc(sql`${earlierPhoto}.rowid`));
  return rows
    .filter(
      ({ earlierVersion }) =>
        !isBlurred(earlierVersion.markup) || earlierVersion.markedRenditionSha256 !== null,
    )
    .map(({ earlierVersion, reason }) => ({
      id: earlierVersion.id,
      photoId: earlierVersion.photoId,
      name: earlierVersion.name,
      creator: earlierVersion.creator,
      dateCreated: earlierVersion.dateCreated,
      dateSource: photoDateSourceOf(earlierVersion),
      replaced: earlierVersion.replacedAt,
      reason,
      ...(isBlurred(earlierVersion.markup)
        ? {
            sha256: earlierVersion.markedRenditionSha256 ?? "",
            markup: true as const,
            object: {
              key: toEarlierPhotoKey(earlierVersion, "rendition"),
              etag: earlierVersion.renditionEtag ?? "",
              size: earlierVersion.renditionSize ?? 0,
              crc32: earlierVersion.renditionCrc32 ?? 0,
            },
          }
        : {
            sha256: earlierVersion.sha256 ?? "",
            object: {
              key: toEarlierPhotoKey(earlierVersion, "original"),
              etag: earlierVersion.etag ?? "",
              size: earlierVersion.dataSize,
              crc32: earlierVersion.crc32 ?? 0,
            },
          }),
    }));
}

/** The open retakes of a handed-over documentation, oldest first, for the person who resumes it. */
export async function listRetakesForFetcher(
  db: Database,
  { customerId, id }: DocumentationRef,
): Promise<OpenRetake[]> {
  const rows = await retakeQuery(
    db,
    and(eq(retake.customerId, customerId), eq(retake.documentationId, id), isNull(retake.outcome)),
  );
  return rows
    .reverse()
    .map(({ retake: row, photo: retakenPhoto }) => ({ ...row, ...toVisibleFields(row, retakenPhoto) }));
}

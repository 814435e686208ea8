import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { keysOf, pick } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { type Markup, rotateMarkup } from "#domain/media/markup.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { earlierPhoto, photo } from "#worker/db/schema/index.ts";
import { findRowInScope, scopeOf } from "#worker/db/scope.ts";
import { statement } from "#worker/db/statement.ts";
import { findVisibleDocumentation, photoColumns, toPhotoRow } from "#worker/documentation/details.ts";
import {
  changePart,
  deletePart,
  findChangeablePart,
  findTaskName,
} from "#worker/documentation/documentationParts.ts";
import { addExportEvents } from "#worker/documentation/exportEvents.ts";
import { rerenderPhoto } from "#worker/documentation/rerender.ts";
import type { Env } from "#worker/env.ts";
import { refreshApplicableStatements } from "#worker/ingest/awaitedFiles.ts";
import { completeWithEventStatements } from "#worker/ingest/completion.ts";
import { deleteReservationStatements } from "#worker/ingest/reservations.ts";
import { wakeDocumentationDeliveries } from "#worker/ingest/wakeDeliveries.ts";
import { markOrphanStatement, removeOrphansQuietly } from "#worker/media/orphans.ts";
import { listPhotoKeys } from "#worker/media/photoKeys.ts";

type Photo = typeof photo.$inferSelect;

interface PhotoEdit {
  id?: string | undefined;
  name?: string | undefined;
  comment?: string | null | undefined;
  reviewComment?: string | null | undefined;
  rotation?: number | undefined;
  markup?: Markup | null | undefined;
  version: number;
}

/** A photo as in the lists. */
export async function findPhotoRow(db: Database, customerId: number, id: string): Promise<PhotoRow> {
  const photoRows = await db
    .select(photoColumns)
    .from(photo)
    .where(and(eq(photo.customerId, customerId), eq(photo.id, id)));
  const [row] = await addExportEvents(db, photoRows.map(toPhotoRow));
  if (!row) throw problem("notFound");
  return row;
}

/** One photo that the actor may see. @throws notFound, also for an import whose bytes have not arrived */
export async function findPhoto(db: Database, actor: Actor, id: string): Promise<PhotoRow> {
  const row = await findRowInScope(db, scopeOf(actor), photo, id);
  await findVisibleDocumentation(db, scopeOf(actor), row.documentationId);
  if (row.imported && !row.hasData) throw problem("notFound");
  return findPhotoRow(db, row.customerId, id);
}

/**
 * Changes name, reviewer's comment, rotation and markup. The new thumbnail and rendition exist before the row shows the new rotation or
 * markup. The markup rotates with the photo unless the call replaces it.
 */
export async function editPhoto(
  env: Env,
  db: Database,
  actor: Actor,
  id: string,
  edit: PhotoEdit,
): Promise<PhotoRow> {
  const { row } = await findChangeablePart(db, scopeOf(actor), "photo", id, edit);
  const change = pickChanges(row, {
    ...(edit.name !== undefined && { name: edit.name }),
    ...pickReviewComment(row, edit),
    ...(edit.rotation !== undefined && { rotation: edit.rotation }),
    ...(edit.markup !== undefined && { markup: edit.markup }),
  });
  if (Object.keys(change).length > 0) {
    const appearance = getAppearanceChange(row, change);
    const rerenderedPhoto = appearance && row.hasData ? await rerenderPhoto(env, db, row, appearance) : null;
    const params = {
      task: await findTaskName(db, row),
      photo: change.name ?? row.name,
      ...(change.name !== undefined && { from: row.name, to: change.name }),
      ...(change.reviewComment !== undefined && {
        comment: change.reviewComment ?? "",
        previousComment: row.reviewComment ?? "",
      }),
      ...(change.rotation !== undefined && { rotation: String(change.rotation) }),
      ...(change.markup !== undefined && { markup: String(change.markup?.length ?? 0) }),
    };
    try {
      await changePart(db, actor, "photo", row, {
        change,
        ...(rerenderedPhoto && {
          columns: rerenderedPhoto.columns,
          extraStatements: rerenderedPhoto.orphanStatements,
        }),
        ...(!rerenderedPhoto && appearance && { columns: { markup: appearance.markup } }),
        event: { change: "PHOTO_EDITED", params },
      });
    } catch (error) {
      await rerenderedPhoto?.undo();
      throw error;
    }
  }
  return findPhotoRow(db, row.customerId, id);
}

type PhotoChange = Partial<Pick<Photo, "name" | "reviewComment" | "rotation" | "markup">>;

/**
 * The reviewer's comment of a change. Clients that know only the specification's `comment` send the crew's words back, or the
 * reviewer's in their place.
 * @throws invalid for both at once
 */
function pickReviewComment(
  row: Pick<Photo, "comment" | "reviewComment">,
  edit: Pick<PhotoEdit, "comment" | "reviewComment">,
): Pick<PhotoChange, "reviewComment"> {
  const findChange = (field: "comment" | "reviewComment") => {
    const text = edit[field]?.trim() || null;
    return edit[field] === undefined || text === row[field] ? undefined : text;
  };
  const [comment, reviewComment] = [findChange("comment"), findChange("reviewComment")];
  if (comment !== undefined && reviewComment !== undefined && comment !== reviewComment)
    throw problem("invalid", { fields: { comment: "readOnly" } });
  const changedComment = reviewComment === undefined ? comment : reviewComment;
  return changedComment === undefined ? {} : { reviewComment: changedComment };
}

const pickChanges = (row: Photo, changes: PhotoChange): PhotoChange =>
  pick(
    changes,
    keysOf(changes).filter((field) => JSON.stringify(changes[field]) !== JSON.stringify(row[field])),
  );

/** The photo's appearance after a change; null if unchanged. */
function getAppearanceChange(row: Photo, { rotation, markup }: PhotoChange) {
  if (rotation === undefined && markup === undefined) return null;
  const quarterTurns = rotation ?? row.rotation;
  const rotatedMarkup = row.markup && rotateMarkup(row.markup, quarterTurns - row.rotation);
  return { quarterTurns, markup: markup === undefined ? rotatedMarkup : markup };
}

/**
 * Deletes a photo with its objects. The other photos keep their names, which reports may already use. The documentation then
 * expects one photo fewer, which may complete it.
 */
export async function deletePhoto(env: Env, db: Database, actor: Actor, id: string): Promise<void> {
  const { row, documentation } = await findChangeablePart(db, scopeOf(actor), "photo", id);
  const { customerId } = row;
  const earlierVersions = await db
    .select()
    .from(earlierPhoto)
    .where(and(eq(earlierPhoto.customerId, customerId), eq(earlierPhoto.photoId, id)));
  const keys = row.hasData
    ? [row, ...earlierVersions.map((version) => ({ ...version, id }))].flatMap(listPhotoKeys)
    : [];
  const isCounted = row.hasData || !row.imported;
  const photoChanges = new Map(row.documentationTaskId && isCounted ? [[row.documentationTaskId, -1]] : []);
  const applicableStatements = await refreshApplicableStatements(db, documentation, photoChanges);
  await deletePart(db, actor, "photo", row, {
    event: { change: "PHOTO_DELETED", params: { task: await findTaskName(db, row), photo: row.name } },
    extraStatements: [
      ...keys.map((key) => markOrphanStatement(db, key)),
      ...deleteReservationStatements(db, { ...row, kind: "PHOTO", targetId: id }),
      ...(isCounted
        ? [
            statement(
              db,
              sql`UPDATE documentation SET number_of_photos = max(uploaded_photos, number_of_photos - 1)
                WHERE customer_id = ${customerId} AND id = ${idParam(documentation.id)}`,
            ),
          ]
        : []),
      ...applicableStatements,
      ...completeWithEventStatements(db, customerId, documentation.id, { name: actor.username }),
    ],
  });
  await removeOrphansQuietly(env, db, ...keys);
  await wakeDocumentationDeliveries(env, db, { customerId, id: documentation.id });
}

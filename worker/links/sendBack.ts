import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { dayOf, today } from "#domain/core/calendar/days.ts";
import { now } from "#domain/core/fields.ts";
import { type FieldError, problem } from "#domain/core/problem.ts";
import { findStatusDenialReason } from "#domain/documentation/status.ts";
import type { createRetakes, RetakeRow } from "#domain/endpoints/documentation/retake.ts";
import { isBlurred, type Markup, rotateMarkup } from "#domain/media/markup.ts";
import { canBeSentBack } from "#domain/task/types.ts";
import { countSessionAttempts, mailLimits } from "#worker/auth/callLimits.ts";
import { authorOf, requesterOf } from "#worker/auth/session/actor.ts";
import { usernameKeyOf } from "#worker/auth/session/username.ts";
import { auditStatement } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { findUniqueViolation } from "#worker/db/errors.ts";
import { idListParam, idParam } from "#worker/db/ids.ts";
import { noticeStatement } from "#worker/db/notices.ts";
import {
  bulkChangeRow,
  type DocumentationRow,
  documentationEvent,
  documentationTask,
  photo,
  type RetakeRow as RetakeColumns,
  retake,
  user,
} from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import {
  findChangeableDocumentation,
  recordChangeStatements,
  unchangedCondition,
  updateStatement,
} from "#worker/documentation/changeDocumentation.ts";
import { readDetails } from "#worker/documentation/details.ts";
import { listRetakes } from "#worker/documentation/retakes.ts";
import type { Env } from "#worker/env.ts";
import { enqueueMail } from "#worker/mail/mailer.ts";
import { prepareRetakeMail } from "./retakeMails.ts";
import { prepareLink } from "./uploadLink.ts";

type SendBackRequest = z.output<NonNullable<typeof createRetakes.body>>;

const objectClass = "siteproof.Retake";

/** A photo or task that is sent back, and its name in the history. */
interface SentBackItem {
  id: string;
  photoId: string | null;
  documentationTaskId: string | null;
  reason: string;
  drawing: Markup | null;
  names: { task: string; photo?: string };
}

/**
 * Sends photos or tasks back, in one batch with their link and the handover. For a bulk change, the batch also has the row for undoing it.
 * @throws invalid, naming the recipient or the day where it does not fit the rest; invalid, naming the item: without or with both ids, not retakeable, or already sent back; ruleBroken if the
 * documentation may not be handed over; staleVersion; attemptsExhausted after too many mails
 */
export async function sendBackItems(
  env: Env,
  db: Database,
  actor: Actor,
  request: SendBackRequest,
  bulkJobId: string | null = null,
) {
  if (!request.link && !request.handOver) throw problem("invalid", { fields: { link: "required" } });
  const { recipient, dueDay } = request;
  if (recipient && !(recipient.kind === "DEVICE" ? request.handOver : request.link))
    throw problem("invalid", { fields: { [recipient.kind === "DEVICE" ? "handOver" : "link"]: "required" } });
  const documentationRow = await findChangeableDocumentation(db, scopeOf(actor), request.documentationId);
  const { customerId, id: documentationId } = documentationRow;
  const items = await checkItems(db, documentationRow, request.items);
  const shouldHandOver = request.handOver && (await checkNeedsHandOver(db, actor, documentationRow));
  const link = request.link
    ? await prepareLink(env, db, actor, documentationRow, {
        purpose: "RETAKE",
        expireDate: request.expireDate,
        isMailed: recipient?.kind === "MAIL",
      })
    : null;
  if (dueDay !== null && dueDay < today()) throw problem("invalid", { fields: { dueDay: "tooSmall" } });
  if (dueDay !== null && link && dueDay > dayOf(link.row.expireDate))
    throw problem("invalid", { fields: { dueDay: "tooLarge" } });
  // A bulk change counts all of its mails before it begins.
  if (recipient?.kind === "MAIL" && bulkJobId === null)
    await countSessionAttempts(db, await mailLimits(customerId, actor.userId, [recipient.address]));
  const mail =
    recipient?.kind === "MAIL" && link
      ? await prepareRetakeMail(db, actor, documentationRow, {
          ...{ recipient: recipient.address, reasons: items.map(({ reason }) => reason) },
          ...{ dueDay, url: link.url },
        })
      : null;
  const statements: BatchItem<"sqlite">[] = [...(link?.statements ?? []), ...(mail ? [mail.statement] : [])];
  const addressee = {
    uploadTokenId: link?.row.id ?? null,
    recipientKind: recipient?.kind ?? null,
    recipientAddress: recipient?.address ?? null,
    dueDay,
    bulkJobId,
  };
  for (const item of items)
    statements.push(...sendBackStatements(db, actor, documentationRow, item, addressee));
  if (shouldHandOver)
    statements.push(
      updateStatement(db, documentationRow, { status: "PAUSED" }),
      ...recordChangeStatements(db, {
        actor,
        customerId,
        documentationId,
        objectClass: "siteproof.Documentation",
        objectId: documentationId,
        action: "UPDATE",
        oldValues: { status: documentationRow.status },
        newValues: { status: "PAUSED" },
        event: { type: "STATUS_CHANGED", params: { status: "PAUSED" } },
      }),
    );
  if (bulkJobId !== null)
    statements.push(
      db.insert(bulkChangeRow).values({
        ...{ jobId: bulkJobId, documentationSeq: documentationRow.seq },
        previousStatus: documentationRow.status,
        newVersion: documentationRow.version + (shouldHandOver ? 1 : 0),
      }),
    );
  const creator = await findUserByName(db, customerId, documentationRow.creator);
  if (creator && creator.id !== actor.userId)
    statements.push(
      noticeStatement(db, {
        customerId,
        userId: creator.id,
        kind: "SENT_BACK",
        documentationId,
        dedupKey: documentationId,
        params: { reason: items[0]?.reason ?? "" },
      }),
    );
  try {
    if (!(await batchIf(db, shouldHandOver ? unchangedCondition(documentationRow) : sql`1`, statements)))
      throw problem("staleVersion");
  } catch (error) {
    // Another user sent the same item back concurrently.
    if (findUniqueViolation(error)) throw problem("invalid", { fields: { items: "duplicate" } });
    throw error;
  }
  // The sweeper queues what could not be queued.
  if (mail)
    await enqueueMail(env, mail.id).catch((error: unknown) =>
      console.error(JSON.stringify({ mail: mail.id, unsent: String(error) })),
    );
  const rowsById = new Map((await listRetakes(db, documentationRow)).map((row) => [row.id, row]));
  return {
    items: items.flatMap(({ id }) => rowsById.get(id) ?? []) satisfies RetakeRow[],
    link: link && { id: link.row.id, token: link.token, url: link.url, expireDate: link.row.expireDate },
    status: shouldHandOver ? ("PAUSED" as const) : documentationRow.status,
    version: shouldHandOver ? documentationRow.version + 1 : documentationRow.version,
  };
}

/**
 * True if the documentation still has to be handed over.
 * @throws ruleBroken if it may not be handed over (2§4)
 */
async function checkNeedsHandOver(db: Database, actor: Actor, row: DocumentationRow): Promise<boolean> {
  if (row.status === "PAUSED" || row.status === "DOWNLOADED") return false;
  const { customerStatuses } = await readDetails(db, row);
  const statusFacts = { status: row.status, enabled: customerStatuses, superAdmin: spansCustomers(actor) };
  const denialReason = findStatusDenialReason(statusFacts, "PAUSED");
  if (denialReason) throw problem(denialReason);
  return true;
}

async function checkItems(
  db: Database,
  { customerId, id: documentationId }: DocumentationRow,
  items: SendBackRequest["items"],
): Promise<SentBackItem[]> {
  const toIdListParam = (field: "photoId" | "documentationTaskId") =>
    idListParam(items.flatMap((item) => item[field] ?? []));
  const [photos, tasks, openRetakes] = await db.batch([
    db
      .select({
        id: photo.id,
        name: photo.name,
        taskId: photo.documentationTaskId,
        rotation: photo.rotation,
      })
      .from(photo)
      .where(
        and(
          eq(photo.customerId, customerId),
          eq(photo.documentationId, documentationId),
          eq(photo.hasData, true),
          sql`${photo.id} IN ${toIdListParam("photoId")}`,
        ),
      ),
    db
      .select({ id: documentationTask.id, name: documentationTask.name, type: documentationTask.type })
      .from(documentationTask)
      .where(
        and(
          eq(documentationTask.customerId, customerId),
          eq(documentationTask.documentationId, documentationId),
        ),
      ),
    db
      .select({ photoId: retake.photoId, documentationTaskId: retake.documentationTaskId })
      .from(retake)
      .where(
        and(
          eq(retake.customerId, customerId),
          eq(retake.documentationId, documentationId),
          isNull(retake.outcome),
          or(
            sql`${retake.photoId} IN ${toIdListParam("photoId")}`,
            sql`${retake.documentationTaskId} IN ${toIdListParam("documentationTaskId")}`,
          ),
        ),
      ),
  ]);
  const photoById = new Map(photos.map((photo) => [photo.id, photo]));
  const taskById = new Map(tasks.map((task) => [task.id, task]));
  const sentBackIds = new Set(
    openRetakes.flatMap((retake) => [retake.photoId ?? retake.documentationTaskId]),
  );
  return items.map(({ photoId, documentationTaskId, reason, drawing }, index) => {
    const createInvalidItemProblem = (field: string, error: FieldError) =>
      problem("invalid", { fields: { [`items.${index}.${field}`]: error } });
    const field = photoId ? "photoId" : "documentationTaskId";
    const id = photoId ?? documentationTaskId;
    if (id === undefined) throw createInvalidItemProblem("photoId", "required");
    if (photoId && documentationTaskId) throw createInvalidItemProblem("documentationTaskId", "notAllowed");
    if (sentBackIds.has(id)) throw createInvalidItemProblem(field, "duplicate");
    sentBackIds.add(id);
    const ownPhoto = photoId ? photoById.get(photoId) : undefined;
    const task = taskById.get((photoId ? ownPhoto?.taskId : documentationTaskId) ?? "");
    if (photoId ? !ownPhoto : !task) throw createInvalidItemProblem(field, "notFound");
    if (!photoId && !canBeSentBack(task?.type ?? "")) throw createInvalidItemProblem(field, "notAllowed");
    if (drawing && (!ownPhoto || isBlurred(drawing))) throw createInvalidItemProblem("drawing", "notAllowed");
    return {
      drawing: drawing && rotateMarkup(drawing, -(ownPhoto?.rotation ?? 0)),
      id: crypto.randomUUID(),
      photoId: photoId ?? null,
      documentationTaskId: documentationTaskId ?? null,
      reason,
      names: { task: task?.name ?? "", ...(ownPhoto && { photo: ownPhoto.name }) },
    };
  });
}

/** Statements that send one item back, with its audit entry and event. */
function sendBackStatements(
  db: Database,
  actor: Actor,
  { customerId, id: documentationId }: DocumentationRow,
  { names, ...item }: SentBackItem,
  addressee: Pick<
    RetakeColumns,
    "uploadTokenId" | "recipientKind" | "recipientAddress" | "dueDay" | "bulkJobId"
  >,
): BatchItem<"sqlite">[] {
  const dateCreated = now();
  return [
    db.insert(retake).values({
      ...item,
      customerId,
      documentationId,
      ...addressee,
      creator: actor.username,
      requester: requesterOf(actor),
      dateCreated,
    }),
    auditStatement(db, {
      author: { ...authorOf(actor), customerId },
      objectClass,
      objectId: item.id,
      action: "CREATE",
      params: {
        documentationId: { after: documentationId },
        ...(item.photoId
          ? { photoId: { after: item.photoId } }
          : { documentationTaskId: { after: item.documentationTaskId } }),
        reason: { after: item.reason },
        ...(addressee.recipientAddress && { recipient: { after: addressee.recipientAddress } }),
        ...(addressee.dueDay && { dueDay: { after: addressee.dueDay } }),
      },
    }),
    db.insert(documentationEvent).values({
      customerId,
      documentationId,
      type: "TASK_EDIT",
      eventDate: dateCreated,
      creator: actor.username,
      params: {
        ...{ change: "RETAKE_ASKED", ...names, reason: item.reason },
        ...(addressee.recipientAddress && { recipient: addressee.recipientAddress }),
        ...(addressee.dueDay && { day: addressee.dueDay }),
      },
    }),
  ];
}

/** The user with this username. */
const findUserByName = (db: Database, customerId: number, username: string) =>
  db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.customerId, customerId), eq(user.usernameKey, usernameKeyOf(username))))
    .get();

/**
 * Withdraws a retake, or reopens it. Idempotent.
 * @throws ruleBroken if it has been answered
 */
export async function setRetakeOutcome(
  db: Database,
  actor: Actor,
  row: typeof retake.$inferSelect,
  outcome: "WITHDRAWN" | null,
): Promise<RetakeRow> {
  const { customerId, id, documentationId } = row;
  const documentationRow = await findChangeableDocumentation(db, scopeOf(actor), documentationId);
  if (row.outcome === "TAKEN") throw problem("ruleBroken");
  if (row.outcome !== outcome) {
    const [retakeRow] = await listRetakes(db, documentationRow, id);
    const endedAt = outcome && now();
    try {
      const wasWritten = await batchIf(
        db,
        sql`EXISTS (SELECT 1 FROM retake WHERE customer_id = ${customerId} AND id = ${idParam(id)} AND outcome IS ${row.outcome})`,
        [
          db
            .update(retake)
            .set({ outcome, endedAt, endedBy: outcome && actor.username })
            .where(and(eq(retake.customerId, customerId), eq(retake.id, id))),
          ...recordChangeStatements(db, {
            actor,
            customerId,
            documentationId,
            objectClass,
            objectId: id,
            action: "UPDATE",
            oldValues: { outcome: row.outcome },
            newValues: { outcome },
            event: {
              type: "TASK_EDIT",
              params: {
                change: outcome ? "RETAKE_WITHDRAWN" : "RETAKE_ASKED",
                task: retakeRow?.taskName ?? "",
                ...(retakeRow?.photoName && { photo: retakeRow.photoName }),
                reason: row.reason,
              },
            },
          }),
        ],
      );
      if (!wasWritten) throw problem("staleVersion");
    } catch (error) {
      // The photo or task has been sent back again in the meantime.
      if (findUniqueViolation(error)) throw problem("ruleBroken");
      throw error;
    }
  }
  const [updatedRow] = await listRetakes(db, documentationRow, id);
  if (!updatedRow) throw problem("notFound");
  return updatedRow;
}

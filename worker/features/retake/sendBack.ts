import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { now } from "#domain/core/fields.ts";
import { type FieldError, problem } from "#domain/core/problem.ts";
import { statusDenialReason } from "#domain/documentation/status.ts";
import type { createRetakes, RetakeRow } from "#domain/endpoints/documentation/retake.ts";
import { canBeSentBack } from "#domain/task/types.ts";
import { authorOf, requesterOf } from "#worker/auth/session/actor.ts";
import { auditStatement } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { uniqueViolation } from "#worker/db/errors.ts";
import { idListParam, idParam } from "#worker/db/ids.ts";
import { noticeStatement } from "#worker/db/notices.ts";
import {
  type DocumentationRow,
  documentationEvent,
  documentationTask,
  photo,
  retake,
  user,
} from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import {
  changeableDocumentation,
  traceStatements,
  unchangedCondition,
  updateStatement,
} from "#worker/documentation/changeDocumentation.ts";
import { readDetails } from "#worker/documentation/details.ts";
import { listRetakes } from "#worker/documentation/retakes.ts";
import type { Env } from "#worker/env.ts";
import { newLink } from "#worker/links/uploadLink.ts";

type Given = z.output<NonNullable<typeof createRetakes.body>>;

const objectClass = "siteproof.Retake";

/** A photo or task that is sent back, and its name in the history. */
interface SentBackItem {
  id: string;
  photoId: string | null;
  documentationTaskId: string | null;
  reason: string;
  names: { task: string; photo?: string };
}

/**
 * Sends photos or tasks back, in one batch with their link and the handover.
 * @throws invalid, naming the item: without or with both ids, not retakeable, or already sent back; ruleBroken if the
 * documentation may not be handed over; staleVersion
 */
export async function sendBack(env: Env, db: Database, actor: Actor, request: Given) {
  if (!request.link && !request.handOver) throw problem("invalid", { fields: { link: "required" } });
  const before = await changeableDocumentation(db, scopeOf(actor), request.documentationId);
  const { customerId, id: documentationId } = before;
  const items = await namedItems(db, before, request.items);
  const handsOver = request.handOver && (await needsHandOver(db, actor, before));
  const link = request.link
    ? await newLink(env, db, actor, before, { purpose: "RETAKE", expireDate: request.expireDate })
    : null;
  const statements: BatchItem<"sqlite">[] = [...(link?.statements ?? [])];
  for (const item of items)
    statements.push(...sendBackStatements(db, actor, before, item, link?.row.id ?? null));
  if (handsOver)
    statements.push(
      updateStatement(db, before, { status: "PAUSED" }),
      ...traceStatements(db, {
        actor,
        customerId,
        documentationId,
        objectClass: "siteproof.Documentation",
        objectId: documentationId,
        action: "UPDATE",
        before: { status: before.status },
        after: { status: "PAUSED" },
        event: { type: "STATUS_CHANGED", params: { status: "PAUSED" } },
      }),
    );
  const creator = await userByName(db, customerId, before.creator);
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
    if (!(await batchIf(db, handsOver ? unchangedCondition(before) : sql`1`, statements)))
      throw problem("staleVersion");
  } catch (error) {
    // Another user sent the same item back concurrently.
    if (uniqueViolation(error)) throw problem("invalid", { fields: { items: "duplicate" } });
    throw error;
  }
  const rows = await Promise.all(items.map(({ id }) => listRetakes(db, before, id)));
  return {
    items: rows.flat() satisfies RetakeRow[],
    link: link && { id: link.row.id, token: link.token, url: link.url, expireDate: link.row.expireDate },
    status: handsOver ? ("PAUSED" as const) : before.status,
    version: handsOver ? before.version + 1 : before.version,
  };
}

/**
 * True if the documentation still has to be handed over.
 * @throws ruleBroken if it may not be (2§4)
 */
async function needsHandOver(db: Database, actor: Actor, row: DocumentationRow): Promise<boolean> {
  if (row.status === "PAUSED" || row.status === "DOWNLOADED") return false;
  const { customerStatuses } = await readDetails(db, row);
  const facts = { status: row.status, enabled: customerStatuses, superAdmin: spansCustomers(actor) };
  const obstacle = statusDenialReason(facts, "PAUSED");
  if (obstacle) throw problem(obstacle);
  return true;
}

async function namedItems(
  db: Database,
  { customerId, id: documentationId }: DocumentationRow,
  items: Given["items"],
): Promise<SentBackItem[]> {
  const ids = (field: "photoId" | "documentationTaskId") =>
    idListParam(items.flatMap((item) => item[field] ?? []));
  const [photos, tasks, open] = await db.batch([
    db
      .select({ id: photo.id, name: photo.name, taskId: photo.documentationTaskId })
      .from(photo)
      .where(
        and(
          eq(photo.customerId, customerId),
          eq(photo.documentationId, documentationId),
          eq(photo.hasData, true),
          sql`${photo.id} IN ${ids("photoId")}`,
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
            sql`${retake.photoId} IN ${ids("photoId")}`,
            sql`${retake.documentationTaskId} IN ${ids("documentationTaskId")}`,
          ),
        ),
      ),
  ]);
  const photosById = new Map(photos.map((photo) => [photo.id, photo]));
  const taskOf = new Map(tasks.map((task) => [task.id, task]));
  const requestedIds = new Set(open.flatMap((retake) => [retake.photoId ?? retake.documentationTaskId]));
  return items.map(({ photoId, documentationTaskId, reason }, index) => {
    const refused = (field: string, error: FieldError) =>
      problem("invalid", { fields: { [`items.${index}.${field}`]: error } });
    const field = photoId ? "photoId" : "documentationTaskId";
    const id = photoId ?? documentationTaskId;
    if (id === undefined) throw refused("photoId", "required");
    if (photoId && documentationTaskId) throw refused("documentationTaskId", "notAllowed");
    if (requestedIds.has(id)) throw refused(field, "duplicate");
    requestedIds.add(id);
    const ownPhoto = photoId ? photosById.get(photoId) : undefined;
    const task = taskOf.get((photoId ? ownPhoto?.taskId : documentationTaskId) ?? "");
    if (photoId ? !ownPhoto : !task) throw refused(field, "notFound");
    if (!photoId && !canBeSentBack(task?.type ?? "")) throw refused(field, "notAllowed");
    return {
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
  { names, ...request }: SentBackItem,
  uploadTokenId: string | null,
): BatchItem<"sqlite">[] {
  const at = now();
  return [
    db.insert(retake).values({
      ...request,
      customerId,
      documentationId,
      uploadTokenId,
      creator: actor.username,
      requester: requesterOf(actor),
      dateCreated: at,
    }),
    auditStatement(db, {
      author: { ...authorOf(actor), customerId },
      objectClass,
      objectId: request.id,
      action: "CREATE",
      params: {
        documentationId: { after: documentationId },
        ...(request.photoId
          ? { photoId: { after: request.photoId } }
          : { documentationTaskId: { after: request.documentationTaskId } }),
        reason: { after: request.reason },
      },
    }),
    db.insert(documentationEvent).values({
      customerId,
      documentationId,
      type: "TASK_EDIT",
      eventDate: at,
      creator: actor.username,
      params: { change: "RETAKE_ASKED", ...names, reason: request.reason },
    }),
  ];
}

/** The user with this username. */
const userByName = (db: Database, customerId: number, username: string) =>
  db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.customerId, customerId), eq(user.usernameKey, username.toLowerCase())))
    .get();

/**
 * Withdraws a retake, or reopens it. Idempotent.
 * @throws ruleBroken if it has been answered
 */
export async function endRetake(
  db: Database,
  actor: Actor,
  row: typeof retake.$inferSelect,
  outcome: "WITHDRAWN" | null,
): Promise<RetakeRow> {
  const { customerId, id, documentationId } = row;
  const before = await changeableDocumentation(db, scopeOf(actor), documentationId);
  if (row.outcome === "TAKEN") throw problem("ruleBroken");
  if (row.outcome !== outcome) {
    const [listed] = await listRetakes(db, before, id);
    const endedAt = outcome && now();
    try {
      const done = await batchIf(
        db,
        sql`EXISTS (SELECT 1 FROM retake WHERE customer_id = ${customerId} AND id = ${idParam(id)} AND outcome IS ${row.outcome})`,
        [
          db
            .update(retake)
            .set({ outcome, endedAt, endedBy: outcome && actor.username })
            .where(and(eq(retake.customerId, customerId), eq(retake.id, id))),
          ...traceStatements(db, {
            actor,
            customerId,
            documentationId,
            objectClass,
            objectId: id,
            action: "UPDATE",
            before: { outcome: row.outcome },
            after: { outcome },
            event: {
              type: "TASK_EDIT",
              params: {
                change: outcome ? "RETAKE_WITHDRAWN" : "RETAKE_ASKED",
                task: listed?.taskName ?? "",
                ...(listed?.photoName && { photo: listed.photoName }),
                reason: row.reason,
              },
            },
          }),
        ],
      );
      if (!done) throw problem("staleVersion");
    } catch (error) {
      // It has been sent back again in the meantime.
      if (uniqueViolation(error)) throw problem("ruleBroken");
      throw error;
    }
  }
  const [after] = await listRetakes(db, before, id);
  if (!after) throw problem("notFound");
  return after;
}

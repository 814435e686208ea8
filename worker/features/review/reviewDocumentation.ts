import { and, desc, eq } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { type DocumentationStatus, documentationStatuses } from "#domain/core/documentationTypes.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { statusDenialReason } from "#domain/documentation/status.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { statusUndoHours } from "#domain/endpoints/review/reviewQueue.ts";
import type { Database } from "#worker/db/database.ts";
import { domainChange } from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import {
  changeableDocumentation,
  changeDocumentation,
  deletionChange,
  documentationClass,
} from "#worker/documentation/changeDocumentation.ts";
import { readDetails, visibleDocumentation } from "#worker/documentation/details.ts";
import { startedExportsOf } from "#worker/documentation/startedExports.ts";

/**
 * Changes of the documentation itself by staff (2§4). Each returns the updated documentation; a change without effect writes
 * nothing.
 */

export async function rename(
  db: Database,
  actor: Actor,
  id: string,
  { name, version }: { name: string; version: number },
): Promise<DocumentationDetails> {
  const before = await changeableDocumentation(db, scopeOf(actor), id, version);
  if (name !== before.name)
    await changeDocumentation(
      db,
      actor,
      before,
      { name },
      { type: "RENAMED", params: { from: before.name, to: name } },
    );
  return readDetails(db, await visibleDocumentation(db, scopeOf(actor), id));
}

export async function toggleHidden(
  db: Database,
  actor: Actor,
  id: string,
  { version }: { version: number },
): Promise<DocumentationDetails> {
  const before = await changeableDocumentation(db, scopeOf(actor), id, version);
  const isHidden = !before.hidden;
  await changeDocumentation(
    db,
    actor,
    before,
    { hidden: isHidden },
    { type: isHidden ? "HIDDEN" : "VISIBLE" },
  );
  return readDetails(db, await visibleDocumentation(db, scopeOf(actor), id));
}

/**
 * Cancels the automatic deletion of a documentation.
 * @throws ruleBroken if none is scheduled
 */
export async function cancelAutomaticDeletion(
  db: Database,
  actor: Actor,
  id: string,
  { version }: { version: number },
): Promise<DocumentationDetails> {
  const before = await changeableDocumentation(db, scopeOf(actor), id, version);
  if (!before.deleteAutomatically) throw problem("ruleBroken");
  await changeDocumentation(db, actor, before, { deleteAutomatically: false }, { type: "KEPT" });
  return readDetails(db, await visibleDocumentation(db, scopeOf(actor), id));
}

/** @throws ruleBroken if it is already deleted; staleVersion if a version is given and is not the current one */
export async function markDeleted(db: Database, actor: Actor, id: string, version?: number): Promise<void> {
  const before = await changeableDocumentation(db, scopeOf(actor), id, version);
  const { change, event } = deletionChange();
  await changeDocumentation(db, actor, before, change, event);
}

/** @throws ruleBroken for a status that may not follow the current one or that the customer does not have */
export async function setStatus(
  db: Database,
  actor: Actor,
  id: string,
  { status, version }: { status: DocumentationStatus; version: number },
): Promise<DocumentationDetails> {
  const before = await changeableDocumentation(db, scopeOf(actor), id, version);
  const { customerStatuses } = await readDetails(db, before);
  const facts = {
    status: before.status,
    enabled: customerStatuses,
    superAdmin: spansCustomers(actor),
  };
  const obstacle = statusDenialReason(facts, status);
  if (obstacle) throw problem(obstacle);
  await changeDocumentation(db, actor, before, { status }, { type: "STATUS_CHANGED", params: { status } });
  return readDetails(db, await visibleDocumentation(db, scopeOf(actor), id));
}

/**
 * Undoes the actor's last status change, regardless of which status may follow which: the audit entry has the previous one. Any
 * later change has written a newer entry and raised the version. Exports that the change began are cancelled.
 * @throws ruleBroken for another user's change, another kind of change, or one too long ago; staleVersion
 */
export async function undoStatus(
  db: Database,
  actor: Actor,
  id: string,
  { version }: { version: number },
): Promise<DocumentationDetails & { startedExports: string[] }> {
  const before = await changeableDocumentation(db, scopeOf(actor), id, version);
  const last = await db
    .select()
    .from(domainChange)
    .where(and(eq(domainChange.objectId, id), eq(domainChange.objectClass, documentationClass)))
    .orderBy(desc(domainChange.id))
    .limit(1)
    .get();
  const change = last?.params.status;
  const status = documentationStatuses.find((candidate) => candidate === change?.before);
  const isOwnChange =
    last?.userId === actor.userId && last.dateCreated >= addSeconds(-statusUndoHours * 3600);
  if (!isOwnChange || change?.after !== before.status || !status) throw problem("ruleBroken");
  const event = { type: "STATUS_CHANGED", params: { status } } as const;
  await changeDocumentation(db, actor, before, { status }, event, [], { undoesStatus: true });
  return {
    ...(await readDetails(db, await visibleDocumentation(db, scopeOf(actor), id))),
    startedExports: await startedExportsOf(db, before),
  };
}

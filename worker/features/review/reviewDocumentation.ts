import { and, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { type DocumentationStatus, documentationStatuses } from "#domain/core/documentationTypes.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { findStatusDenialReason } from "#domain/documentation/status.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { statusUndoHours, type undoStatus } from "#domain/endpoints/review/reviewQueue.ts";
import type { Database } from "#worker/db/database.ts";
import { domainChange } from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import {
  changeDocumentation,
  deletionChange,
  documentationClass,
  findChangeableDocumentation,
} from "#worker/documentation/changeDocumentation.ts";
import { findVisibleDocumentation, readDetails } from "#worker/documentation/details.ts";
import { listStartedDestinations } from "#worker/documentation/startedExports.ts";

/**
 * Changes of the documentation itself by staff (2§4). Each returns the updated documentation; a change without effect writes
 * nothing.
 */

export async function renameDocumentation(
  db: Database,
  actor: Actor,
  id: string,
  { name, version }: { name: string; version: number },
): Promise<DocumentationDetails> {
  const documentationRow = await findChangeableDocumentation(db, scopeOf(actor), id, version);
  if (name !== documentationRow.name)
    await changeDocumentation(
      db,
      actor,
      documentationRow,
      { name },
      { type: "RENAMED", params: { from: documentationRow.name, to: name } },
    );
  return readDetails(db, await findVisibleDocumentation(db, scopeOf(actor), id));
}

export async function toggleHidden(
  db: Database,
  actor: Actor,
  id: string,
  { version }: { version: number },
): Promise<DocumentationDetails> {
  const documentationRow = await findChangeableDocumentation(db, scopeOf(actor), id, version);
  const isHidden = !documentationRow.hidden;
  await changeDocumentation(
    db,
    actor,
    documentationRow,
    { hidden: isHidden },
    { type: isHidden ? "HIDDEN" : "VISIBLE" },
  );
  return readDetails(db, await findVisibleDocumentation(db, scopeOf(actor), id));
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
  const documentationRow = await findChangeableDocumentation(db, scopeOf(actor), id, version);
  if (!documentationRow.deleteAutomatically) throw problem("ruleBroken");
  await changeDocumentation(db, actor, documentationRow, { deleteAutomatically: false }, { type: "KEPT" });
  return readDetails(db, await findVisibleDocumentation(db, scopeOf(actor), id));
}

/** @throws ruleBroken if it is already deleted; staleVersion if a version is given and is not the current one */
export async function markDeleted(db: Database, actor: Actor, id: string, version?: number): Promise<void> {
  const documentationRow = await findChangeableDocumentation(db, scopeOf(actor), id, version);
  const { change, event } = deletionChange();
  await changeDocumentation(db, actor, documentationRow, change, event);
}

/** @throws ruleBroken for a status that may not follow the current one or that the customer does not have */
export async function changeStatus(
  db: Database,
  actor: Actor,
  id: string,
  { status, version }: { status: DocumentationStatus; version: number },
): Promise<DocumentationDetails> {
  const documentationRow = await findChangeableDocumentation(db, scopeOf(actor), id, version);
  const { customerStatuses } = await readDetails(db, documentationRow);
  const statusFacts = {
    status: documentationRow.status,
    enabled: customerStatuses,
    superAdmin: spansCustomers(actor),
  };
  const denialReason = findStatusDenialReason(statusFacts, status);
  if (denialReason) throw problem(denialReason);
  await changeDocumentation(
    db,
    actor,
    documentationRow,
    { status },
    { type: "STATUS_CHANGED", params: { status } },
  );
  return readDetails(db, await findVisibleDocumentation(db, scopeOf(actor), id));
}

/** Maximum audit entries searched for the status to restore: more than the steps that the console can undo. */
const maxUndoneEntries = 60;

/**
 * Undoes the actor's last status change, regardless of which status changes are allowed: the audit entry has the previous status. Any
 * later change has written a newer entry and increased the version. Exports that the change started are cancelled.
 * @throws ruleBroken for another user's change, another kind of change, or a change made too long ago; staleVersion
 */
export async function undoStatusChange(
  db: Database,
  actor: Actor,
  id: string,
  { version, status: restoredStatus }: z.output<NonNullable<typeof undoStatus.body>>,
): Promise<DocumentationDetails & { startedExports: string[] }> {
  const documentationRow = await findChangeableDocumentation(db, scopeOf(actor), id, version);
  const entries = await db
    .select()
    .from(domainChange)
    .where(and(eq(domainChange.objectId, id), eq(domainChange.objectClass, documentationClass)))
    .orderBy(desc(domainChange.id))
    .limit(maxUndoneEntries);
  const isOtherChange = ({ userId, dateCreated }: (typeof entries)[number]) =>
    userId !== actor.userId || dateCreated < addSeconds(-statusUndoHours * 3600);
  const firstOther = entries.findIndex(isOtherChange);
  const changes = (firstOther < 0 ? entries : entries.slice(0, firstOther)).flatMap(
    ({ params }) => params.status ?? [],
  );
  const change =
    restoredStatus === undefined
      ? firstOther !== 0 && entries[0]?.params.status
      : changes.find(({ before }) => before === restoredStatus);
  const status = documentationStatuses.find((candidate) => change && candidate === change.before);
  if (!status || changes[0]?.after !== documentationRow.status) throw problem("ruleBroken");
  const event = { type: "STATUS_CHANGED", params: { status } } as const;
  await changeDocumentation(db, actor, documentationRow, { status }, event, [], { undoesStatus: true });
  return {
    ...(await readDetails(db, await findVisibleDocumentation(db, scopeOf(actor), id))),
    startedExports: await listStartedDestinations(db, documentationRow),
  };
}

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import type { DocumentationEventType } from "#domain/core/documentationTypes.ts";
import { now } from "#domain/core/fields.ts";
import { isOneOf, keysOf, pick } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import { isReadOnlyForStaff } from "#domain/documentation/status.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { auditStatement, type ChangeAction, changeParamsOf } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { type DocumentationRow, documentation } from "#worker/db/schema/index.ts";
import type { Scope } from "#worker/db/scope.ts";
import { statement } from "#worker/db/statement.ts";
import { findVisibleDocumentation } from "./details.ts";

/** The columns of an assignment. */
const assignmentColumns = ["assigneeId", "dueDay"] as const;

/** The object class of documentations in the audit log. */
export const documentationClass = "siteproof.Documentation";

/** A change as the history of the documentation shows it (2§3). */
export interface ReviewEvent {
  type: DocumentationEventType;
  params?: Record<string, string>;
}

/**
 * A documentation that staff may change: in the scope, not deleted (2§4) and, where a version is given, still at that version.
 * @throws notFound, ruleBroken, staleVersion
 */
export async function findChangeableDocumentation(
  db: Database,
  scope: Scope,
  id: string,
  version?: number,
): Promise<DocumentationRow> {
  const row = await findVisibleDocumentation(db, scope, id);
  if (isReadOnlyForStaff(row.status)) throw problem("ruleBroken");
  if (version !== undefined) assertVersion(row, version);
  return row;
}

/** @throws staleVersion for a row that has another version */
export function assertVersion(row: { version: number }, version: number): void {
  if (row.version !== version) throw problem("staleVersion");
}

interface RecordedChange {
  actor: Actor;
  customerId: number;
  documentationId: string;
  objectClass: string;
  objectId: string;
  action: ChangeAction;
  oldValues: Record<string, unknown> | null;
  newValues: Record<string, unknown> | null;
  event?: ReviewEvent | readonly ReviewEvent[];
}

/**
 * Records the preceding statement of the same batch in the audit log and, with `event`, in the documentation's history. All are
 * written only if that statement changed exactly one row.
 */
export function recordChangeStatements(db: Database, change: RecordedChange): BatchItem<"sqlite">[] {
  const { actor, customerId, documentationId, objectClass, objectId, action, oldValues, newValues, event } =
    change;
  const auditEntryStatement = auditStatement(db, {
    author: { ...authorOf(actor), customerId },
    objectClass,
    objectId,
    action,
    params: changeParamsOf(oldValues, newValues),
  });
  return [
    auditEntryStatement,
    ...[event ?? []].flat().map(({ type, params = {} }) =>
      statement(
        db,
        sql`INSERT INTO documentation_event (id, customer_id, documentation_id, type, event_date, creator, params)
        SELECT ${idParam(crypto.randomUUID())}, ${customerId}, ${idParam(documentationId)}, ${type}, ${now()}, ${actor.username},
          ${JSON.stringify(params)} WHERE changes() = 1`,
      ),
    ),
  ];
}

/** Marks the documentation's content as changed, so that its exports differ. Keeps `version`, which only guards the row's own columns. */
export const touchStatement = (
  db: Database,
  { customerId, id }: Pick<DocumentationRow, "customerId" | "id">,
) =>
  db
    .update(documentation)
    .set({ lastUpdated: now() })
    .where(and(eq(documentation.customerId, customerId), eq(documentation.id, id)));

/**
 * Writes columns of a documentation and increments its version. Changes nothing if the row has changed since it was read. Omits columns
 * whose values stay the same, because SQLite writes every index of a column that a statement names.
 */
export const updateStatement = (
  db: Database,
  row: Pick<DocumentationRow, "customerId" | "id" | "version"> & Partial<DocumentationRow>,
  columns: Partial<Omit<DocumentationRow, "seq" | "id" | "customerId" | "version" | "lastUpdated">>,
) => {
  const { customerId, id, version } = row;
  const changedColumns = keysOf(columns).filter(
    (column) => columns[column] !== undefined && columns[column] !== row[column],
  );
  const isAssignment =
    changedColumns.length > 0 && changedColumns.every((column) => isOneOf(assignmentColumns, column));
  return db
    .update(documentation)
    .set({
      ...pick(columns, changedColumns),
      version: version + 1,
      // Who reviews it is in no export, so an assignment does not make earlier exports differ.
      ...(!isAssignment && { lastUpdated: now() }),
    })
    .where(
      and(
        eq(documentation.customerId, customerId),
        eq(documentation.id, id),
        eq(documentation.version, version),
      ),
    );
};

/** Columns that mark a change of the status as undoing the previous one: triggers then cancel its exports. */
export const statusUndoColumns = ({ version }: Pick<DocumentationRow, "version">) => ({
  statusUndoneVersion: version + 1,
});

/** The change and event that mark a documentation as deleted: the row stays, but only super admins see it. */
export const deletionChange = () =>
  ({
    change: { status: "DELETED", dateDeleted: now() },
    event: { type: "STATUS_CHANGED", params: { status: "DELETED" } },
  }) as const;

/** Condition: the documentation has not changed since it was read. */
export const unchangedCondition = ({ customerId, id, version }: DocumentationRow): SQL =>
  sql`EXISTS (SELECT 1 FROM documentation WHERE customer_id = ${customerId} AND id = ${idParam(id)} AND version = ${version})`;

/**
 * Changes columns of a documentation in one batch with its event, its audit entry and `extraStatements`. A change that
 * `undoesStatus` sends nothing, and cancels the exports that the undone change began.
 * @throws staleVersion if the documentation has changed since it was read
 */
export async function changeDocumentation(
  db: Database,
  actor: Actor,
  row: DocumentationRow,
  change: Partial<
    Pick<
      DocumentationRow,
      | "name"
      | "hidden"
      | "status"
      | "dateDeleted"
      | "templateId"
      | "deleteAutomatically"
      | "assigneeId"
      | "dueDay"
    >
  >,
  event?: ReviewEvent,
  extraStatements: BatchItem<"sqlite">[] = [],
  options: { undoesStatus?: boolean } = {},
): Promise<void> {
  const { customerId, id } = row;
  const isChanged = await batchIf(db, unchangedCondition(row), [
    ...extraStatements,
    updateStatement(db, row, { ...change, ...(options.undoesStatus && statusUndoColumns(row)) }),
    ...recordChangeStatements(db, {
      actor,
      customerId,
      documentationId: id,
      objectClass: documentationClass,
      objectId: id,
      action: "UPDATE",
      oldValues: pick<unknown>(row, Object.keys(change)),
      newValues: change,
      ...(event && { event }),
    }),
  ]);
  if (!isChanged) throw problem("staleVersion");
}

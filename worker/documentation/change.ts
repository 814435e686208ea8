import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "../../domain/access/actor";
import type { DocumentationEventType } from "../../domain/documentation";
import { now } from "../../domain/fields";
import { pick } from "../../domain/pick";
import { problem } from "../../domain/problem";
import { isReadOnlyForStaff } from "../../domain/rules/documentationStatus";
import { auditStatement, type ChangeAction, difference } from "../db/audit";
import type { Database } from "../db/database";
import { batchIf } from "../db/guard";
import { idParam } from "../db/ids";
import { documentation } from "../db/schema";
import type { Scope } from "../db/scope";
import { statement } from "../db/statement";
import { authorOf } from "../entrance/session/actor";
import { visibleDocumentation } from "./details";

/** What the audit log calls a documentation. */
export const documentationClass = "siteproof.Documentation";

export type DocumentationRow = typeof documentation.$inferSelect;

/** A change as the history of the documentation shows it (2§3). */
export interface ReviewEvent {
  type: DocumentationEventType;
  params?: Record<string, string>;
}

/**
 * A documentation that staff may change: in the scope, not deleted (2§4) and, where a version is given, still at that version.
 * @throws notFound, ruleBroken, staleVersion
 */
export async function changeableDocumentation(
  db: Database,
  scope: Scope,
  id: string,
  version?: number,
): Promise<DocumentationRow> {
  const found = await visibleDocumentation(db, scope, id);
  if (isReadOnlyForStaff(found.status)) throw problem("ruleBroken");
  if (version !== undefined) assertVersion(found, version);
  return found;
}

/** @throws staleVersion when somebody else was quicker. */
export function assertVersion(row: { version: number }, version: number): void {
  if (row.version !== version) throw problem("staleVersion");
}

interface Trace {
  actor: Actor;
  customerId: number;
  documentationId: string;
  objectClass: string;
  objectId: string;
  action: ChangeAction;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  event?: ReviewEvent;
}

/**
 * Records the preceding statement of the same batch in the audit log and, with `event`, in the documentation's history. Both are
 * written only if that statement changed exactly one row.
 */
export function traceStatements(db: Database, trace: Trace): BatchItem<"sqlite">[] {
  const { actor, customerId, documentationId, objectClass, objectId, action, before, after, event } = trace;
  const line = auditStatement(db, {
    author: { ...authorOf(actor), customerId },
    objectClass,
    objectId,
    action,
    params: difference(before, after),
  });
  if (!event) return [line];
  return [
    line,
    statement(
      db,
      sql`INSERT INTO documentation_event (id, customer_id, documentation_id, type, event_date, creator, params)
        SELECT ${idParam(crypto.randomUUID())}, ${customerId}, ${idParam(documentationId)}, ${event.type}, ${now()}, ${actor.username},
          ${JSON.stringify(event.params ?? {})} WHERE changes() = 1`,
    ),
  ];
}

/** Marks the documentation's content as changed, so that its exports differ. Leaves `version`, which guards its own columns alone. */
export const touchStatement = (
  db: Database,
  { customerId, id }: Pick<DocumentationRow, "customerId" | "id">,
) =>
  db
    .update(documentation)
    .set({ lastUpdated: now() })
    .where(and(eq(documentation.customerId, customerId), eq(documentation.id, id)));

/**
 * The statement that writes columns of a documentation and raises its version. Changes no row that has changed since it was read. Columns that
 * stay what they are are left out: SQLite writes every index of a column that a statement names.
 */
export const updateStatement = (
  db: Database,
  before: Pick<DocumentationRow, "customerId" | "id" | "version"> & Partial<DocumentationRow>,
  columns: Partial<Omit<DocumentationRow, "seq" | "id" | "customerId" | "version" | "lastUpdated">>,
) => {
  const { customerId, id, version } = before;
  const changed = (Object.keys(columns) as (keyof typeof columns)[]).filter(
    (column) => columns[column] !== undefined && columns[column] !== before[column],
  );
  return db
    .update(documentation)
    .set({ ...pick(columns, changed), version: version + 1, lastUpdated: now() })
    .where(
      and(
        eq(documentation.customerId, customerId),
        eq(documentation.id, id),
        eq(documentation.version, version),
      ),
    );
};

/** Marks a documentation as deleted: the row stays, visible to super admins alone. */
export const deletedColumns = () =>
  ({
    change: { status: "DELETED", dateDeleted: now() },
    event: { type: "STATUS_CHANGED", params: { status: "DELETED" } },
  }) as const;

/** The documentation has not changed since it was read. */
export const unchangedCondition = ({ customerId, id, version }: DocumentationRow): SQL =>
  sql`EXISTS (SELECT 1 FROM documentation WHERE customer_id = ${customerId} AND id = ${idParam(id)} AND version = ${version})`;

/**
 * Changes columns of a documentation, with event and audit line, in one batch.
 * @throws staleVersion when somebody else changed it since it was read.
 */
export async function changeDocumentation(
  db: Database,
  actor: Actor,
  before: DocumentationRow,
  change: Partial<
    Pick<
      DocumentationRow,
      "name" | "hidden" | "status" | "dateDeleted" | "templateId" | "deleteAutomatically"
    >
  >,
  event?: ReviewEvent,
  also: BatchItem<"sqlite">[] = [],
): Promise<void> {
  const { customerId, id } = before;
  const done = await batchIf(db, unchangedCondition(before), [
    ...also,
    updateStatement(db, before, change),
    ...traceStatements(db, {
      actor,
      customerId,
      documentationId: id,
      objectClass: documentationClass,
      objectId: id,
      action: "UPDATE",
      before: pick<unknown>(before, Object.keys(change)),
      after: change,
      ...(event && { event }),
    }),
  ]);
  if (!done) throw problem("staleVersion");
}

import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import type { TaskEditChange } from "#domain/core/documentationTypes.ts";
import { now } from "#domain/core/fields.ts";
import { type FieldError, problem } from "#domain/core/problem.ts";
import { hasExtension, parseFileExtensions } from "#domain/task/fileExtensions.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import type { ChangeAction } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { findUniqueViolation } from "#worker/db/errors.ts";
import { idListParam, idParam, newId } from "#worker/db/ids.ts";
import { tempFile } from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { statement } from "#worker/db/statement.ts";
import { findChangeableDocumentation, touchStatement } from "#worker/documentation/changeDocumentation.ts";
import { findMediaTask } from "#worker/documentation/documentationParts.ts";
import type { Env } from "#worker/env.ts";
import { completeWithEventStatements } from "#worker/ingest/completion.ts";
import { wakeDocumentationDeliveries } from "#worker/ingest/wakeDeliveries.ts";

/*
 * Decisions of staff about files uploaded through links. A decision is one batch for all its files: if any of them was decided in the
 * meantime, nothing is written.
 */

interface DecisionRequest {
  documentationId: string;
  ids: readonly string[];
}

/**
 * Accepts temp files as files of the documentation, on a file task or without a task.
 * @throws notFound, staleVersion, invalid, duplicate
 */
export async function acceptTempFiles(
  env: Env,
  db: Database,
  actor: Actor,
  { taskId, ...request }: DecisionRequest & { taskId: string | null },
): Promise<void> {
  const target = await findDecisionTarget(db, actor, request);
  const { customerId, documentationId, selectedCondition, decidedAt } = target;
  const task = taskId === null ? null : await findMediaTask(db, target, taskId, "FILE");
  assertExtensionsAllowed(target, task);
  const taskExistsCondition = sql`(${idParam(taskId)} IS NULL OR EXISTS (SELECT 1 FROM documentation_task
    WHERE customer_id = ${customerId} AND id = ${idParam(taskId)} AND documentation_id = ${idParam(documentationId)}))`;
  try {
    await runDecision(db, target, sql`decision IS NULL AND ${taskExistsCondition}`, [
      // The id and revision stay, so the object now belongs to the file. Its upload date is now, because no earlier export
      // contained it. The holder of the link that it came through is unknown.
      statement(
        db,
        sql`INSERT INTO file (id, customer_id, documentation_id, documentation_task_id, name, type, creator, imported, date_created,
            date_uploaded, last_updated, has_data, data_size, crc32, sha256, etag, revision, version)
          SELECT id, customer_id, documentation_id, ${idParam(taskId)}, name, type, iif(token_creator IS NULL, ${actor.username}, ''), 1,
            coalesce(date_uploaded, date_created), ${decidedAt}, ${decidedAt}, 1, data_size, crc32, sha256, etag, revision, 1
          FROM temp_file WHERE ${selectedCondition}`,
      ),
      ...auditAndEventStatements(db, actor, target, {
        change: "TEMP_FILE_TAKEN",
        task: task?.name ?? "",
        objectClass: "siteproof.File",
        action: "CREATE",
        params: sql`json_object('name', json_object('after', name), 'documentationTaskId', json(${JSON.stringify({ after: taskId })}))`,
      }),
      statement(
        db,
        sql`UPDATE temp_file SET decision = 'TAKEN', decided_by = ${actor.username}, decided = ${decidedAt}, file_id = id,
          last_updated = ${decidedAt}, version = version + 1 WHERE ${selectedCondition}`,
      ),
      touchStatement(db, { customerId, id: documentationId }),
      ...completeWithEventStatements(db, customerId, documentationId, { name: actor.username }),
    ]);
  } catch (error) {
    // A device announced a file with the same id in the meantime.
    if (findUniqueViolation(error)) throw problem("duplicate", { fields: { ids: "duplicate" } });
    throw error;
  }
  await wakeDocumentationDeliveries(env, db, { customerId, id: documentationId });
}

/**
 * Rejects temp files. Their bytes stay until `purgeRefusedStatements` runs.
 * @throws notFound, staleVersion
 */
export async function rejectTempFiles(db: Database, actor: Actor, request: DecisionRequest): Promise<void> {
  const target = await findDecisionTarget(db, actor, request);
  const { customerId, documentationId, selectedCondition, decidedAt } = target;
  await runDecision(db, target, sql`decision IS NULL`, [
    statement(
      db,
      sql`UPDATE temp_file SET decision = 'REFUSED', decided_by = ${actor.username}, decided = ${decidedAt}, last_updated = ${decidedAt},
        version = version + 1 WHERE ${selectedCondition}`,
    ),
    ...auditAndEventStatements(db, actor, target, {
      change: "TEMP_FILE_REFUSED",
      objectClass: "siteproof.TempFile",
      action: "UPDATE",
      params: sql`json_object('name', json_object('after', name), 'decision', json_object('before', null, 'after', 'REFUSED'))`,
    }),
    touchStatement(db, { customerId, id: documentationId }),
  ]);
}

/**
 * Undoes decisions.
 * @throws notFound; staleVersion, also for files that were accepted and have been deleted since
 */
export async function undoDecisions(db: Database, actor: Actor, request: DecisionRequest): Promise<void> {
  const target = await findDecisionTarget(db, actor, request);
  const { customerId, documentationId, selectedCondition, decidedAt } = target;
  const fileExistsCondition = sql`EXISTS (SELECT 1 FROM file f WHERE f.customer_id = temp_file.customer_id AND f.id = temp_file.file_id
    AND f.documentation_id = temp_file.documentation_id)`;
  await runDecision(
    db,
    target,
    sql`(decision = 'REFUSED' OR (decision = 'TAKEN' AND ${fileExistsCondition}))`,
    [
      auditStatementPerFile(db, actor, target, {
        objectClass: "siteproof.File",
        action: "DELETE",
        params: sql`json_object('name', json_object('before', name), 'sha256', json_object('before', lower(hex(sha256))))`,
        condition: sql`decision = 'TAKEN'`,
      }),
      statement(
        db,
        sql`DELETE FROM file WHERE customer_id = ${customerId} AND documentation_id = ${idParam(documentationId)}
        AND id IN (SELECT file_id FROM temp_file WHERE ${selectedCondition} AND decision = 'TAKEN')`,
      ),
      ...auditAndEventStatements(db, actor, target, {
        change: "TEMP_FILE_PUT_BACK",
        objectClass: "siteproof.TempFile",
        action: "UPDATE",
        params: sql`json_object('name', json_object('after', name), 'decision', json_object('before', decision, 'after', null))`,
      }),
      statement(
        db,
        sql`UPDATE temp_file SET decision = NULL, decided_by = NULL, decided = NULL, file_id = NULL, last_updated = ${decidedAt},
        version = version + 1 WHERE ${selectedCondition}`,
      ),
      touchStatement(db, { customerId, id: documentationId }),
    ],
  );
}

type DecisionTarget = Awaited<ReturnType<typeof findDecisionTarget>>;

/**
 * The documentation, and its arrived temp files with these ids.
 * @throws notFound, ruleBroken
 */
async function findDecisionTarget(db: Database, actor: Actor, { documentationId, ids }: DecisionRequest) {
  const { customerId } = await findChangeableDocumentation(db, scopeOf(actor), documentationId);
  const selectedCondition = sql`customer_id = ${customerId} AND documentation_id = ${idParam(documentationId)} AND has_data AND id IN ${idListParam(ids)}`;
  const files = await db
    .select({ id: tempFile.id, name: tempFile.name })
    .from(tempFile)
    .where(selectedCondition);
  if (files.length < new Set(ids).size) throw problem("notFound");
  return { customerId, documentationId, ids, selectedCondition, files, decidedAt: now() };
}

/**
 * Runs the batch if all files are still in the required state.
 * @throws staleVersion
 */
async function runDecision(
  db: Database,
  { customerId, documentationId, selectedCondition, files }: DecisionTarget,
  stateCondition: SQL,
  statements: BatchItem<"sqlite">[],
): Promise<void> {
  const allInStateCondition = sql`(SELECT count(*) FROM temp_file WHERE ${selectedCondition} AND ${stateCondition}) = ${files.length}
    AND EXISTS (SELECT 1 FROM documentation WHERE customer_id = ${customerId} AND id = ${idParam(documentationId)} AND status <> 'DELETED')`;
  if (!(await batchIf(db, allInStateCondition, statements))) throw problem("staleVersion");
}

interface AuditSpec {
  objectClass: string;
  action: ChangeAction;
  params: SQL;
  /** SQL condition on the selected files; all by default. */
  condition?: SQL;
}
interface AuditAndEventSpec extends AuditSpec {
  change: TaskEditChange;
  task?: string;
}

/** The statement that writes an audit entry for each file. */
function auditStatementPerFile(
  db: Database,
  actor: Actor,
  { customerId, selectedCondition, decidedAt }: DecisionTarget,
  { objectClass, action, params, condition = sql`1` }: AuditSpec,
) {
  const { userId, realUserId } = authorOf(actor);
  return statement(
    db,
    sql`INSERT INTO domain_change (date_created, user_id, real_user_id, customer_id, object_class, object_id, action, params)
      SELECT ${decidedAt}, ${userId}, ${realUserId}, ${customerId}, ${objectClass}, id, ${action}, ${params} FROM temp_file
      WHERE ${selectedCondition} AND ${condition}`,
  );
}

/** Statements that write the audit entry and event of each file. */
const auditAndEventStatements = (
  db: Database,
  actor: Actor,
  target: DecisionTarget,
  { change, task = "", ...auditSpec }: AuditAndEventSpec,
): BatchItem<"sqlite">[] => [
  auditStatementPerFile(db, actor, target, auditSpec),
  statement(
    db,
    sql`INSERT INTO documentation_event (id, customer_id, documentation_id, type, event_date, creator, params)
      SELECT ${newId}, customer_id, documentation_id, 'TASK_EDIT', ${target.decidedAt}, ${actor.username},
        json_object('change', ${change}, 'task', ${task}, 'file', name) FROM temp_file WHERE ${target.selectedCondition}`,
  ),
];

/** @throws invalid, naming the files whose extensions the task does not accept */
function assertExtensionsAllowed(
  { ids, files }: DecisionTarget,
  task: { options: string | null } | null,
): void {
  const extensions = parseFileExtensions(task?.options ?? null);
  const names = new Map(files.map(({ id, name }) => [id, name]));
  const errors = ids.flatMap((id, index): [string, FieldError][] =>
    hasExtension(names.get(id) ?? "", extensions) ? [] : [[`ids.${index}`, "notAllowed"]],
  );
  if (errors.length > 0) throw problem("invalid", { fields: Object.fromEntries(errors) });
}

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { z } from "zod";
import type { capturedDocumentation } from "../../../domain/endpoints/capture";
import { hasPosition, now } from "../../../domain/fields";
import { pick } from "../../../domain/pick";
import { type FieldFault, problem } from "../../../domain/problem";
import { openToDevices } from "../../../domain/rules/completion";
import { circularTask } from "../../../domain/rules/taskTree";
import { isStructure } from "../../../domain/rules/taskTypes";
import { type Author, difference, logged, serviceAuthor } from "../../db/audit";
import type { Database } from "../../db/database";
import { foreignKeyViolation, uniqueViolation } from "../../db/errors";
import { batchIf } from "../../db/guard";
import { documentation, documentationEvent, documentationTag, template } from "../../db/schema";
import { statement } from "../../db/statement";
import { updateOf } from "../../documentation/change";
import type { DeviceLicense } from "../../entrance/license";
import { completionStatements } from "../../ingest/completion";
import { photosByStaff } from "../../ingest/imported";
import { refuseDisagreement, refuseForeignReferences } from "./references";
import { openTo } from "./templates";

type Captured = z.output<typeof capturedDocumentation>;
type Documentation = typeof documentation.$inferSelect;

/** Bytes of JSON: two thousand tasks with long answers. */
export const documentationLimit = 10_000_000;

const objectClass = "siteproof.Documentation";

/** Each licence is a crew of its own. A documentation whose licence has been deleted is open to all crews of the customer. */
const isOwn = (row: Documentation, { licenseId }: Pick<Source, "licenseId">): boolean =>
  row.licenseId === null || row.licenseId === licenseId;

/** @throws notFound also for another licence's documentation */
export async function documentationOf(
  db: Database,
  source: Pick<Source, "customerId" | "licenseId">,
  id: string,
): Promise<Documentation> {
  const found = await db
    .select()
    .from(documentation)
    .where(and(eq(documentation.customerId, source.customerId), eq(documentation.id, id)))
    .get();
  if (!found || !isOwn(found, source)) throw problem("notFound");
  return found;
}

/** @throws documentationClosed once staff have taken the documentation over */
export function refuseClosed(row: Documentation): void {
  if (!openToDevices(row.status)) throw problem("documentationClosed");
}

/** The origin of a saved documentation: customer, licence and author. */
export interface Source {
  customerId: number;
  licenseId: string | null;
  author: Author;
  /** The documentation's path in the body, for the names of faults: `documentation.` or empty. */
  at: string;
  /** Refuses an id in use. */
  isNew?: boolean;
}

export const deviceSource = ({ id, customerId }: DeviceLicense): Source => ({
  customerId,
  licenseId: id,
  author: serviceAuthor(customerId),
  at: "documentation.",
});

/** Creates or updates a captured documentation with its tasks, answers, preconditions and tags. */
export async function saveCaptured(
  db: Database,
  source: Source,
  captured: Captured,
): ReturnType<typeof stateOf> {
  const { customerId, author } = source;
  const { tasks, tags, alias, customerId: _, exportEvents: __, ...fields } = captured;
  const refused = (path: string, fault: FieldFault) =>
    problem("invalid", { fields: { [`${source.at}${path}`]: fault } });
  const duplicate = () => problem("duplicate", { fields: { [`${source.at}id`]: "duplicate" } });
  const [[before], [origin], [staff]] = await db.batch([
    db
      .select()
      .from(documentation)
      .where(and(eq(documentation.customerId, customerId), eq(documentation.id, captured.id))),
    db
      .select({ id: template.id })
      .from(template)
      .where(and(openTo(customerId, source.licenseId), eq(template.id, captured.templateId))),
    photosByStaff(db, customerId, captured.id),
  ]);
  if (before && (source.isNew || !isOwn(before, source))) throw duplicate();
  if (before) refuseClosed(before);
  const circular = circularTask(tasks);
  if (circular >= 0) throw refused(`tasks.${circular}.parentId`, "invalid");
  // A documentation that was begun can be finished after its template has been withdrawn.
  if (!origin && before?.templateId !== captured.templateId) throw refused("templateId", "notFound");
  await refuseDisagreement(db, source, captured);
  await refuseForeignReferences(db, source, captured);
  const at = now();
  const row = {
    ...fields,
    accuracy: hasPosition(fields) ? fields.accuracy : null,
    ...(alias !== null && { alias }),
    licenseId: source.licenseId,
    numberOfPhotos: Math.max(0, fields.numberOfPhotos + (staff?.more ?? 0)),
    numberOfTasks: tasks.filter((task) => !isStructure(task.type)).length,
  };
  const log = {
    author,
    objectClass,
    objectId: captured.id,
    params: difference(before ? pick(before, Object.keys(row)) : null, row),
  };
  const statements: BatchItem<"sqlite">[] = before
    ? [updateOf(db, before, row), logged(db, { ...log, action: "UPDATE" })]
    : [
        db.insert(documentation).values({ ...row, customerId, dateUploaded: at, lastUpdated: at }),
        logged(db, { ...log, action: "CREATE" }),
        db.insert(documentationEvent).values({
          customerId,
          documentationId: captured.id,
          type: "CREATED",
          eventDate: captured.dateCreated,
          creator: captured.creator,
        }),
      ];
  statements.push(...taskStatements(db, customerId, captured));
  // A tag set by a configuration becomes the device's, and configurations no longer remove it.
  for (const tag of new Set(tags))
    statements.push(
      db
        .insert(documentationTag)
        .values({ customerId, documentationId: captured.id, tag, source: "DEVICE" })
        .onConflictDoUpdate({
          target: [documentationTag.documentationId, documentationTag.tag],
          set: { source: "DEVICE" },
        }),
    );
  statements.push(...completionStatements(db, customerId, captured.id));
  try {
    await whileAt(db, captured.id, before?.version, statements);
  } catch (error) {
    // The same answer for an id in use by this customer or another, so that it reveals nothing.
    if (uniqueViolation(error)) {
      // A parallel call of the same device has saved it: repeats this one as an update.
      const again =
        !before && !source.isNew && (await documentationOf(db, source, captured.id).catch(() => null));
      if (again) return saveCaptured(db, source, captured);
      throw duplicate();
    }
    if (foreignKeyViolation(error)) throw refused("tasks", "notFound");
    throw error;
  }
  return stateOf(db, source, captured.id);
}

/** Characters of JSON in one parameter: well below D1's 2 MB. */
const parameterLength = 500_000;

function* inPieces<T>(rows: readonly T[]): Generator<string> {
  let piece: string[] = [];
  let size = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (size + text.length > parameterLength && piece.length > 0) {
      yield `[${piece.join(",")}]`;
      piece = [];
      size = 0;
    }
    piece.push(text);
    size += text.length;
  }
  if (piece.length > 0) yield `[${piece.join(",")}]`;
}

function taskStatements(
  db: Database,
  customerId: number,
  { id, tasks, creator, dateCreated }: Captured,
): BatchItem<"sqlite">[] {
  // Parents first: a piece may hold the children of an earlier one.
  const ordered = tasks.toSorted((a, b) => a.level - b.level);
  const preconditions = tasks.flatMap((task) =>
    task.preconditions.map((precondition) => ({
      ...precondition,
      id: precondition.id ?? crypto.randomUUID(),
      taskId: task.id,
    })),
  );
  const events = tasks.flatMap((task) =>
    task.events.map((event) => ({ ...event, id: event.id ?? crypto.randomUUID(), taskId: task.id })),
  );
  const created = tasks.map((task) => ({ id: crypto.randomUUID(), taskId: task.id }));
  const at = now();
  return [
    // An id of another documentation's task fails on its key, so that the task is not moved here.
    ...[...inPieces(ordered)].map((piece) =>
      statement(
        db,
        sql`
        INSERT INTO documentation_task (id, customer_id, documentation_id, parent_id, template_task_id, name, key, description,
          type, options, answer, required, enabled, position, level, size, params, date_created)
        SELECT value ->> 'id', ${customerId}, ${id}, value ->> 'parentId', value ->> 'templateTaskId', value ->> 'name',
          value ->> 'key', value ->> 'description', value ->> 'type', value ->> 'options', value ->> 'answer',
          value ->> 'required', value ->> 'enabled', value ->> 'position', value ->> 'level', value ->> 'size',
          value -> 'params', coalesce(value ->> 'dateCreated', ${dateCreated})
        FROM json_each(${piece})
        WHERE NOT EXISTS (SELECT 1 FROM documentation_task t WHERE t.id = value ->> 'id' AND t.customer_id = ${customerId} AND t.documentation_id = ${id})`,
      ),
    ),
    ...[...inPieces(ordered)].map((piece) =>
      statement(
        db,
        sql`
        UPDATE documentation_task SET answer = given.value ->> 'answer', enabled = given.value ->> 'enabled',
          params = given.value -> 'params', version = version + 1
        FROM json_each(${piece}) given
        WHERE documentation_task.id = given.value ->> 'id' AND customer_id = ${customerId} AND documentation_id = ${id}
          AND (answer IS NOT given.value ->> 'answer' OR enabled <> given.value ->> 'enabled' OR params <> given.value -> 'params')`,
      ),
    ),
    statement(
      db,
      sql`
      DELETE FROM documentation_precondition WHERE customer_id = ${customerId}
        AND task_id IN (SELECT id FROM documentation_task WHERE customer_id = ${customerId} AND documentation_id = ${id})`,
    ),
    ...[...inPieces(preconditions)].map((piece) =>
      statement(
        db,
        sql`
        INSERT INTO documentation_precondition (id, customer_id, task_id, type, params, date_created)
        SELECT value ->> 'id', ${customerId}, value ->> 'taskId', value ->> 'type', value -> 'params',
          coalesce(value ->> 'dateCreated', ${at}) FROM json_each(${piece})`,
      ),
    ),
    ...[...inPieces(events)].map((piece) =>
      statement(
        db,
        sql`
        INSERT INTO task_event (id, customer_id, task_id, type, creator, date_created, date_uploaded)
        SELECT value ->> 'id', ${customerId}, value ->> 'taskId', value ->> 'type', value ->> 'creator', value ->> 'dateCreated', ${at}
        FROM json_each(${piece})
        WHERE NOT EXISTS (SELECT 1 FROM task_event e WHERE e.customer_id = ${customerId} AND e.task_id = value ->> 'taskId'
          AND e.type = value ->> 'type' AND e.date_created = value ->> 'dateCreated')`,
      ),
    ),
    ...[...inPieces(created)].map((piece) =>
      statement(
        db,
        sql`
        INSERT INTO task_event (id, customer_id, task_id, type, creator, date_created, date_uploaded)
        SELECT value ->> 'id', ${customerId}, value ->> 'taskId', 'CREATED', ${creator}, ${dateCreated}, ${at} FROM json_each(${piece})
        WHERE NOT EXISTS (SELECT 1 FROM task_event e WHERE e.customer_id = ${customerId} AND e.task_id = value ->> 'taskId')`,
      ),
    ),
    ...warningStatements(db, customerId, { id, tasks }),
    ...referencePhotoStatements(db, customerId, { id, tasks }),
  ];
}

type CapturedTasks = Pick<Captured, "id" | "tasks">;

/** Replaces the warnings of tasks that list theirs; other tasks keep their warnings. */
function warningStatements(
  db: Database,
  customerId: number,
  { id, tasks }: CapturedTasks,
): BatchItem<"sqlite">[] {
  const listing = tasks.filter((task) => task.unexpectedAnswerEvents !== undefined);
  const warnings = listing.flatMap(({ id: taskId, unexpectedAnswerEvents = [] }) =>
    unexpectedAnswerEvents.map((event) => ({ ...event, id: event.id ?? crypto.randomUUID(), taskId })),
  );
  return [
    ...[...inPieces(listing.map((task) => task.id))].map((piece) =>
      statement(
        db,
        sql`DELETE FROM unexpected_answer_event WHERE customer_id = ${customerId} AND ${ofTasks(customerId, id, piece)}`,
      ),
    ),
    ...[...inPieces(warnings)].map((piece) =>
      statement(
        db,
        sql`
        INSERT INTO unexpected_answer_event (id, customer_id, task_id, expected_answer_list_name, expected_answer, date_created)
        SELECT value ->> 'id', ${customerId}, value ->> 'taskId', value ->> 'expectedAnswerListName', value ->> 'expectedAnswer', ${now()}
        FROM json_each(${piece})`,
      ),
    ),
  ];
}

/**
 * Stores the reference photos a task lists, else those its template has now, because the template may change. Leaves out photos
 * deleted since the device fetched the template.
 */
function referencePhotoStatements(
  db: Database,
  customerId: number,
  { id, tasks }: CapturedTasks,
): BatchItem<"sqlite">[] {
  const listing = tasks.filter((task) => task.referencePhotos !== undefined);
  const links = listing.flatMap(({ id: taskId, referencePhotos = [] }) =>
    referencePhotos.map((photoId) => ({ taskId, photoId })),
  );
  const unlisted = tasks.filter((task) => task.referencePhotos === undefined).map((task) => task.id);
  return [
    ...[...inPieces(listing.map((task) => task.id))].map((piece) =>
      statement(
        db,
        sql`DELETE FROM documentation_task_reference_photo WHERE customer_id = ${customerId} AND ${ofTasks(customerId, id, piece)}`,
      ),
    ),
    ...[...inPieces(links)].map((piece) =>
      statement(
        db,
        sql`
        INSERT OR IGNORE INTO documentation_task_reference_photo (customer_id, task_id, reference_photo_id)
        SELECT r.customer_id, value ->> 'taskId', r.id
        FROM json_each(${piece}) JOIN reference_photo r ON r.customer_id = ${customerId} AND r.id = value ->> 'photoId' ORDER BY key`,
      ),
    ),
    ...[...inPieces(unlisted)].map((piece) =>
      statement(
        db,
        sql`
        INSERT OR IGNORE INTO documentation_task_reference_photo (customer_id, task_id, reference_photo_id)
        SELECT t.customer_id, t.id, r.reference_photo_id
        FROM documentation_task t JOIN template_task_reference_photo r ON r.customer_id = t.customer_id AND r.template_task_id = t.template_task_id
        WHERE t.customer_id = ${customerId} AND t.documentation_id = ${id} AND t.id IN (SELECT value FROM json_each(${piece}))`,
      ),
    ),
  ];
}

/** Condition of the rows of the given tasks that belong to the documentation. */
const ofTasks = (customerId: number, id: string, taskIds: string): SQL =>
  sql`task_id IN (SELECT t.id FROM documentation_task t WHERE t.customer_id = ${customerId} AND t.documentation_id = ${id}
    AND t.id IN (SELECT value FROM json_each(${taskIds})))`;

/** Runs the statements if the documentation is new or still at the version that was read. @throws staleVersion */
async function whileAt(
  db: Database,
  id: string,
  version: number | undefined,
  statements: BatchItem<"sqlite">[],
): Promise<void> {
  const unchanged =
    version === undefined
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM documentation WHERE id = ${id} AND version = ${version})`;
  if (!(await batchIf(db, unchanged, statements))) throw problem("staleVersion");
}

/** Completes a documentation for its device: now, or once everything announced has arrived. */
export async function complete(db: Database, license: DeviceLicense, id: string, creator: string) {
  const row = await documentationOf(db, deviceSource(license), id);
  if (openToDevices(row.status)) {
    const change = {
      completionRequested: row.completionRequested ?? now(),
      completedBy: creator,
      status: row.status === "PAUSED" || row.status === "DOWNLOADED" ? "ONGOING" : row.status,
    };
    await whileAt(db, id, row.version, [
      updateOf(db, row, change),
      logged(db, {
        author: serviceAuthor(license.customerId),
        objectClass,
        objectId: id,
        action: "UPDATE",
        params: difference(pick(row, Object.keys(change)), change),
      }),
      ...completionStatements(db, license.customerId, id),
    ]);
  }
  return stateOf(db, deviceSource(license), id);
}

/** Hands a documentation over (PAUSED) for its device. */
export async function pause(db: Database, license: DeviceLicense, id: string, creator: string) {
  if (!license.pauseDocumentations) throw problem("pauseNotAllowed");
  const row = await documentationOf(db, deviceSource(license), id);
  refuseClosed(row);
  if (row.status !== "PAUSED") {
    const at = now();
    await whileAt(db, id, row.version, [
      updateOf(db, row, { status: "PAUSED" }),
      logged(db, {
        author: serviceAuthor(license.customerId),
        objectClass,
        objectId: id,
        action: "UPDATE",
        params: { status: { before: row.status, after: "PAUSED" } },
      }),
      db.insert(documentationEvent).values({
        customerId: license.customerId,
        documentationId: id,
        type: "PAUSED",
        eventDate: at,
        creator,
      }),
    ]);
  }
  return stateOf(db, deviceSource(license), id);
}

async function stateOf(db: Database, owner: Pick<Source, "customerId" | "licenseId">, id: string) {
  const { status, uploadedPhotos, numberOfPhotos } = await documentationOf(db, owner, id);
  return { id, status, uploadedPhotos, numberOfPhotos };
}

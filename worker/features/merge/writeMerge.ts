import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { DocumentationEventType } from "#domain/core/documentationTypes.ts";
import { hasPosition, now, unknownCoordinates } from "#domain/core/fields.ts";
import { pick } from "#domain/core/objects.ts";
import { awaitsFile, getStatusAfterCompletion } from "#domain/documentation/completion.ts";
import { agreedFields } from "#domain/documentation/documentationFields.ts";
import { portalAppVersion } from "#domain/task/preconditions.ts";
import { isStructure } from "#domain/task/types.ts";
import { type Author, auditStatement, changeParamsOf } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam, newId, textAsId } from "#worker/db/ids.ts";
import {
  type DocumentationRow,
  documentation,
  documentationEvent,
  documentationLink,
  documentationTag,
} from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { createKeyChunks } from "./copyMedia.ts";
import { createContentStatements } from "./mergeRows.ts";
import { copyThreadStatements } from "./mergeThreads.ts";
import type { Originals } from "./originals.ts";
import type { MergePlan } from "./planMerge.ts";

interface MergeContext {
  jobId: string;
  id: string;
  name: string;
  author: Author;
  username: string;
  tags: Record<string, string>;
}

const objectClass = "siteproof.Documentation";

/**
 * Writes the new documentation in one batch, with links, events and audit entries on it and its originals.
 * @returns false, with nothing written, if the originals have changed since the plan was made
 */
export async function writeMergedDocumentation(
  db: Database,
  merge: MergeContext,
  originals: Originals,
  plan: MergePlan,
): Promise<boolean> {
  const { customerId } = originals.documentations[0]!;
  const mergedAt = now();
  const row = createDocumentationRow(merge, originals, plan, mergedAt);
  const content = await createContentStatements(db, plan, {
    jobId: merge.jobId,
    customerId,
    documentationId: merge.id,
    tags: merge.tags,
    mergedAt,
  });
  const threads = await copyThreadStatements(
    db,
    plan,
    { jobId: merge.jobId, customerId, documentationId: merge.id },
    originals.documentations.map(({ id }) => id),
  );
  return batchIf(db, unchangedCondition(originals), [
    db.insert(documentation).values(row),
    auditStatement(db, {
      author: { ...merge.author, customerId },
      objectClass,
      objectId: merge.id,
      action: "CREATE",
      params: changeParamsOf(null, {
        name: row.name,
        templateId: row.templateId,
        status: row.status,
        documentations: originals.documentations.map(({ name }) => name),
        tasks: plan.tasks.length,
        photos: plan.photos.length,
        files: plan.files.length,
      }),
    }),
    ...tagStatements(db, merge.id, originals),
    ...content,
    ...threads,
    ...createEventStatements(db, merge, originals, mergedAt),
    ...createKeyChunks(plan.copies).map((keys) =>
      statement(
        db,
        sql`DELETE FROM orphaned_object WHERE key_or_prefix IN (SELECT value FROM json_each(${keys}))`,
      ),
    ),
  ]);
}

/** Columns that are left to the database: the rowid, those that triggers maintain, and those for completion by devices and undone changes. */
type GeneratedColumn =
  | "seq"
  | "nameKey"
  | "creatorKey"
  | "uploadedPhotos"
  | "dataSize"
  | "exported"
  | "deleteAfter"
  | "hasUnlistedName"
  | "completedWithout"
  | "statusUndoneVersion"
  | "reviewedAt"
  | "reviewedBy";

type AgreedField = (typeof agreedFields)[number];

/**
 * The row of the new documentation: created in the portal (2§3), with the values that all originals share. Lists every column, so
 * that the code does not compile if a new column is not handled here.
 */
function createDocumentationRow(
  merge: MergeContext,
  { documentations }: Originals,
  plan: MergePlan,
  timestamp: string,
): Omit<DocumentationRow, GeneratedColumn> {
  const first = documentations[0]!;
  const isShared = (column: keyof DocumentationRow) =>
    documentations.every((documentation) => documentation[column] === first[column]);
  const agreedValues: Pick<DocumentationRow, AgreedField> = pick(first, agreedFields);
  for (const field of agreedFields) if (!isShared(field)) agreedValues[field] = null;
  const documentationWithPosition = documentations.find(hasPosition);
  const holding = new Set(plan.files.map(({ taskId }) => taskId));
  const photos = plan.photos.length;
  const timeLimit =
    documentations.every((documentation) => documentation.deleteAutomatically) && isShared("deleteTimeLimit")
      ? first.deleteTimeLimit
      : null;
  const isAssigned = isShared("assigneeId");
  return {
    ...agreedValues,
    assigneeId: isAssigned ? first.assigneeId : null,
    dueDay: isAssigned && isShared("dueDay") ? first.dueDay : null,
    id: merge.id,
    customerId: first.customerId,
    templateId: first.templateId,
    templateLastUpdated: first.templateLastUpdated,
    name: merge.name,
    alias: null,
    creator: merge.username,
    deviceId: "N/A",
    appVersion: portalAppVersion,
    osVersion: null,
    phoneModel: "N/A",
    lat: documentationWithPosition?.lat ?? unknownCoordinates.lat,
    lng: documentationWithPosition?.lng ?? unknownCoordinates.lng,
    accuracy: documentationWithPosition?.accuracy ?? null,
    hidden: false,
    deleteAutomatically: timeLimit !== null,
    deleteTimeLimit: timeLimit,
    exportAutomatically: documentations.every((documentation) => documentation.exportAutomatically),
    status: getStatusAfterCompletion({
      numberOfPhotos: photos,
      uploadedPhotos: photos,
      awaitedFileCount: plan.tasks.filter(
        ({ id, main, from }) => from.some(({ enabled }) => enabled) && awaitsFile(main) && !holding.has(id),
      ).length,
    }),
    numberOfPhotos: photos,
    numberOfTasks: plan.tasks.filter(({ main }) => !isStructure(main.type)).length,
    dateCreated: timestamp,
    dateUploaded: timestamp,
    dateDeleted: null,
    lastUpdated: timestamp,
    completionRequested: timestamp,
    completedBy: merge.username,
    version: 1,
  };
}

const tagStatements = (db: Database, id: string, { documentations }: Originals): BatchItem<"sqlite">[] => [
  statement(
    db,
    // A tag configuration may already have tagged the new documentation.
    sql`INSERT INTO ${documentationTag} (id, customer_id, documentation_id, tag, source)
      SELECT ${newId}, customer_id, ${idParam(id)}, tag, min(source) FROM documentation_tag
      WHERE source <> 'CONFIGURATION' AND documentation_id IN ${idListParam(documentations.map((documentation) => documentation.id))}
      GROUP BY tag ON CONFLICT (documentation_id, customer_id, tag) DO NOTHING`,
  ),
];

/** Links and events on both sides: the new documentation refers to its originals, and each original to it. */
function createEventStatements(
  db: Database,
  merge: MergeContext,
  { documentations }: Originals,
  timestamp: string,
): BatchItem<"sqlite">[] {
  const { customerId } = documentations[0]!;
  const eventStatement = (
    documentationId: string,
    type: DocumentationEventType,
    params: Record<string, string>,
  ) =>
    db
      .insert(documentationEvent)
      .values({ customerId, documentationId, type, eventDate: timestamp, creator: merge.username, params });
  return [
    eventStatement(merge.id, "CREATED", {}),
    eventStatement(merge.id, "MERGED", {
      from: documentations.map((documentation) => distinguishName(documentation, documentations)).join("; "),
    }),
    ...documentations.flatMap(({ id }) => [
      db.insert(documentationLink).values({ customerId, documentationId: merge.id, linkedId: id }),
      db.insert(documentationLink).values({ customerId, documentationId: id, linkedId: merge.id }),
      auditStatement(db, {
        author: { ...merge.author, customerId },
        objectClass,
        objectId: id,
        action: "UPDATE",
        params: { documentations: { after: merge.name } },
      }),
      eventStatement(id, "MERGED", { into: merge.name }),
    ]),
  ];
}

/** Adds the day if originals have the same name, as with several visits to one site. */
function distinguishName(
  documentation: Originals["documentations"][number],
  documentations: Originals["documentations"],
): string {
  const isAmbiguous = documentations.filter(({ name }) => name === documentation.name).length > 1;
  return isAmbiguous
    ? `${documentation.name} (${documentation.dateCreated.slice(0, 10)})`
    : documentation.name;
}

/** SQL condition: nothing in the plan has been changed, added or removed since it was read. */
function unchangedCondition({ documentations, tasks, selectedTasks, photos, files }: Originals): SQL {
  const documentationCondition = sql`documentation_id IN ${idListParam(documentations.map(({ id }) => id))}`;
  const toJsonRows = (rows: readonly object[]) => sql`json_each(${JSON.stringify(rows)}) v`;
  const { customerId } = documentations[0]!;
  const allUnchangedCondition = (table: string, rows: readonly { id: string; version: number }[]) =>
    sql`(SELECT count(*) FROM ${toJsonRows(rows.map(({ id, version }) => ({ id, version })))} JOIN ${sql.raw(table)} s
      ON s.id = ${textAsId("v.value ->> 'id'")} AND s.version = v.value ->> 'version') = ${rows.length}`;
  return sql`${allUnchangedCondition("documentation", documentations)} AND ${allUnchangedCondition("photo", photos)} AND ${allUnchangedCondition("file", files)}
    AND ${allUnchangedCondition("documentation_task", tasks)}
    AND (SELECT count(*) FROM documentation_task WHERE customer_id = ${customerId} AND ${documentationCondition}) = ${tasks.length}
    AND (SELECT count(*) FROM file WHERE customer_id = ${customerId} AND ${documentationCondition} AND has_data
      AND (documentation_task_id IS NULL OR documentation_task_id IN ${idListParam([...selectedTasks])})) = ${files.length}`;
}

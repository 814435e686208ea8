import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { DocumentationEventType } from "#domain/core/documentationTypes.ts";
import { hasPosition, now, unknownCoordinates } from "#domain/core/fields.ts";
import { awaitsFile, statusAfterCompletion } from "#domain/documentation/completion.ts";
import { portalAppVersion } from "#domain/task/preconditions.ts";
import { isStructure } from "#domain/task/types.ts";
import { type Author, auditStatement, difference } from "#worker/db/audit.ts";
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
import { keyChunks } from "./copyMedia.ts";
import { contentStatements } from "./mergeRows.ts";
import type { Originals } from "./originals.ts";
import type { MergePlan } from "./planMerge.ts";

interface Merge {
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
export async function writeMerged(
  db: Database,
  merge: Merge,
  originals: Originals,
  plan: MergePlan,
): Promise<boolean> {
  const { customerId } = originals.documentations[0]!;
  const mergedAt = now();
  const row = rowOf(merge, originals, plan, mergedAt);
  const content = await contentStatements(db, plan, {
    jobId: merge.jobId,
    customerId,
    documentationId: merge.id,
    tags: merge.tags,
    mergedAt,
  });
  return batchIf(db, unchanged(originals), [
    db.insert(documentation).values(row),
    auditStatement(db, {
      author: { ...merge.author, customerId },
      objectClass,
      objectId: merge.id,
      action: "CREATE",
      params: difference(null, {
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
    ...traces(db, merge, originals, mergedAt),
    ...keyChunks(plan.copies).map((keys) =>
      statement(
        db,
        sql`DELETE FROM orphaned_object WHERE key_or_prefix IN (SELECT value FROM json_each(${keys}))`,
      ),
    ),
  ]);
}

/** Columns that a new documentation leaves to the database: the rowid, those maintained by triggers, and those of completion by devices and of undone changes. */
type Generated =
  | "seq"
  | "nameKey"
  | "uploadedPhotos"
  | "dataSize"
  | "exported"
  | "deleteAfter"
  | "hasUnlistedName"
  | "completedWithout"
  | "statusUndoneVersion";

/**
 * The row of the new documentation: created in the portal (2§3), with the values on which all originals agree. Names every
 * column, so that a new one does not compile until a merge handles it.
 */
function rowOf(
  merge: Merge,
  { documentations }: Originals,
  plan: MergePlan,
  at: string,
): Omit<DocumentationRow, Generated> {
  const first = documentations[0]!;
  /** The value shared by all originals, otherwise null. */
  const agreed = <K extends keyof DocumentationRow>(column: K): DocumentationRow[K] | null =>
    documentations.every((documentation) => documentation[column] === first[column]) ? first[column] : null;
  const positioned = documentations.find(hasPosition);
  const holding = new Set(plan.files.map(({ taskId }) => taskId));
  const photos = plan.photos.length;
  const timeLimit = documentations.every((documentation) => documentation.deleteAutomatically)
    ? agreed("deleteTimeLimit")
    : null;
  return {
    id: merge.id,
    customerId: first.customerId,
    templateId: first.templateId,
    templateLastUpdated: first.templateLastUpdated,
    licenseId: agreed("licenseId"),
    name: merge.name,
    alias: null,
    creator: merge.username,
    deviceId: "N/A",
    appVersion: portalAppVersion,
    osVersion: null,
    phoneModel: "N/A",
    lat: positioned?.lat ?? unknownCoordinates.lat,
    lng: positioned?.lng ?? unknownCoordinates.lng,
    accuracy: positioned?.accuracy ?? null,
    email: agreed("email"),
    hidden: false,
    deleteAutomatically: timeLimit !== null,
    deleteTimeLimit: timeLimit,
    exportAutomatically: documentations.every((documentation) => documentation.exportAutomatically),
    status: statusAfterCompletion({
      numberOfPhotos: photos,
      uploadedPhotos: photos,
      awaitedFiles: plan.tasks.filter(
        ({ id, main, from }) => from.some(({ enabled }) => enabled) && awaitsFile(main) && !holding.has(id),
      ).length,
    }),
    numberOfPhotos: photos,
    numberOfTasks: plan.tasks.filter(({ main }) => !isStructure(main.type)).length,
    dateCreated: at,
    dateUploaded: at,
    dateDeleted: null,
    lastUpdated: at,
    completionRequested: at,
    completedBy: merge.username,
    version: 1,
  };
}

const tagStatements = (db: Database, id: string, { documentations }: Originals): BatchItem<"sqlite">[] => [
  statement(
    db,
    // A tag configuration may already have tagged the new documentation.
    sql`INSERT INTO ${documentationTag} (id, customer_id, documentation_id, tag, source)
      SELECT ${newId}, customer_id, ${idParam(id)}, tag, 'DEVICE' FROM documentation_tag
      WHERE source = 'DEVICE' AND documentation_id IN ${idListParam(documentations.map((documentation) => documentation.id))}
      GROUP BY tag ON CONFLICT (documentation_id, customer_id, tag) DO NOTHING`,
  ),
];

/** Links and events on both sides: the new documentation refers to its originals, and each original to it. */
function traces(
  db: Database,
  merge: Merge,
  { documentations }: Originals,
  at: string,
): BatchItem<"sqlite">[] {
  const { customerId } = documentations[0]!;
  const event = (documentationId: string, type: DocumentationEventType, params: Record<string, string>) =>
    db
      .insert(documentationEvent)
      .values({ customerId, documentationId, type, eventDate: at, creator: merge.username, params });
  return [
    event(merge.id, "CREATED", {}),
    event(merge.id, "MERGED", {
      from: documentations.map((documentation) => distinctName(documentation, documentations)).join("; "),
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
      event(id, "MERGED", { into: merge.name }),
    ]),
  ];
}

/** Adds the day if originals share a name, as visits of one site do. */
function distinctName(
  documentation: Originals["documentations"][number],
  all: Originals["documentations"],
): string {
  const isAmbiguous = all.filter(({ name }) => name === documentation.name).length > 1;
  return isAmbiguous
    ? `${documentation.name} (${documentation.dateCreated.slice(0, 10)})`
    : documentation.name;
}

/** SQL condition: nothing in the plan has been changed, added or removed since it was read. */
function unchanged({ documentations, tasks, photos, files }: Originals): SQL {
  const among = sql`documentation_id IN ${idListParam(documentations.map(({ id }) => id))}`;
  const jsonRows = (rows: readonly object[]) => sql`json_each(${JSON.stringify(rows)}) v`;
  const { customerId } = documentations[0]!;
  const counted = (table: string, rows: readonly { id: string; version: number }[]) =>
    sql`(SELECT count(*) FROM ${jsonRows(rows.map(({ id, version }) => ({ id, version })))} JOIN ${sql.raw(table)} s
      ON s.id = ${textAsId("v.value ->> 'id'")} AND s.version = v.value ->> 'version') = ${rows.length}`;
  return sql`${counted("documentation", documentations)} AND ${counted("photo", photos)} AND ${counted("file", files)}
    AND ${counted("documentation_task", tasks)}
    AND (SELECT count(*) FROM documentation_task WHERE customer_id = ${customerId} AND ${among}) = ${tasks.length}`;
}

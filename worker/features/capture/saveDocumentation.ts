import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { z } from "zod";
import { hasPosition, now, unknownCoordinate } from "#domain/core/fields.ts";
import { pick } from "#domain/core/objects.ts";
import { type FieldError, problem } from "#domain/core/problem.ts";
import type { TextRepair } from "#domain/core/text/textRepairs.ts";
import { acceptsDeviceUploads } from "#domain/documentation/completion.ts";
import type { capturedDocumentation } from "#domain/endpoints/capture/capture.ts";
import { findCycle } from "#domain/task/taskTree.ts";
import { isStructure } from "#domain/task/types.ts";
import { type Author, auditStatement, changeParamsOf, createServiceAuthor } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { findUniqueViolation, isForeignKeyViolation } from "#worker/db/errors.ts";
import { idParam } from "#worker/db/ids.ts";
import { selectNumber } from "#worker/db/rows.ts";
import {
  type DocumentationRow,
  documentation,
  documentationEvent,
  documentationTag,
  type LicenseRow,
  template,
} from "#worker/db/schema/index.ts";
import { updateStatement } from "#worker/documentation/changeDocumentation.ts";
import { refreshCompletion } from "#worker/documentation/refreshCompletion.ts";
import {
  endRetakesInFieldStatements,
  listOpenAnswerRetakes,
  openTaskRetakesQuery,
} from "#worker/documentation/retakenAnswers.ts";
import { completeWithEventStatements } from "#worker/ingest/completion.ts";
import { importedPhotoCountQuery } from "#worker/ingest/importArrivals.ts";
import { assertOwnReferences, assertServiceFields } from "./checkReferences.ts";
import { deliverableTemplatesCondition } from "./deviceTemplates.ts";
import { isUnlistedName } from "./findCompletionGaps.ts";
import {
  assertNewestFetch,
  countTasksStatement,
  newestFetchQuery,
  setAnnouncedPhotosStatements,
} from "./handover/fetchLock.ts";
import { repairStatements, repairTimes, toDocumentationRepairs } from "./mediaRepairs.ts";
import { retryStale } from "./retryStale.ts";
import { answersSavedCondition, answersUnchangedCondition, createTaskStatements } from "./tasks.ts";

type CapturedDocumentation = z.output<typeof capturedDocumentation>;

/** Bytes of JSON, enough for two thousand tasks with long answers. */
export const maxDocumentationBytes = 10_000_000;

export const documentationClass = "siteproof.Documentation";

/** Licences are separate crews. A documentation whose licence has been deleted is open to all crews of the customer. */
const isAccessibleToLicense = (
  row: DocumentationRow,
  { licenseId }: Pick<DocumentationSource, "licenseId">,
): boolean => row.licenseId === null || row.licenseId === licenseId;

/** @throws notFound also for another licence's documentation */
export async function findDocumentation(
  db: Database,
  source: Pick<DocumentationSource, "customerId" | "licenseId">,
  id: string,
): Promise<DocumentationRow> {
  const row = await db
    .select()
    .from(documentation)
    .where(and(eq(documentation.customerId, source.customerId), eq(documentation.id, id)))
    .get();
  if (!row || !isAccessibleToLicense(row, source)) throw problem("notFound");
  return row;
}

/** @throws documentationClosed once staff have taken the documentation over */
export function assertAcceptsUploads(row: DocumentationRow): void {
  if (!acceptsDeviceUploads(row.status)) throw problem("documentationClosed");
}

/** The origin of a saved documentation: customer, licence and author. */
export interface DocumentationSource {
  customerId: number;
  licenseId: string | null;
  author: Author;
  /** The documentation's path in the body, as a prefix for field names in errors: `documentation.` or empty. */
  path: string;
  /** Refuses an id in use. */
  isNew?: boolean;
  /** The texts in which characters were replaced on arrival. */
  repairs?: readonly TextRepair[];
}

export const toDeviceSource = ({ id, customerId }: LicenseRow): DocumentationSource => ({
  customerId,
  licenseId: id,
  author: createServiceAuthor(customerId),
  path: "documentation.",
});

/** Audit params of a new documentation, without its id and without fields that are zero, false or "N/A". */
const toCreationParams = ({ id: _, lat, lng, numberOfTasks: __, ...row }: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries({ ...row, ...(lat !== unknownCoordinate && { lat, lng }) }).filter(
      ([, value]) => value !== false && value !== 0 && value !== "N/A",
    ),
  );

/** The fetch and version that the caller has, if the documentation was handed over. */
interface FetchState {
  fetchId?: string | undefined;
  version?: number | undefined;
}

const automationColumns = ["deleteAutomatically", "deleteTimeLimit", "exportAutomatically"] as const;
type Automation = Pick<DocumentationRow, (typeof automationColumns)[number]>;

/**
 * Automatic deletion and export of the documentation. Values that are left out keep their current ones, or those of the template in a new
 * documentation. A device cannot undo the decision of staff to keep the documentation.
 */
function getAutomation(
  capturedValues: Partial<Automation>,
  currentValues: Automation | undefined,
  isKept: boolean,
): Partial<Automation> {
  return {
    deleteAutomatically:
      !isKept && (capturedValues.deleteAutomatically ?? currentValues?.deleteAutomatically ?? false),
    deleteTimeLimit: capturedValues.deleteTimeLimit ?? currentValues?.deleteTimeLimit ?? null,
    exportAutomatically: capturedValues.exportAutomatically ?? currentValues?.exportAutomatically ?? false,
  };
}

/**
 * Creates or updates a captured documentation with its tasks, answers, preconditions and tags. Content that is already saved may be sent again,
 * even with the previous version.
 */
export const saveCapturedDocumentation = (
  db: Database,
  source: DocumentationSource,
  capturedDocumentation: CapturedDocumentation,
  fetchState: FetchState = {},
): Promise<DocumentationState> =>
  // A stale version stays stale. The second attempt only checks whether the first call has saved the same content.
  retryStale(
    () => saveOnce(db, source, capturedDocumentation, fetchState),
    fetchState.version === undefined ? 6 : 2,
  );

async function saveOnce(
  db: Database,
  source: DocumentationSource,
  sentDocumentation: CapturedDocumentation,
  { fetchId, version }: FetchState,
): Promise<DocumentationState> {
  const { customerId, author } = source;
  const createFieldProblem = (path: string, error: FieldError) =>
    problem("invalid", { fields: { [`${source.path}${path}`]: error } });
  const createDuplicateProblem = () =>
    problem("duplicate", { fields: { [`${source.path}id`]: "duplicate" } });
  const [[existingRow], [templateRow], [importedPhotos], [fetch], openTaskRetakes, [keptEvent]] =
    await db.batch([
      db
        .select()
        .from(documentation)
        .where(and(eq(documentation.customerId, customerId), eq(documentation.id, sentDocumentation.id))),
      db
        .select(pick(getTableColumns(template), ["id", ...automationColumns]))
        .from(template)
        .where(
          and(
            deliverableTemplatesCondition(customerId, source.licenseId),
            eq(template.id, sentDocumentation.templateId),
          ),
        ),
      importedPhotoCountQuery(db, customerId, sentDocumentation.id),
      newestFetchQuery(db, { customerId, id: sentDocumentation.id }),
      openTaskRetakesQuery(db, { customerId, id: sentDocumentation.id }),
      db
        .select({ id: documentationEvent.id })
        .from(documentationEvent)
        .where(
          and(
            eq(documentationEvent.customerId, customerId),
            eq(documentationEvent.documentationId, sentDocumentation.id),
            eq(documentationEvent.type, "KEPT"),
          ),
        )
        .limit(1),
    ]);
  const timestamp = now();
  const { captured: capturedContent, repairedTimes } = repairTimes(
    sentDocumentation,
    existingRow?.dateCreated ?? timestamp,
  );
  const { tasks, tags, alias, customerId: _, exportEvents: __, ...fields } = capturedContent;
  if (existingRow && (source.isNew || !isAccessibleToLicense(existingRow, source)))
    throw createDuplicateProblem();
  if (existingRow) assertAcceptsUploads(existingRow);
  assertNewestFetch(fetch, fetchId);
  const cycleIndex = findCycle(tasks);
  if (cycleIndex >= 0) throw createFieldProblem(`tasks.${cycleIndex}.parentId`, "invalid");
  // A documentation in progress can be finished after its template has been withdrawn.
  if (!templateRow && existingRow?.templateId !== capturedContent.templateId)
    throw createFieldProblem("templateId", "notFound");
  await assertServiceFields(db, source, capturedContent);
  await assertOwnReferences(db, source, capturedContent);
  const { numberOfPhotos, ...columns } = fields;
  const row = {
    ...columns,
    ...getAutomation(columns, existingRow ?? templateRow, keptEvent !== undefined),
    ...(existingRow?.name !== capturedContent.name && {
      hasUnlistedName: await isUnlistedName(db, source, capturedContent),
    }),
    accuracy: hasPosition(fields) ? fields.accuracy : null,
    ...(alias !== null && { alias }),
    licenseId: source.licenseId,
    ...(!fetch && {
      numberOfPhotos: Math.max(0, numberOfPhotos + (importedPhotos?.count ?? 0)),
      numberOfTasks: tasks.filter((task) => !isStructure(task.type)).length,
    }),
  };
  if (existingRow && version !== undefined && version !== existingRow.version) {
    const isUnchanged = Object.keys(changeParamsOf(pick(existingRow, Object.keys(row)), row)).length === 0;
    if (
      isUnchanged &&
      (await selectNumber(db, sql`SELECT ${answersSavedCondition(customerId, capturedContent)}`)) === 1
    )
      return readDocumentationState(db, source, capturedContent.id);
    throw problem("staleVersion");
  }
  const auditEntry = {
    author,
    objectClass: documentationClass,
    objectId: capturedContent.id,
    params: existingRow
      ? changeParamsOf(pick(existingRow, Object.keys(row)), row)
      : changeParamsOf(null, toCreationParams(row)),
  };
  const statements: BatchItem<"sqlite">[] = existingRow
    ? [updateStatement(db, existingRow, row), auditStatement(db, { ...auditEntry, action: "UPDATE" })]
    : [
        db
          .insert(documentation)
          .values({ ...row, customerId, dateUploaded: timestamp, lastUpdated: timestamp }),
        auditStatement(db, { ...auditEntry, action: "CREATE" }),
        db.insert(documentationEvent).values({
          customerId,
          documentationId: capturedContent.id,
          type: "CREATED",
          eventDate: capturedContent.dateCreated,
          creator: capturedContent.creator,
        }),
      ];
  const answerRetakes =
    openTaskRetakes.length > 0 ? await listOpenAnswerRetakes(db, { customerId, id: capturedContent.id }) : [];
  statements.push(
    ...createTaskStatements(db, customerId, capturedContent, timestamp),
    ...endRetakesInFieldStatements(db, answerRetakes, tasks, fetch?.creator ?? capturedContent.creator),
  );
  if (fetch)
    statements.push(
      ...setAnnouncedPhotosStatements(db, fetch, numberOfPhotos),
      countTasksStatement(db, fetch),
    );
  // A tag set by a configuration becomes the device's, and configurations no longer remove it.
  for (const tag of new Set(tags))
    statements.push(
      db
        .insert(documentationTag)
        .values({ customerId, documentationId: capturedContent.id, tag, source: "DEVICE" })
        .onConflictDoUpdate({
          target: [documentationTag.documentationId, documentationTag.customerId, documentationTag.tag],
          set: { source: "DEVICE" },
        }),
    );
  statements.push(
    ...completeWithEventStatements(db, customerId, capturedContent.id),
    ...repairStatements(
      db,
      { customerId, ...capturedContent },
      toDocumentationRepairs(source, capturedContent),
    ),
    ...repairStatements(db, { customerId, ...capturedContent }, repairedTimes, "TIME_REPAIRED"),
  );
  try {
    await batchAtVersion(
      db,
      capturedContent.id,
      existingRow?.version,
      statements,
      answersUnchangedCondition(customerId, capturedContent),
    );
  } catch (error) {
    // An id in use by another customer gives the same error as one in use by this customer, to reveal nothing.
    if (findUniqueViolation(error)) {
      // A concurrent call from the same device has saved it: retry as an update.
      const savedRow =
        !existingRow &&
        !source.isNew &&
        (await findDocumentation(db, source, capturedContent.id).catch(() => null));
      if (savedRow) return saveCapturedDocumentation(db, source, sentDocumentation, { fetchId, version });
      throw createDuplicateProblem();
    }
    if (isForeignKeyViolation(error)) throw createFieldProblem("tasks", "notFound");
    throw error;
  }
  if (existingRow) await refreshCompletion(db, existingRow);
  return readDocumentationState(db, source, capturedContent.id);
}

/**
 * Runs the statements if the documentation is new or still at `version`, and `extraCondition` holds.
 * @throws staleVersion
 */
export async function batchAtVersion(
  db: Database,
  id: string,
  version: number | undefined,
  statements: BatchItem<"sqlite">[],
  extraCondition: SQL = sql`1`,
): Promise<void> {
  const unchangedCondition =
    version === undefined
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM documentation WHERE id = ${idParam(id)} AND version = ${version})`;
  if (!(await batchIf(db, sql`${unchangedCondition} AND ${extraCondition}`, statements)))
    throw problem("staleVersion");
}

export type DocumentationState = Awaited<ReturnType<typeof readDocumentationState>>;

export async function readDocumentationState(
  db: Database,
  owner: Pick<DocumentationSource, "customerId" | "licenseId">,
  id: string,
) {
  const { status, uploadedPhotos, numberOfPhotos } = await findDocumentation(db, owner, id);
  return { id, status, uploadedPhotos, numberOfPhotos };
}

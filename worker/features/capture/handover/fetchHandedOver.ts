import { and, eq, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { compareNames } from "#domain/core/text/sortKey.ts";
import { acceptsDeviceUploads } from "#domain/documentation/completion.ts";
import type { FetchedDocumentation } from "#domain/endpoints/capture/handover.ts";
import { type Author, auditStatement } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { findUniqueViolation } from "#worker/db/errors.ts";
import { idParam } from "#worker/db/ids.ts";
import {
  type DocumentationFetchRow,
  type DocumentationRow,
  documentation,
  documentationEvent,
  documentationFetch,
  documentationTag,
} from "#worker/db/schema/index.ts";
import { unchangedCondition, updateStatement } from "#worker/documentation/changeDocumentation.ts";
import { listCrewMessages } from "#worker/documentation/crewMessages.ts";
import { type DocumentationRef, listFiles, listPhotos } from "#worker/documentation/details.ts";
import { listTasks } from "#worker/documentation/listTasks.ts";
import { listRetakesForFetcher, openRetakesStatement } from "#worker/documentation/retakes.ts";
import { findTemplate } from "../deviceTemplates.ts";
import { type DocumentationState, documentationClass, readDocumentationState } from "../saveDocumentation.ts";
import { endFetchesStatement, fetchedByOtherProblem, newestFetchQuery } from "./fetchLock.ts";

/** The person who fetches, and the licence the documentation is saved under. */
export interface Fetcher {
  licenseId: string;
  /** Null for a device. */
  userId: number | null;
  deviceId: string;
  creator: string;
  author: Author;
}

interface FetchRequest {
  fetchId: string;
  takeOver: boolean;
}

/** Attempts when the documentation is changed concurrently. */
const maxAttempts = 5;

/**
 * Fetches a handed-over documentation. If the caller's fetch is already the newest, returns its current state.
 * @throws fetchedByOther unless `takeOver`; notHandedOver, documentationClosed, staleVersion after `maxAttempts` attempts
 */
export async function fetchHandedOver(
  db: Database,
  row: DocumentationRow,
  fetcher: Fetcher,
  { fetchId, takeOver }: FetchRequest,
): Promise<FetchedDocumentation> {
  for (let attempt = 1; ; attempt += 1) {
    const currentRow = attempt === 1 ? row : await reloadDocumentation(db, row);
    const newestFetchRow = await newestFetchQuery(db, currentRow).get();
    if (!acceptsDeviceUploads(currentRow.status)) throw problem("documentationClosed");
    if (newestFetchRow?.id === fetchId) return readFetchedState(db, currentRow, fetcher, newestFetchRow);
    if (currentRow.status !== "PAUSED" && currentRow.status !== "DOWNLOADED") throw problem("notHandedOver");
    const currentHolder =
      currentRow.status === "DOWNLOADED" && newestFetchRow?.endedAt === null ? newestFetchRow : undefined;
    if (currentHolder && !takeOver) throw fetchedByOtherProblem(currentHolder);
    const sequence = (newestFetchRow?.sequence ?? 0) + 1;
    if (
      await writeFetch(db, currentRow, fetcher, {
        fetchId,
        sequence: sequence,
        previousHolder: currentHolder,
      })
    ) {
      const [newRow, fetch] = [await reloadDocumentation(db, row), await newestFetchQuery(db, row).get()];
      // Another caller may already have taken it over.
      if (fetch?.id !== fetchId) throw fetch ? fetchedByOtherProblem(fetch) : problem("staleVersion");
      return readFetchedState(db, newRow, fetcher, fetch);
    }
    if (attempt === maxAttempts) throw problem("staleVersion");
  }
}

const reloadDocumentation = async (
  db: Database,
  { customerId, id }: DocumentationRow,
): Promise<DocumentationRow> => {
  const row = await db
    .select()
    .from(documentation)
    .where(and(eq(documentation.customerId, customerId), eq(documentation.id, id)))
    .get();
  if (!row) throw problem("notFound");
  return row;
};

/**
 * Writes the fetch with its event, or reopens an earlier fetch with this id, which keeps its photo count.
 * @returns false if the row has changed
 */
async function writeFetch(
  db: Database,
  currentRow: DocumentationRow,
  fetcher: Fetcher,
  {
    fetchId,
    sequence,
    previousHolder,
  }: { fetchId: string; sequence: number; previousHolder: DocumentationFetchRow | undefined },
): Promise<boolean> {
  const { customerId, id } = currentRow;
  const { licenseId, userId, deviceId, creator } = fetcher;
  const earlierFetch = await db
    .select()
    .from(documentationFetch)
    .where(and(eq(documentationFetch.customerId, customerId), eq(documentationFetch.id, fetchId)))
    .get();
  if (earlierFetch && (earlierFetch.documentationId !== id || earlierFetch.userId !== userId))
    throw duplicateFetchIdProblem();
  const dateCreated = now();
  const fetchRow = { sequence, deviceId, creator, dateCreated, endedAt: null };
  try {
    return await batchIf(db, unchangedCondition(currentRow), [
      endFetchesStatement(db, currentRow),
      earlierFetch
        ? db.update(documentationFetch).set(fetchRow).where(eq(documentationFetch.id, fetchId))
        : db
            .insert(documentationFetch)
            .values({ ...fetchRow, id: fetchId, customerId, documentationId: id, licenseId, userId }),
      openRetakesStatement(db, sql`customer_id = ${customerId} AND documentation_id = ${idParam(id)}`),
      updateStatement(db, currentRow, { status: "DOWNLOADED", licenseId }),
      ...statusChangeStatements(db, currentRow, fetcher, "DOWNLOADED", {
        device: deviceId,
        ...(previousHolder && { takenFrom: previousHolder.creator }),
      }),
    ]);
  } catch (error) {
    // A concurrent fetch won. An id used by another customer gives the same error as one used by this customer, so that it
    // reveals nothing.
    if (!findUniqueViolation(error)) throw error;
    const conflictingFetch = await db
      .select({ customerId: documentationFetch.customerId })
      .from(documentationFetch)
      .where(eq(documentationFetch.id, fetchId))
      .get();
    if (conflictingFetch && !earlierFetch && conflictingFetch.customerId !== customerId)
      throw duplicateFetchIdProblem();
    return false;
  }
}

const duplicateFetchIdProblem = () => problem("duplicate", { fields: { fetchId: "duplicate" } });

/** Maximum number of photos, and of files, in a response: far more than anyone resumes. */
const maxMedia = 10_000;

async function readFetchedState(
  db: Database,
  row: DocumentationRow,
  { licenseId }: Fetcher,
  fetch: DocumentationFetchRow,
): Promise<FetchedDocumentation> {
  const page = { sort: "dateCreated", order: "asc", max: maxMedia, offset: 0 } as const;
  const [tags, tasks, photos, files, retakes, messages, template] = await Promise.all([
    listDeviceTags(db, row),
    listTasks(db, row),
    listPhotos(db, row, page),
    listFiles(db, row, page),
    listRetakesForFetcher(db, row),
    listCrewMessages(db, row, licenseId),
    findTemplate(db, { id: licenseId, customerId: row.customerId }, row.templateId),
  ]);
  const { status, version, uploadedPhotos, numberOfPhotos } = row;
  return {
    fetch,
    status,
    version,
    uploadedPhotos,
    numberOfPhotos,
    documentation: { ...row, tags, tasks },
    template,
    photos,
    files,
    retakes,
    messages,
  };
}

/** The audit entry and the event of a documentation that is fetched or handed back. */
const statusChangeStatements = (
  db: Database,
  { customerId, id, status }: DocumentationRow,
  { author, creator }: Pick<Fetcher, "author" | "creator">,
  newStatus: "DOWNLOADED" | "PAUSED",
  params: Record<string, string> = {},
) => [
  auditStatement(db, {
    author,
    objectClass: documentationClass,
    objectId: id,
    action: "UPDATE",
    params: { status: { before: status, after: newStatus } },
  }),
  db
    .insert(documentationEvent)
    .values({ customerId, documentationId: id, type: newStatus, eventDate: now(), creator, params }),
];

/**
 * The tags set in the field. If other tags were sent to the device, it would save them as its own, and their configuration could
 * no longer remove them.
 */
async function listDeviceTags(db: Database, { customerId, id }: DocumentationRef): Promise<string[]> {
  const rows = await db
    .select({ tag: documentationTag.tag })
    .from(documentationTag)
    .where(
      and(
        eq(documentationTag.customerId, customerId),
        eq(documentationTag.documentationId, id),
        eq(documentationTag.source, "DEVICE"),
      ),
    );
  return rows.map(({ tag }) => tag).toSorted(compareNames);
}

/**
 * Hands a fetched documentation back. Idempotent.
 * @throws fetchedByOther if the newest fetch is another one; staleVersion
 */
export async function handBackDocumentation(
  db: Database,
  row: DocumentationRow,
  actor: Pick<Fetcher, "author" | "creator">,
  fetchId: string,
): Promise<DocumentationState> {
  const { id } = row;
  const newestFetchRow = await newestFetchQuery(db, row).get();
  if (!newestFetchRow) throw problem("invalid", { fields: { fetchId: "notFound" } });
  if (newestFetchRow.id !== fetchId) throw fetchedByOtherProblem(newestFetchRow);
  if (row.status === "DOWNLOADED") {
    const wasWritten = await batchIf(db, unchangedCondition(row), [
      updateStatement(db, row, { status: "PAUSED" }),
      ...statusChangeStatements(db, row, actor, "PAUSED"),
      endFetchesStatement(db, row),
    ]);
    if (!wasWritten) throw problem("staleVersion");
  }
  return readDocumentationState(db, row, id);
}

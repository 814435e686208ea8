import { and, asc, eq } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { acceptsDeviceUploads } from "#domain/documentation/completion.ts";
import type { FetchedDocumentation } from "#domain/endpoints/capture/handover.ts";
import { type Author, auditStatement } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { uniqueViolation } from "#worker/db/errors.ts";
import {
  type DocumentationFetchRow,
  type DocumentationRow,
  documentation,
  documentationEvent,
  documentationFetch,
  documentationTag,
} from "#worker/db/schema/index.ts";
import { unchangedCondition, updateStatement } from "#worker/documentation/changeDocumentation.ts";
import { type DocumentationRef, listFiles, listPhotos } from "#worker/documentation/details.ts";
import { listTasks } from "#worker/documentation/listTasks.ts";
import { retakesForFetcher } from "#worker/documentation/retakes.ts";
import { findTemplate } from "../deviceTemplates.ts";
import { documentationClass, readState, type State } from "../saveDocumentation.ts";
import { endFetchesStatement, fetchedByOther, newestFetch } from "./fetchLock.ts";

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
const maxTries = 5;

/**
 * Fetches a handed-over documentation. If the caller's fetch is already the newest, returns its current state.
 * @throws fetchedByOther unless `takeOver`; notHandedOver, documentationClosed, staleVersion after `maxTries`
 */
export async function fetchHandedOver(
  db: Database,
  row: DocumentationRow,
  fetcher: Fetcher,
  { fetchId, takeOver }: FetchRequest,
): Promise<FetchedDocumentation> {
  for (let attempt = 1; ; attempt += 1) {
    const before = attempt === 1 ? row : await reload(db, row);
    const newest = await newestFetch(db, before).get();
    if (!acceptsDeviceUploads(before.status)) throw problem("documentationClosed");
    if (newest?.id === fetchId) return stateOfFetch(db, before, fetcher, newest);
    if (before.status !== "PAUSED" && before.status !== "DOWNLOADED") throw problem("notHandedOver");
    const holder = before.status === "DOWNLOADED" && newest?.endedAt === null ? newest : undefined;
    if (holder && !takeOver) throw fetchedByOther(holder);
    const sequence = (newest?.sequence ?? 0) + 1;
    if (await writeFetch(db, before, fetcher, { fetchId, turn: sequence, from: holder })) {
      const [after, fetch] = [await reload(db, row), await newestFetch(db, row).get()];
      // Another caller may already have taken it over.
      if (fetch?.id !== fetchId) throw fetch ? fetchedByOther(fetch) : problem("staleVersion");
      return stateOfFetch(db, after, fetcher, fetch);
    }
    if (attempt === maxTries) throw problem("staleVersion");
  }
}

const reload = async (db: Database, { customerId, id }: DocumentationRow): Promise<DocumentationRow> => {
  const found = await db
    .select()
    .from(documentation)
    .where(and(eq(documentation.customerId, customerId), eq(documentation.id, id)))
    .get();
  if (!found) throw problem("notFound");
  return found;
};

/**
 * Writes the fetch with its event, or reopens an earlier fetch with this id, which keeps its photo count.
 * @returns false if the row has changed
 */
async function writeFetch(
  db: Database,
  before: DocumentationRow,
  fetcher: Fetcher,
  { fetchId, turn, from }: { fetchId: string; turn: number; from: DocumentationFetchRow | undefined },
): Promise<boolean> {
  const { customerId, id } = before;
  const { licenseId, userId, deviceId, creator } = fetcher;
  const earlier = await db
    .select()
    .from(documentationFetch)
    .where(and(eq(documentationFetch.customerId, customerId), eq(documentationFetch.id, fetchId)))
    .get();
  if (earlier && (earlier.documentationId !== id || earlier.userId !== userId)) throw duplicate();
  const at = now();
  const fetchRow = { sequence: turn, deviceId, creator, dateCreated: at, endedAt: null };
  try {
    return await batchIf(db, unchangedCondition(before), [
      endFetchesStatement(db, before),
      earlier
        ? db.update(documentationFetch).set(fetchRow).where(eq(documentationFetch.id, fetchId))
        : db
            .insert(documentationFetch)
            .values({ ...fetchRow, id: fetchId, customerId, documentationId: id, licenseId, userId }),
      updateStatement(db, before, { status: "DOWNLOADED", licenseId }),
      ...statusChangeStatements(db, before, fetcher, "DOWNLOADED", {
        device: deviceId,
        ...(from && { takenFrom: from.creator }),
      }),
    ]);
  } catch (error) {
    // A concurrent fetch won. An id used by another customer gives the same error as one used by this customer, so that it
    // reveals nothing.
    if (!uniqueViolation(error)) throw error;
    const used = await db
      .select({ customerId: documentationFetch.customerId })
      .from(documentationFetch)
      .where(eq(documentationFetch.id, fetchId))
      .get();
    if (used && !earlier && used.customerId !== customerId) throw duplicate();
    return false;
  }
}

const duplicate = () => problem("duplicate", { fields: { fetchId: "duplicate" } });

/** Maximum number of photos, and of files, in a response: far more than anyone resumes. */
const maxMedia = 10_000;

async function stateOfFetch(
  db: Database,
  row: DocumentationRow,
  { licenseId }: Fetcher,
  fetch: DocumentationFetchRow,
): Promise<FetchedDocumentation> {
  const page = { sort: "dateCreated", order: "asc", max: maxMedia, offset: 0 } as const;
  const [tags, tasks, photos, files, retakes, template] = await Promise.all([
    deviceTags(db, row),
    listTasks(db, row),
    listPhotos(db, row, page),
    listFiles(db, row, page),
    retakesForFetcher(db, row),
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
  };
}

/** The audit entry and the event of a documentation that is fetched or handed back. */
const statusChangeStatements = (
  db: Database,
  { customerId, id, status }: DocumentationRow,
  { author, creator }: Pick<Fetcher, "author" | "creator">,
  after: "DOWNLOADED" | "PAUSED",
  params: Record<string, string> = {},
) => [
  auditStatement(db, {
    author,
    objectClass: documentationClass,
    objectId: id,
    action: "UPDATE",
    params: { status: { before: status, after } },
  }),
  db
    .insert(documentationEvent)
    .values({ customerId, documentationId: id, type: after, eventDate: now(), creator, params }),
];

/**
 * The tags set in the field. If the others were sent to the device, it would save them as its own, and their configuration could
 * no longer remove them.
 */
async function deviceTags(db: Database, { customerId, id }: DocumentationRef): Promise<string[]> {
  const rows = await db
    .select({ tag: documentationTag.tag })
    .from(documentationTag)
    .where(
      and(
        eq(documentationTag.customerId, customerId),
        eq(documentationTag.documentationId, id),
        eq(documentationTag.source, "DEVICE"),
      ),
    )
    .orderBy(asc(documentationTag.tag));
  return rows.map(({ tag }) => tag);
}

/**
 * Hands a fetched documentation back. Idempotent.
 * @throws fetchedByOther if the newest fetch is another one; staleVersion
 */
export async function handBack(
  db: Database,
  row: DocumentationRow,
  actor: Pick<Fetcher, "author" | "creator">,
  fetchId: string,
): Promise<State> {
  const { id } = row;
  const newest = await newestFetch(db, row).get();
  if (!newest) throw problem("invalid", { fields: { fetchId: "notFound" } });
  if (newest.id !== fetchId) throw fetchedByOther(newest);
  if (row.status === "DOWNLOADED") {
    const wasWritten = await batchIf(db, unchangedCondition(row), [
      updateStatement(db, row, { status: "PAUSED" }),
      ...statusChangeStatements(db, row, actor, "PAUSED"),
      endFetchesStatement(db, row),
    ]);
    if (!wasWritten) throw problem("staleVersion");
  }
  return readState(db, row, id);
}

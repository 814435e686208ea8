import { now } from "#domain/core/fields.ts";
import { pick } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import { acceptsDeviceUploads } from "#domain/documentation/completion.ts";
import { auditStatement, difference, serviceAuthor } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { documentationEvent, type LicenseRow } from "#worker/db/schema/index.ts";
import { updateStatement } from "#worker/documentation/changeDocumentation.ts";
import { listTasks } from "#worker/documentation/listTasks.ts";
import { storeApplicableStatements } from "#worker/documentation/refreshCompletion.ts";
import { completionStatements } from "#worker/ingest/completion.ts";
import { findCompletionGaps } from "./findCompletionGaps.ts";
import { assertNewestFetch, endFetchesStatement, newestFetch } from "./handover/fetchLock.ts";
import { newSuggestionStatements } from "./newAnswers.ts";
import { retryStale } from "./retryStale.ts";
import {
  assertOpen,
  batchAtVersion,
  deviceSource,
  documentationClass,
  findDocumentation,
  readState,
  type State,
} from "./saveDocumentation.ts";

interface CompletionRequest {
  id: string;
  creator: string;
  fetchId?: string | undefined;
  withMissingPhotos?: boolean;
}

/** Completes a documentation for its device: immediately, or once everything announced has arrived. */
export const complete = (db: Database, license: LicenseRow, request: CompletionRequest): Promise<State> =>
  retryStale(() => completeOnce(db, license, request));

async function completeOnce(
  db: Database,
  license: LicenseRow,
  { id, creator, fetchId, withMissingPhotos = false }: CompletionRequest,
): Promise<State> {
  const row = await findDocumentation(db, deviceSource(license), id);
  if (acceptsDeviceUploads(row.status)) {
    assertNewestFetch(await newestFetch(db, row).get(), fetchId);
    const wasHandedOver = row.status === "PAUSED" || row.status === "DOWNLOADED";
    const isNew = wasHandedOver || row.completionRequested === null;
    const tasks = await listTasks(db, row);
    const applicableTaskIds = tasks.filter(({ enabled }) => enabled).map((task) => task.id);
    const change = {
      completionRequested: (wasHandedOver ? null : row.completionRequested) ?? now(),
      completedBy: creator,
      status: wasHandedOver ? ("ONGOING" as const) : row.status,
    };
    await batchAtVersion(db, id, row.version, [
      updateStatement(db, row, {
        ...change,
        completedWithout: await findCompletionGaps(db, license, row, applicableTaskIds),
      }),
      auditStatement(db, {
        author: serviceAuthor(license.customerId),
        objectClass: documentationClass,
        objectId: id,
        action: "UPDATE",
        params: difference(pick(row, Object.keys(change)), change),
      }),
      endFetchesStatement(db, row),
      ...(isNew
        ? await newSuggestionStatements(db, {
            customerId: license.customerId,
            id,
            licenseId: license.id,
            applicableTaskIds,
          })
        : []),
      ...storeApplicableStatements(db, row, tasks),
      ...completionStatements(db, license.customerId, id, null, { withMissingPhotos }),
    ]);
  }
  return readState(db, deviceSource(license), id);
}

/**
 * Hands a documentation over (PAUSED) for its device. A fetched documentation may be handed over again even if the licence does
 * not allow handing over.
 * @throws pauseNotAllowed, documentationClosed, fetchedByOther
 */
export const pause = (db: Database, license: LicenseRow, request: CompletionRequest): Promise<State> =>
  retryStale(() => pauseOnce(db, license, request));

async function pauseOnce(
  db: Database,
  license: LicenseRow,
  { id, creator, fetchId }: CompletionRequest,
): Promise<State> {
  if (!license.pauseDocumentations && fetchId === undefined) throw problem("pauseNotAllowed");
  const row = await findDocumentation(db, deviceSource(license), id);
  assertOpen(row);
  assertNewestFetch(await newestFetch(db, row).get(), fetchId);
  if (row.status !== "PAUSED") {
    const at = now();
    await batchAtVersion(db, id, row.version, [
      updateStatement(db, row, { status: "PAUSED" }),
      auditStatement(db, {
        author: serviceAuthor(license.customerId),
        objectClass: documentationClass,
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
      endFetchesStatement(db, row),
    ]);
  }
  return readState(db, deviceSource(license), id);
}

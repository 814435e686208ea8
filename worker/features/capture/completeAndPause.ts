import { now } from "#domain/core/fields.ts";
import { pick } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import { acceptsDeviceUploads } from "#domain/documentation/completion.ts";
import { auditStatement, changeParamsOf, createServiceAuthor } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { documentationEvent, type LicenseRow } from "#worker/db/schema/index.ts";
import { updateStatement } from "#worker/documentation/changeDocumentation.ts";
import { listTasks } from "#worker/documentation/listTasks.ts";
import { storeApplicableStatements } from "#worker/ingest/awaitedFiles.ts";
import { completeWithEventStatements } from "#worker/ingest/completion.ts";
import { findCompletionGaps } from "./findCompletionGaps.ts";
import { assertNewestFetch, endFetchesStatement, newestFetchQuery } from "./handover/fetchLock.ts";
import { createSuggestionStatements } from "./newAnswers.ts";
import { retryStale } from "./retryStale.ts";
import {
  assertAcceptsUploads,
  batchAtVersion,
  type DocumentationState,
  documentationClass,
  findDocumentation,
  readDocumentationState,
  toDeviceSource,
} from "./saveDocumentation.ts";

interface CompletionRequest {
  id: string;
  creator: string;
  fetchId?: string | undefined;
  withMissingPhotos?: boolean;
}

/** Completes a documentation for its device: immediately, or once everything announced has arrived. */
export const completeDocumentation = (
  db: Database,
  license: LicenseRow,
  request: CompletionRequest,
): Promise<DocumentationState> => retryStale(() => completeOnce(db, license, request));

async function completeOnce(
  db: Database,
  license: LicenseRow,
  { id, creator, fetchId, withMissingPhotos = false }: CompletionRequest,
): Promise<DocumentationState> {
  const row = await findDocumentation(db, toDeviceSource(license), id);
  if (acceptsDeviceUploads(row.status)) {
    assertNewestFetch(await newestFetchQuery(db, row).get(), fetchId);
    const isHandedOver = row.status === "PAUSED" || row.status === "DOWNLOADED";
    const isNew = isHandedOver || row.completionRequested === null;
    const tasks = await listTasks(db, row);
    const applicableTaskIds = tasks.filter(({ enabled }) => enabled).map((task) => task.id);
    const change = {
      completionRequested: (isHandedOver ? null : row.completionRequested) ?? now(),
      completedBy: creator,
      status: isHandedOver ? ("ONGOING" as const) : row.status,
    };
    await batchAtVersion(db, id, row.version, [
      updateStatement(db, row, {
        ...change,
        completedWithout: await findCompletionGaps(db, license, row, applicableTaskIds),
      }),
      auditStatement(db, {
        author: createServiceAuthor(license.customerId),
        objectClass: documentationClass,
        objectId: id,
        action: "UPDATE",
        params: changeParamsOf(pick(row, Object.keys(change)), change),
      }),
      endFetchesStatement(db, row),
      ...(isNew
        ? await createSuggestionStatements(db, {
            customerId: license.customerId,
            id,
            licenseId: license.id,
            applicableTaskIds,
          })
        : []),
      ...storeApplicableStatements(db, row, tasks),
      ...completeWithEventStatements(db, license.customerId, id, null, { withMissingPhotos }),
    ]);
  }
  return readDocumentationState(db, toDeviceSource(license), id);
}

/**
 * Hands a documentation over (PAUSED) for its device. A fetched documentation may be handed over again even if the licence does
 * not allow handing over.
 * @throws pauseNotAllowed, documentationClosed, fetchedByOther
 */
export const pauseDocumentation = (
  db: Database,
  license: LicenseRow,
  request: CompletionRequest,
): Promise<DocumentationState> => retryStale(() => pauseOnce(db, license, request));

async function pauseOnce(
  db: Database,
  license: LicenseRow,
  { id, creator, fetchId }: CompletionRequest,
): Promise<DocumentationState> {
  if (!license.pauseDocumentations && fetchId === undefined) throw problem("pauseNotAllowed");
  const row = await findDocumentation(db, toDeviceSource(license), id);
  assertAcceptsUploads(row);
  assertNewestFetch(await newestFetchQuery(db, row).get(), fetchId);
  if (row.status !== "PAUSED") {
    const eventDate = now();
    await batchAtVersion(db, id, row.version, [
      updateStatement(db, row, { status: "PAUSED" }),
      auditStatement(db, {
        author: createServiceAuthor(license.customerId),
        objectClass: documentationClass,
        objectId: id,
        action: "UPDATE",
        params: { status: { before: row.status, after: "PAUSED" } },
      }),
      db.insert(documentationEvent).values({
        customerId: license.customerId,
        documentationId: id,
        type: "PAUSED",
        eventDate,
        creator,
      }),
      endFetchesStatement(db, row),
    ]);
  }
  return readDocumentationState(db, toDeviceSource(license), id);
}

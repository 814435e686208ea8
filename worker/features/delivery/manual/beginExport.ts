import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { type DeliveryRequest, deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import { findSelectionError } from "#domain/delivery/exportChecks.ts";
import type { DeliveryState } from "#domain/delivery/states.ts";
import type { StartedDelivery } from "#domain/endpoints/exports/manualExport.ts";
import { auditStatement } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam, newId, textAsId } from "#worker/db/ids.ts";
import { jsonAs, selectRows, text, uuid } from "#worker/db/rows.ts";
import { delivery } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import type { Env } from "#worker/env.ts";
import { wakeDeliveries } from "#worker/ingest/wakeDeliveries.ts";
import { clearOrphanStatement, removeOrphansQuietly } from "#worker/media/orphans.ts";
import { deliveryClass } from "../engine/types.ts";
import { auditStateStatement, restartSql } from "../list/resend.ts";
import { contentKindsOf, type TemplateDestination } from "../plan/planDestination.ts";
import {
  createDestinationOption,
  createRequest,
  type ExportChoice,
  findChosenDestinations,
} from "./exportOptions.ts";
import { assertOwnMedia, type ExportSubject } from "./exportSubject.ts";
import { type DecodedFile, storeExternalFiles } from "./externalFiles.ts";

/** Turns a manual export into deliveries (2§4, 2§5). */

/**
 * Starts a delivery to each chosen destination. If an equal request is already active, returns that delivery instead, and makes its next
 * attempt immediately if it is waiting for one.
 * @throws noExportConfiguration, userParamMissing, noPhotosSelected, noFilesSelected, unhandledFileTasks,
 * requiredTasksNotCompleted, exportRefused (2§5, 2§8); invalid, tooLarge
 */
export async function startExport(
  env: Env,
  db: Database,
  actor: Actor,
  subject: ExportSubject,
  exportChoice: ExportChoice,
  externalFiles: readonly DecodedFile[],
): Promise<{ deliveries: StartedDelivery[] }> {
  const destinations = await findChosenDestinations(db, subject, exportChoice.templateExportConfigurationIds);
  const firstBlocker =
    findSelectionError({
      destinations: destinations.map((destination) => createDestinationOption(destination, [], null)),
      params: exportChoice.params,
      photos: countChosen(exportChoice.photoIds, subject.photos),
      files: countChosen(exportChoice.fileIds, hasAuthority(actor, "ROLE_FILE_READ") ? subject.files : 0),
    }) ?? subject.obstacles[0];
  if (firstBlocker)
    throw problem(firstBlocker.code, firstBlocker.names.length > 0 ? { names: firstBlocker.names } : {});
  await assertOwnMedia(db, subject, exportChoice);
  const otherDocumentationIds = await listOtherDocumentations(db, subject, exportChoice);
  const request = createRequest(actor, subject, exportChoice);
  const preparedExport = { destinations, request, otherDocumentationIds, externalFiles };
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const deliveries = await startUnlessChanged(env, db, actor, subject, preparedExport);
    if (deliveries) return { deliveries };
  }
  throw problem("staleVersion");
}

/** Attempts when other exports of the documentation are started concurrently. */
const maxAttempts = 10;

interface PreparedExport {
  destinations: readonly TemplateDestination[];
  request: DeliveryRequest;
  otherDocumentationIds: readonly string[];
  externalFiles: readonly DecodedFile[];
}

/**
 * Starts the deliveries. Returns null, without starting any, if another export of the documentation was started in the meantime.
 */
async function startUnlessChanged(
  env: Env,
  db: Database,
  actor: Actor,
  subject: ExportSubject,
  { destinations, request, otherDocumentationIds, externalFiles }: PreparedExport,
): Promise<StartedDelivery[] | null> {
  const activeDeliveryRows = await listActiveDeliveries(db, subject);
  const startedDeliveries: StartedDelivery[] = [];
  const retriedIds: string[] = [];
  const statements: BatchItem<"sqlite">[] = [];
  const orphanKeys: string[] = [];
  for (const destination of destinations) {
    const files = contentKindsOf(destination.tree).externalFiles ? externalFiles : [];
    const existingDelivery = activeDeliveryRows.find(
      (delivery) =>
        delivery.line === destination.id &&
        requestIdentityOf(delivery.request, delivery.request.externalFiles) ===
          requestIdentityOf(request, files),
    );
    if (existingDelivery) {
      const { id, state } = existingDelivery;
      const isWaiting = state === "WAITING";
      startedDeliveries.push({
        id,
        name: destination.name,
        outcome: isWaiting ? "RETRIED" : "ALREADY_RUNNING",
      });
      if (!isWaiting) continue;
      retriedIds.push(id);
      statements.push(
        statement(db, sql`UPDATE delivery SET ${restartSql(actor)} WHERE id = ${idParam(id)}`),
        auditStateStatement(db, actor, { id, customerId: subject.customerId, state }, "PENDING"),
      );
      continue;
    }
    const id: string = crypto.randomUUID();
    const storedFiles = await storeExternalFiles(
      env,
      db,
      { customerId: subject.customerId, deliveryId: id },
      files,
    );
    orphanKeys.push(...storedFiles.map(({ key }) => key));
    const deliveryData = {
      id,
      request: { ...request, externalFiles: storedFiles },
      otherDocumentationIds,
    };
    statements.push(...startDeliveryStatements(db, actor, subject, destination, deliveryData));
    startedDeliveries.push({ id, name: destination.name, outcome: "STARTED" });
  }
  if (statements.length === 0) return startedDeliveries;
  const unchangedCondition = sql`NOT EXISTS (SELECT 1 ${activeManualDeliveriesSql(subject)} AND y.id NOT IN ${idListParam(activeDeliveryRows.map(({ id }) => id))})
    AND NOT EXISTS (SELECT 1 FROM delivery y WHERE y.id IN ${idListParam(retriedIds)} AND ${unindexedState} <> 'WAITING')`;
  let wasWritten = false;
  try {
    wasWritten = await batchIf(db, unchangedCondition, [
      ...statements,
      ...orphanKeys.map((key) => clearOrphanStatement(db, key)),
    ]);
  } finally {
    if (!wasWritten) await removeOrphansQuietly(env, db, ...orphanKeys);
  }
  if (!wasWritten) return null;
  await wakeDeliveries(env);
  return startedDeliveries;
}

const countChosen = (ids: readonly string[] | null, total: number) => ({
  selectedCount: ids?.length ?? total,
  total,
});

/** The delivery, its audit entry and, for a comparison, an export event for each of its other documentations. */
function startDeliveryStatements(
  db: Database,
  actor: Actor,
  { customerId, documentationId }: ExportSubject,
  { id: templateDestinationId, configuration }: TemplateDestination,
  {
    id,
    request,
    otherDocumentationIds,
  }: { id: string; request: DeliveryRequest; otherDocumentationIds: readonly string[] },
): BatchItem<"sqlite">[] {
  const { userId, realUserId, username } = actor;
  const row = {
    ...{ id, customerId, documentationId, request, username, type: configuration.type },
    templateExportConfigurationId: templateDestinationId,
    exportConfigurationId: configuration.id,
    exportConfigurationName: configuration.name,
    requester: { userId, realUserId, customerId: actor.customerId },
  };
  const auditParams = {
    documentation: { after: documentationId },
    exportConfiguration: { after: configuration.name },
    type: { after: configuration.type },
    ...(request.photoIds && { photos: { after: request.photoIds.length } }),
    ...(request.fileIds && { files: { after: request.fileIds.length } }),
    ...(request.withoutMarkup && { withoutMarkup: { after: true } }),
    ...(request.threads && { threads: { after: true } }),
    ...(request.externalFiles.length > 0 && { externalFiles: { after: request.externalFiles.length } }),
  };
  return [
    db.insert(delivery).values(row),
    auditStatement(db, {
      author: { userId, realUserId, customerId },
      ...{ objectClass: deliveryClass, objectId: id, action: "CREATE", params: auditParams },
    }),
    statement(
      db,
      sql`INSERT INTO export_event (id, customer_id, documentation_id, export_configuration_id, export_configuration_name, delivery_id,
          type, username, success, date_created)
        SELECT ${newId}, ${customerId}, ${textAsId("x.value")}, ${idParam(configuration.id)}, ${configuration.name}, ${idParam(id)}, ${configuration.type}, ${username}, NULL, ${now()}
        FROM json_each(${JSON.stringify(otherDocumentationIds)}) x`,
    ),
  ];
}

/**
 * The other documentations of a comparison's chosen photos, except those that are not exported.
 * @throws exportRefused if all of them are in the field (2§4)
 */
async function listOtherDocumentations(
  db: Database,
  subject: ExportSubject,
  { photoIds }: ExportChoice,
): Promise<string[]> {
  if (subject.comparison === undefined) return [];
  const rows = await selectRows(
    db,
    { id: uuid("d.id") },
    (columns) => sql`SELECT DISTINCT ${columns} FROM json_each(${JSON.stringify(photoIds ?? [])}) x
      CROSS JOIN photo p ON p.id = ${textAsId("x.value")}
        JOIN documentation d ON d.customer_id = p.customer_id AND d.id = p.documentation_id
      WHERE p.customer_id = ${subject.customerId} AND d.status NOT IN ('PAUSED', 'DOWNLOADED', 'DELETED') AND d.hidden = 0`,
  );
  if (rows.length === 0) throw problem("exportRefused");
  return rows.map(({ id }) => id).filter((id) => id !== subject.documentationId);
}

const activeDeliveryColumns = {
  id: uuid("y.id"),
  line: uuid("y.template_export_configuration_id"),
  state: text<DeliveryState>("y.state"),
  request: jsonAs(deliveryRequest, "y.request"),
};

/** The index by state would scan the whole customer. */
const unindexedState = withoutIndex(sql`y.state`);

const activeManualDeliveriesSql = ({ customerId, documentationId }: ExportSubject) =>
  sql`FROM delivery y WHERE y.customer_id = ${customerId} AND y.documentation_id = ${idParam(documentationId)}
    AND ${unindexedState} IN ('PENDING', 'RUNNING', 'WAITING') AND NOT y.is_automatic`;

const listActiveDeliveries = (db: Database, subject: ExportSubject) =>
  selectRows(
    db,
    activeDeliveryColumns,
    (columns) => sql`SELECT ${columns} ${activeManualDeliveriesSql(subject)}`,
  );

/** Equal for equivalent requests, regardless of where their external files are stored. */
const requestIdentityOf = (
  request: DeliveryRequest,
  files: readonly { name: string; sha256: string }[],
): string =>
  JSON.stringify([
    ...[
      request.photoIds?.toSorted() ?? null,
      request.fileIds?.toSorted() ?? null,
      request.comparison ?? null,
    ],
    ...[
      request.language,
      request.withoutFiles,
      ...[request.withoutMarkup, request.unblurred, request.threads],
      Object.entries(request.params).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ],
    files.map(({ name, sha256 }) => [name, sha256]),
  ]);

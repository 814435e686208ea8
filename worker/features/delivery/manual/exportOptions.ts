import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { type DeliveryRequest, deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import type { DestinationOption } from "#domain/delivery/destination.ts";
import type { ExportOptions, ExportPlan } from "#domain/endpoints/exports/manualExport.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { nullable, number, selectRow, selectRows, text, uuid } from "#worker/db/rows.ts";
import { documentation } from "#worker/db/schema/index.ts";
import { canUnblur } from "#worker/documentation/mediaResponses.ts";
import { listRecipients } from "../plan/deliveryNames.ts";
import { createContentReader } from "../plan/planContent.ts";
import { createPlan } from "../plan/planDelivery.ts";
import { contentKindsOf, listDestinations, type TemplateDestination } from "../plan/planDestination.ts";
import { assertOwnMedia, type ExportSubject } from "./exportSubject.ts";

/** Manual exports (2§4, 2§5): their options, and their plan. */

/** The user's choice. */
export interface ExportChoice {
  templateExportConfigurationIds: readonly string[];
  photoIds: readonly string[] | null;
  fileIds: readonly string[] | null;
  params: Readonly<Record<string, string>>;
  language: "en" | "sv";
  markup: boolean;
  threads: boolean;
}

export async function readExportOptions(db: Database, subject: ExportSubject): Promise<ExportOptions> {
  const destinations = await listDestinations(db, subject.customerId, subject.templateId);
  const hasMail = destinations.some(({ configuration }) => configuration.type === "EMAIL");
  const tasks = hasMail ? await listAnswers(db, subject) : [];
  const email = hasMail ? await findEmail(db, subject) : null;
  return {
    destinations: destinations.map((destination) => createDestinationOption(destination, tasks, email)),
    obstacles: subject.obstacles,
  };
}

export function createDestinationOption(
  { id, name, configuration, userParams, tree, hasThreads, exportOn }: TemplateDestination,
  tasks: Parameters<typeof listRecipients>[1],
  email: string | null,
): DestinationOption {
  const contentKinds = contentKindsOf(tree);
  return {
    templateExportConfigurationId: id,
    exportConfigurationId: configuration.id,
    name,
    type: configuration.type,
    userParams,
    takesPhotos: contentKinds.photos,
    takesFiles: contentKinds.files,
    takesExternalFiles: contentKinds.externalFiles,
    takesThreads: contentKinds.threads,
    hasThreads,
    exportOn,
    recipients: configuration.type === "EMAIL" ? listRecipients(configuration.params, tasks, email) : [],
  };
}

const taskColumns = {
  id: uuid("k.id"),
  key: text("coalesce(k.key, '')"),
  name: text("k.name"),
  answer: text("coalesce(k.answer, '')"),
};

const listAnswers = (db: Database, { customerId, documentationId }: ExportSubject) =>
  selectRows(
    db,
    taskColumns,
    (columns) => sql`SELECT ${columns} FROM documentation_task k
      WHERE k.customer_id = ${customerId} AND k.documentation_id = ${idParam(documentationId)} ORDER BY k.position, k.id`,
  );

/** The documentation's email address; null for a comparison. */
async function findEmail(db: Database, { customerId, documentationId, comparison }: ExportSubject) {
  if (comparison !== undefined) return null;
  const documentationRow = await db
    .select({ email: documentation.email })
    .from(documentation)
    .where(and(eq(documentation.customerId, customerId), eq(documentation.id, documentationId)))
    .get();
  return documentationRow?.email ?? null;
}

/** @throws invalid for a destination that the template does not have */
export async function findChosenDestinations(
  db: Database,
  { customerId, templateId }: ExportSubject,
  ids: readonly string[],
): Promise<TemplateDestination[]> {
  if (ids.length === 0) return [];
  const destinations = await listDestinations(db, customerId, templateId);
  const chosenDestinations = destinations.filter(({ id }) => ids.includes(id));
  if (chosenDestinations.length !== new Set(ids).size)
    throw problem("invalid", { fields: { templateExportConfigurationIds: "notFound" } });
  return chosenDestinations;
}

/** The request to the template's destinations, without external files. Users who may not read files send none (2§6). */
export const createRequest = (
  actor: Actor,
  subject: ExportSubject,
  { photoIds, fileIds, params, language, markup, threads }: ExportChoice,
): DeliveryRequest =>
  deliveryRequest.parse({
    photoIds: photoIds && [...new Set(photoIds)],
    fileIds: fileIds && [...new Set(fileIds)],
    params,
    language,
    ...(!hasAuthority(actor, "ROLE_FILE_READ") && { withoutFiles: true }),
    ...(!markup && { withoutMarkup: true, ...(canUnblur(actor) && { unblurred: true }) }),
    ...(threads && { threads }),
    ...(subject.comparison !== undefined && { comparison: subject.comparison }),
  });

/**
 * The plan of an export: the files for each destination.
 * @throws the problem that prevents planning; unhandled tasks do not prevent it
 */
export async function createExportPlan(
  db: Database,
  actor: Actor,
  subject: ExportSubject,
  choice: ExportChoice,
): Promise<ExportPlan> {
  const destinations = await findChosenDestinations(db, subject, choice.templateExportConfigurationIds);
  await assertOwnMedia(db, subject, choice);
  if (destinations.length === 0) return { items: [] };
  const { customerId, documentationId } = subject;
  const request = createRequest(actor, subject, choice);
  const createTarget = (id: string) => ({
    ...{ customerId, documentationId, request, templateExportConfigurationId: id },
    exportedAt: now(),
  });
  const readContent = createContentReader(db, createTarget(""));
  const items: ExportPlan["items"] = [];
  for (const destination of destinations) {
    const { id, name, configuration } = destination;
    const plan = await createPlan(db, createTarget(id), destination, await readContent(destination));
    const isComplete = plan.variants.length === 0;
    const bytes = isComplete ? plan.files.reduce((sum, file) => sum + file.bytes, 0) : null;
    items.push({
      ...{ templateExportConfigurationId: id, name, type: configuration.type, entries: plan.entries },
      ...{ files: plan.fileCount, bytes, missing: plan.missing, unfilled: plan.unfilled },
      seconds:
        bytes === null
          ? null
          : await estimateSeconds(db, customerId, configuration.id, { bytes, files: plan.fileCount }),
    });
  }
  return { items };
}

const speedColumns = {
  secondsPerByte: nullable(number("min(y.sending_ms / 1000.0 / y.bytes)")),
  secondsPerFile: nullable(number("min(y.sending_ms / 1000.0 / y.file_count)")),
};

/**
 * Estimated seconds for sending files, from the last deliveries to the destination that were sent in full; null if there are none.
 * Small deliveries show how long a file takes, and large ones how long a byte takes: the fastest of each is used, and the estimate is the
 * slower of the two.
 */
async function estimateSeconds(
  db: Database,
  customerId: number,
  exportConfigurationId: string,
  { bytes, files }: { bytes: number; files: number },
): Promise<number | null> {
  const speed = await selectRow(
    db,
    speedColumns,
    (columns) => sql`SELECT ${columns} FROM (
      SELECT y.sending_ms, y.bytes, y.file_count FROM delivery y
      WHERE y.customer_id = ${customerId} AND y.export_configuration_id = ${idParam(exportConfigurationId)} AND y.state = 'DONE'
        AND y.bytes > 0 AND y.sending_ms IS NOT NULL
      ORDER BY y.date_created DESC LIMIT 20) y`,
  );
  if (!speed || speed.secondsPerByte === null || speed.secondsPerFile === null) return null;
  return Math.max(1, Math.ceil(Math.max(bytes * speed.secondsPerByte, files * speed.secondsPerFile)));
}

import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { DestinationOption } from "#domain/delivery/destination.ts";
import { type DeliveryRequest, deliveryRequest } from "#domain/delivery/request.ts";
import type { ExportOptions, ExportPlanAnswer } from "#domain/endpoints/exports/manualExport.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { nullable, number, selectRow, selectRows, text, uuid } from "#worker/db/rows.ts";
import { documentation } from "#worker/db/schema/index.ts";
import { canUnblur } from "#worker/documentation/mediaResponses.ts";
import { recipientsOf } from "../plan/deliveryNames.ts";
import { deliveredContent } from "../plan/planContent.ts";
import { planFor } from "../plan/planDelivery.ts";
import { contentKindsOf, listDestinations, type TemplateDestination } from "../plan/planDestination.ts";
import { refuseForeign, type Subject } from "./exportSubject.ts";

/** Manual exports (2§4, 2§5): their options, and their plan. */

/** The user's choice. */
export interface Choice {
  templateExportConfigurationIds: readonly string[];
  photoIds: readonly string[] | null;
  fileIds: readonly string[] | null;
  params: Readonly<Record<string, string>>;
  language: "en" | "sv";
  markup: boolean;
}

export async function exportOptions(db: Database, subject: Subject): Promise<ExportOptions> {
  const destinations = await listDestinations(db, subject.customerId, subject.templateId);
  const hasMail = destinations.some(({ configuration }) => configuration.type === "EMAIL");
  const tasks = hasMail ? await answersOf(db, subject) : [];
  const email = hasMail ? await findEmail(db, subject) : null;
  return {
    destinations: destinations.map((destination) => destinationOption(destination, tasks, email)),
    obstacles: subject.obstacles,
  };
}

export function destinationOption(
  { id, name, configuration, userParams, tree, exportOn }: TemplateDestination,
  tasks: Parameters<typeof recipientsOf>[1],
  email: string | null,
): DestinationOption {
  const takes = contentKindsOf(tree);
  return {
    templateExportConfigurationId: id,
    exportConfigurationId: configuration.id,
    name,
    type: configuration.type,
    userParams,
    takesPhotos: takes.photos,
    takesFiles: takes.files,
    takesExternalFiles: takes.externalFiles,
    exportOn,
    recipients: configuration.type === "EMAIL" ? recipientsOf(configuration.params, tasks, email) : [],
  };
}

const taskColumns = {
  id: uuid("k.id"),
  key: text("coalesce(k.key, '')"),
  name: text("k.name"),
  answer: text("coalesce(k.answer, '')"),
};

const answersOf = (db: Database, { customerId, documentationId }: Subject) =>
  selectRows(
    db,
    taskColumns,
    (columns) => sql`SELECT ${columns} FROM documentation_task k
      WHERE k.customer_id = ${customerId} AND k.documentation_id = ${idParam(documentationId)} ORDER BY k.position, k.id`,
  );

/** The documentation's email address; null for a comparison. */
async function findEmail(db: Database, { customerId, documentationId, comparison }: Subject) {
  if (comparison !== undefined) return null;
  const found = await db
    .select({ email: documentation.email })
    .from(documentation)
    .where(and(eq(documentation.customerId, customerId), eq(documentation.id, documentationId)))
    .get();
  return found?.email ?? null;
}

/** @throws invalid for a destination that the template does not have */
export async function chosenDestinations(
  db: Database,
  { customerId, templateId }: Subject,
  ids: readonly string[],
): Promise<TemplateDestination[]> {
  if (ids.length === 0) return [];
  const destinations = await listDestinations(db, customerId, templateId);
  const chosen = destinations.filter(({ id }) => ids.includes(id));
  if (chosen.length !== new Set(ids).size)
    throw problem("invalid", { fields: { templateExportConfigurationIds: "notFound" } });
  return chosen;
}

/** The request to the template's destinations, without external files. Users who may not read files send none (2§6). */
export const toRequest = (
  actor: Actor,
  subject: Subject,
  { photoIds, fileIds, params, language, markup }: Choice,
): DeliveryRequest =>
  deliveryRequest.parse({
    photoIds: photoIds && [...new Set(photoIds)],
    fileIds: fileIds && [...new Set(fileIds)],
    params,
    language,
    ...(!hasAuthority(actor, "ROLE_FILE_READ") && { withoutFiles: true }),
    ...(!markup && { withoutMarkup: true, ...(canUnblur(actor) && { unblurred: true }) }),
    ...(subject.comparison !== undefined && { comparison: subject.comparison }),
  });

/**
 * The plan of an export: what it would send to each destination.
 * @throws the problem that keeps it from being planned; unhandled tasks do not
 */
export async function exportPlan(
  db: Database,
  actor: Actor,
  subject: Subject,
  choice: Choice,
): Promise<ExportPlanAnswer> {
  const destinations = await chosenDestinations(db, subject, choice.templateExportConfigurationIds);
  await refuseForeign(db, subject, choice);
  if (destinations.length === 0) return { items: [] };
  const { customerId, documentationId } = subject;
  const request = toRequest(actor, subject, choice);
  const targetOf = (id: string) => ({
    ...{ customerId, documentationId, request, templateExportConfigurationId: id },
    exportedAt: now(),
  });
  const content = await deliveredContent(db, targetOf(""));
  const items: ExportPlanAnswer["items"] = [];
  for (const destination of destinations) {
    const { id, name, configuration } = destination;
    const plan = await planFor(db, targetOf(id), destination, content);
    const isComplete = plan.variants.length === 0;
    const bytes = isComplete ? plan.files.reduce((sum, file) => sum + file.bytes, 0) : null;
    items.push({
      ...{ templateExportConfigurationId: id, name, type: configuration.type, entries: plan.entries },
      ...{ files: plan.fileCount, bytes, missing: plan.missing, unfilled: plan.unfilled },
      seconds:
        bytes === null
          ? null
          : await secondsFor(db, customerId, configuration.id, { bytes, files: plan.fileCount }),
    });
  }
  return { items };
}

const sentColumns = {
  secondsPerByte: nullable(number("min(y.sending_ms / 1000.0 / y.bytes)")),
  secondsPerFile: nullable(number("min(y.sending_ms / 1000.0 / y.file_count)")),
};

/**
 * Estimated seconds for sending files, from the last deliveries to the destination that were sent in full; null if there are none.
 * Small deliveries tell how long a file takes, and large ones how long a byte takes: the fastest of each counts, and the slower of both
 * is the estimate.
 */
async function secondsFor(
  db: Database,
  customerId: number,
  exportConfigurationId: string,
  { bytes, files }: { bytes: number; files: number },
): Promise<number | null> {
  const recent = await selectRow(
    db,
    sentColumns,
    (columns) => sql`SELECT ${columns} FROM (
      SELECT y.sending_ms, y.bytes, y.file_count FROM delivery y
      WHERE y.customer_id = ${customerId} AND y.export_configuration_id = ${idParam(exportConfigurationId)} AND y.state = 'DONE'
        AND y.bytes > 0 AND y.sending_ms IS NOT NULL
      ORDER BY y.date_created DESC LIMIT 20) y`,
  );
  if (!recent || recent.secondsPerByte === null || recent.secondsPerFile === null) return null;
  return Math.max(1, Math.ceil(Math.max(bytes * recent.secondsPerByte, files * recent.secondsPerFile)));
}

import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "../../../domain/access/actor";
import { hasAuthority } from "../../../domain/access/authorities";
import { choiceFault } from "../../../domain/delivery/checks";
import { type DeliveryWish, deliveryWish } from "../../../domain/delivery/wish";
import type {
  DestinationOption,
  ExportOptions,
  ExportPlanAnswer,
} from "../../../domain/endpoints/manualExport";
import { now } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import { logged } from "../../db/audit";
import type { Database } from "../../db/database";
import { newId } from "../../db/ids";
import { jsonAs, number, rowOf, rowsOf, text } from "../../db/rows";
import { delivery } from "../../db/schema";
import { statement } from "../../db/statement";
import { unindexed } from "../../db/unindexed";
import type { Env } from "../../env";
import { wakeDeliveries } from "../../ingest/wake";
import { owned, tidy } from "../../media/unowned";
import { refuseForeign, type Subject } from "./exportSubject";
import { type DecodedFile, stored } from "./externalFiles";
import { deliveredContent } from "./plan/content";
import { destinationsOf, type TemplateDestination, takenBy } from "./plan/destination";
import { recipientsOf } from "./plan/names";
import { planFor } from "./plan/plan";

/** Exporting by hand (2§4, 2§5): what can be chosen, what it would send, and the deliveries it becomes. */

/** What somebody chose. */
export interface Choice {
  templateExportConfigurationIds: readonly string[];
  photoIds: readonly string[] | null;
  fileIds: readonly string[] | null;
  params: Readonly<Record<string, string>>;
  language: "en" | "sv";
}

export async function exportOptions(db: Database, subject: Subject): Promise<ExportOptions> {
  const destinations = await destinationsOf(db, subject.customerId, subject.templateId);
  const mails = destinations.some(({ configuration }) => configuration.type === "EMAIL");
  const tasks = mails ? await answersOf(db, subject) : [];
  return {
    destinations: destinations.map((one) => destinationOption(one, tasks)),
    obstacles: subject.obstacles,
  };
}

function destinationOption(
  { id, name, configuration, userParams, tree, exportOn }: TemplateDestination,
  tasks: Parameters<typeof recipientsOf>[1],
): DestinationOption {
  const takes = takenBy(tree);
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
    recipients: configuration.type === "EMAIL" ? recipientsOf(configuration.params, tasks) : [],
  };
}

const taskColumns = {
  id: text("k.id"),
  key: text("coalesce(k.key, '')"),
  name: text("k.name"),
  answer: text("coalesce(k.answer, '')"),
};

const answersOf = (db: Database, { customerId, documentationId }: Subject) =>
  rowsOf(
    db,
    taskColumns,
    (columns) => sql`SELECT ${columns} FROM documentation_task k
      WHERE k.customer_id = ${customerId} AND k.documentation_id = ${documentationId} ORDER BY k.position, k.id`,
  );

/** @throws invalid for a destination that the template does not have */
async function chosenDestinations(
  db: Database,
  { customerId, templateId }: Subject,
  ids: readonly string[],
): Promise<TemplateDestination[]> {
  if (ids.length === 0) return [];
  const destinations = await destinationsOf(db, customerId, templateId);
  const chosen = destinations.filter(({ id }) => ids.includes(id));
  if (chosen.length !== new Set(ids).size)
    throw problem("invalid", { fields: { templateExportConfigurationIds: "notFound" } });
  return chosen;
}

/** The wish for destinations of the template, without external files. Whoever may not read files sends none (2§6). */
const wishOf = (
  actor: Actor,
  subject: Subject,
  { photoIds, fileIds, params, language }: Choice,
): DeliveryWish =>
  deliveryWish.parse({
    photoIds: photoIds && [...new Set(photoIds)],
    fileIds: fileIds && [...new Set(fileIds)],
    params,
    language,
    ...(!hasAuthority(actor, "ROLE_FILE_READ") && { withoutFiles: true }),
    ...(subject.comparison !== undefined && { comparison: subject.comparison }),
  });

/** What an export would send where. @throws what keeps it from being planned; unhandled tasks do not */
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
  const wish = wishOf(actor, subject, choice);
  const targetOf = (id: string) => ({
    ...{ customerId, documentationId, wish, templateExportConfigurationId: id },
    exportedAt: now(),
  });
  const content = await deliveredContent(db, targetOf(""));
  const items: ExportPlanAnswer["items"] = [];
  for (const destination of destinations) {
    const { id, name, configuration } = destination;
    const plan = await planFor(db, targetOf(id), destination, content);
    const whole = plan.variants.length === 0;
    const bytes = whole ? plan.files.reduce((sum, file) => sum + file.bytes, 0) : null;
    items.push({
      ...{ templateExportConfigurationId: id, name, type: configuration.type, entries: plan.entries },
      ...{ files: plan.fileCount, bytes, missing: plan.missing, unfilled: plan.unfilled },
      seconds: bytes === null ? null : await secondsFor(db, customerId, configuration.id, bytes),
    });
  }
  return { items };
}

const sentColumns = {
  bytes: number("coalesce(sum(s.bytes), 0)"),
  seconds: number("coalesce(sum(s.seconds), 0)"),
};

/** How long so many bytes take, by the last 20 deliveries that arrived there; null if none did. */
async function secondsFor(
  db: Database,
  customerId: number,
  exportConfigurationId: string,
  bytes: number,
): Promise<number | null> {
  const lately = await rowOf(
    db,
    sentColumns,
    (columns) => sql`SELECT ${columns} FROM (
      SELECT y.bytes, max(1, unixepoch(y.finished) - unixepoch(y.started)) AS seconds FROM delivery y
      WHERE y.customer_id = ${customerId} AND y.export_configuration_id = ${exportConfigurationId} AND y.state = 'DONE'
        AND y.bytes > 0 AND y.started IS NOT NULL AND y.finished IS NOT NULL
      ORDER BY y.date_created DESC LIMIT 20) s`,
  );
  if (!lately || lately.bytes === 0) return null;
  return Math.max(1, Math.ceil((bytes * lately.seconds) / lately.bytes));
}

/**
 * Begins a delivery for each chosen destination. One that is under way with the same wish is answered instead of another.
 * @throws noExportConfiguration, userParamMissing, noPhotosSelected, noFilesSelected, unhandledFileTasks, requiredTasksNotCompleted,
 *   exportRefused (2§5, 2§8); invalid, tooLarge
 */
export async function beginExport(
  env: Env,
  db: Database,
  actor: Actor,
  subject: Subject,
  choice: Choice,
  externalFiles: readonly DecodedFile[],
): Promise<{ deliveries: { id: string; name: string }[] }> {
  const destinations = await chosenDestinations(db, subject, choice.templateExportConfigurationIds);
  const fault =
    choiceFault({
      ...choice,
      destinations: destinations.map((one) => destinationOption(one, [])),
      photos: subject.photos,
      files: hasAuthority(actor, "ROLE_FILE_READ") ? subject.files : 0,
    }) ?? subject.obstacles[0];
  if (fault) throw problem(fault.code, fault.names.length > 0 ? { names: fault.names } : {});
  await refuseForeign(db, subject, choice);
  const others = await documentationsOfChoice(db, subject, choice);
  const wish = wishOf(actor, subject, choice);
  const running = await underWay(db, subject);
  const begun: { id: string; name: string }[] = [];
  const statements: BatchItem<"sqlite">[] = [];
  const places: string[] = [];
  for (const destination of destinations) {
    const files = takenBy(destination.tree).externalFiles ? externalFiles : [];
    const same = running.find(
      (one) =>
        one.line === destination.id &&
        identityOf(one.wish, one.wish.externalFiles) === identityOf(wish, files),
    );
    if (same) {
      begun.push({ id: same.id, name: destination.name });
      continue;
    }
    const id: string = crypto.randomUUID();
    const own = await stored(env, db, { customerId: subject.customerId, deliveryId: id }, files);
    places.push(...own.map(({ key }) => key));
    statements.push(
      ...begunDelivery(db, actor, subject, destination, {
        id,
        wish: { ...wish, externalFiles: own },
        others,
      }),
    );
    begun.push({ id, name: destination.name });
  }
  const [first, ...more] = statements;
  if (first) {
    try {
      await db.batch([first, ...more, ...places.map((place) => owned(db, place))]);
    } catch (error) {
      await tidy(env, db, ...places);
      throw error;
    }
    await wakeDeliveries(env);
  }
  return { deliveries: begun };
}

/** The row, its line of the log, and of a comparison an export event for each of its other documentations. */
function begunDelivery(
  db: Database,
  actor: Actor,
  { customerId, documentationId }: Subject,
  { id: line, configuration }: TemplateDestination,
  { id, wish, others }: { id: string; wish: DeliveryWish; others: readonly string[] },
): BatchItem<"sqlite">[] {
  const { userId, realUserId, username } = actor;
  const row = {
    ...{ id, customerId, documentationId, wish, username, type: configuration.type },
    templateExportConfigurationId: line,
    exportConfigurationId: configuration.id,
    exportConfigurationName: configuration.name,
    requester: { userId, realUserId, customerId: actor.customerId },
  };
  const told = {
    documentation: { after: documentationId },
    exportConfiguration: { after: configuration.name },
    type: { after: configuration.type },
    ...(wish.photoIds && { photos: { after: wish.photoIds.length } }),
    ...(wish.fileIds && { files: { after: wish.fileIds.length } }),
    ...(wish.externalFiles.length > 0 && { externalFiles: { after: wish.externalFiles.length } }),
  };
  return [
    db.insert(delivery).values(row),
    logged(db, {
      author: { userId, realUserId, customerId },
      ...{ objectClass: "Delivery", objectId: id, action: "CREATE", params: told },
    }),
    statement(
      db,
      sql`INSERT INTO export_event (id, customer_id, documentation_id, export_configuration_id, export_configuration_name, delivery_id,
          type, username, success, date_created)
        SELECT ${newId}, ${customerId}, x.value, ${configuration.id}, ${configuration.name}, ${id}, ${configuration.type}, ${username}, NULL, ${now()}
        FROM json_each(${JSON.stringify(others)}) x`,
    ),
  ];
}

/**
 * The further documentations of the chosen photos of a comparison, as far as they are exported.
 * @throws exportRefused when all of them are with the field (2§4)
 */
async function documentationsOfChoice(
  db: Database,
  subject: Subject,
  { photoIds }: Choice,
): Promise<string[]> {
  if (subject.comparison === undefined) return [];
  const rows = await rowsOf(
    db,
    { id: text("d.id") },
    (columns) => sql`SELECT DISTINCT ${columns} FROM json_each(${JSON.stringify(photoIds ?? [])}) x
      CROSS JOIN photo p ON p.id = x.value
        JOIN documentation d ON d.customer_id = p.customer_id AND d.id = p.documentation_id
      WHERE p.customer_id = ${subject.customerId} AND d.status NOT IN ('PAUSED', 'DOWNLOADED', 'DELETED') AND d.hidden = 0`,
  );
  if (rows.length === 0) throw problem("exportRefused");
  return rows.map(({ id }) => id).filter((id) => id !== subject.documentationId);
}

const runningColumns = {
  id: text("y.id"),
  line: text("y.template_export_configuration_id"),
  wish: jsonAs(deliveryWish, "y.wish"),
};

/** The index by states would walk the whole customer. */
const state = unindexed(sql`y.state`);

const underWay = (db: Database, { customerId, documentationId }: Subject) =>
  rowsOf(
    db,
    runningColumns,
    (columns) => sql`SELECT ${columns} FROM delivery y
      WHERE y.customer_id = ${customerId} AND y.documentation_id = ${documentationId}
        AND ${state} IN ('PENDING', 'RUNNING', 'WAITING') AND NOT y.automatic`,
  );

/** Equal for wishes that ask for the same, wherever the bytes of their external files lie. */
const identityOf = (wish: DeliveryWish, files: readonly { name: string; sha256: string }[]): string =>
  JSON.stringify([
    ...[wish.photoIds?.toSorted() ?? null, wish.fileIds?.toSorted() ?? null, wish.comparison ?? null],
    ...[
      wish.language,
      wish.withoutFiles,
      Object.entries(wish.params).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ],
    files.map(({ name, sha256 }) => [name, sha256]),
  ]);

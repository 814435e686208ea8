import { type SQL, sql } from "drizzle-orm";
import type { TaskFilterType } from "#domain/configuration/types.ts";
import { recordOf } from "#domain/core/objects.ts";
import { reportedFields } from "#domain/documentation/documentationFields.ts";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, listParam, textAsId } from "#worker/db/ids.ts";
import { flag, json, nullable, number, type Projection, selectRows, text, uuid } from "#worker/db/rows.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";
import { toSqlName } from "#worker/db/sqlName.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import { listTasksOfDocumentations } from "#worker/documentation/listTasks.ts";
import { consoleUrl } from "#worker/env.ts";
import type {
  ExportPlan,
  PlannedDocumentation,
  PlannedFile,
  PlannedPhoto,
} from "#worker/export/exportPlanTypes.ts";
import type {
  Report,
  ReportDocumentation,
  ReportEvent,
  ReportTask,
  ReportTaskFilter,
} from "#worker/export/layouts/report.ts";
import type { Group } from "#worker/listQuery/groupMembers.ts";
import { runtimeEnv } from "#worker/runtimeEnv.ts";
import {
  createPhotoPlanner,
  createPlan,
  type ExportReader,
  findLatestInstant,
  planFile,
  planTasks,
  readContent,
} from "./exportPlan.ts";
import { createGroupPlan, readGroupContent } from "./groupExportPlan.ts";
import { groupReplacementTexts, listReplacementTexts } from "./replacementTexts.ts";

/** Reads the content of report layouts. */

/** A report's language, and the layouts that its layout's INSERTs refer to (worker/resources). */
export interface ReportOptions {
  language: "en" | "sv";
  layouts: Report["layouts"];
}

/**
 * The report of one documentation.
 * @throws notFound, exportRefused while it is in the field (2§4)
 */
export async function readReport(
  db: Database,
  reader: ExportReader,
  id: string,
  { language, layouts }: ReportOptions,
): Promise<Report> {
  const content = await readContent(db, reader, id);
  const { details, tasks, photos } = content;
  const plan = createPlan(content, reader, language);
  const { customerId, templateId } = details;
  const source = { id, customerId, templateId, documentation: plan.documentation };
  const { reportDocumentations, changeInstants } = await addReportData(
    db,
    [
      {
        ...source,
        tasks,
        photos: photos.filter(({ hasData }) => hasData).map(createPhotoPlanner(reader)),
        files: plan.files,
      },
    ],
    language,
  );
  return createReport(db, {
    plan,
    changeInstants,
    documentations: reportDocumentations,
    customerIds: [customerId],
    layouts,
  });
}

/**
 * The report of all documentations of a group.
 * @throws notFound for a group without documentations, exportRefused if all of them are in the field (2§4), tooLarge
 */
export async function readGroupReport(
  db: Database,
  reader: ExportReader,
  group: Group,
  { language, layouts }: ReportOptions,
): Promise<Report> {
  const content = await readGroupContent(db, group);
  const plan = await createGroupPlan(db, content, reader, language);
  const photos = Map.groupBy(content.photos, ({ documentationId }) => documentationId);
  const files = reader.files
    ? Map.groupBy(content.files, ({ documentationId }) => documentationId)
    : new Map<string, typeof content.files>();
  return readMultiDocumentationReport(db, {
    plan,
    ids: content.documentations.map(({ id }) => id),
    customerIds: [group.customerId],
    photosOf: (id) => (photos.get(id) ?? []).filter(({ hasData }) => hasData).map(createPhotoPlanner(reader)),
    filesOf: (id) => (files.get(id) ?? []).filter(({ hasData }) => hasData).map(planFile),
    layouts,
  });
}

/**
 * The report of several documentations in the order of `ids`, which the caller must have checked for visibility.
 * @throws tooLarge
 */
export async function readMultiDocumentationReport(
  db: Database,
  source: {
    plan: ExportPlan;
    ids: readonly string[];
    /** The owners of the documentations. */
    customerIds: readonly number[];
    photosOf: (id: string) => readonly PlannedPhoto[];
    filesOf?: (id: string) => readonly PlannedFile[];
    layouts: Report["layouts"];
  },
): Promise<Report> {
  const { plan, ids, customerIds, photosOf, filesOf = () => [], layouts } = source;
  const documentations = await listDocumentations(db, customerIds, ids);
  const tasks: DocumentationTask[] = [];
  for (const customerId of customerIds) {
    const customerDocumentationIds = documentations
      .filter((row) => row.customerId === customerId)
      .map(({ id }) => id);
    tasks.push(...(await listTasksOfDocumentations(db, customerId, customerDocumentationIds)));
  }
  const tasksByDocumentation = Map.groupBy(tasks, ({ documentation }) => documentation);
  const { reportDocumentations, changeInstants } = await addReportData(
    db,
    documentations.map(({ customerId, templateId, ...documentation }) => ({
      id: documentation.id,
      customerId,
      templateId,
      documentation,
      tasks: tasksByDocumentation.get(documentation.id) ?? [],
      photos: photosOf(documentation.id),
      files: filesOf(documentation.id),
    })),
    plan.language,
  );
  return createReport(db, {
    plan,
    changeInstants,
    documentations: reportDocumentations,
    customerIds,
    layouts,
  });
}

async function createReport(
  db: Database,
  source: {
    plan: ExportPlan;
    changeInstants: readonly string[];
    documentations: readonly ReportDocumentation[];
    customerIds: readonly number[];
    layouts: Report["layouts"];
  },
): Promise<Report> {
  const { plan, changeInstants, documentations, customerIds, layouts } = source;
  return {
    plan: { ...plan, asOf: findLatestInstant([plan.asOf, ...changeInstants]) },
    documentations,
    taskFilters: await listTaskFilters(db, customerIds),
    consoleUrl: consoleUrl(runtimeEnv, ""),
    layouts,
  };
}

interface ReportSource {
  id: string;
  customerId: number;
  templateId: string;
  documentation: PlannedDocumentation;
  tasks: readonly DocumentationTask[];
  photos: readonly PlannedPhoto[];
  files: readonly PlannedFile[];
}

/** Adds events and replacement texts to documentations; `changeInstants` are those of the events and of the texts' last changes. */
async function addReportData(
  db: Database,
  documentations: readonly ReportSource[],
  language: "en" | "sv",
): Promise<{ reportDocumentations: ReportDocumentation[]; changeInstants: string[] }> {
  const customerIds = [...new Set(documentations.map(({ customerId }) => customerId))];
  const ids = documentations.map(({ id }) => id);
  const templateIds = [...new Set(documentations.map(({ templateId }) => templateId))];
  const [events, fileCounts, texts] = await Promise.all([
    listEvents(db, customerIds, ids),
    countFilesPerTask(db, customerIds, ids),
    listReplacementTexts(db, customerIds, templateIds),
  ]);
  const eventsByDocumentation = Map.groupBy(events, ({ documentationId }) => documentationId);
  const getReplacementTexts = groupReplacementTexts(texts, language);
  const reportDocumentations = documentations.map(
    ({ id, templateId, documentation, tasks, photos, files }): ReportDocumentation => ({
      documentation,
      templateId,
      tasks: createReportTasks(tasks, fileCounts),
      photos,
      files,
      events: (eventsByDocumentation.get(id) ?? []).map(
        ({ documentationId: _, ...event }): ReportEvent => event,
      ),
      replacementTexts: getReplacementTexts(templateId),
    }),
  );
  return {
    reportDocumentations,
    changeInstants: [
      ...events.map(({ eventDate }) => eventDate),
      ...texts.map(({ lastUpdated }) => lastUpdated),
    ],
  };
}

function createReportTasks(
  tasks: readonly DocumentationTask[],
  files: ReadonlyMap<string, number>,
): ReportTask[] {
  const plannedTasks = planTasks(tasks);
  return tasks.map((task, index) => ({
    ...plannedTasks[index]!,
    key: task.key,
    parentId: task.parentId,
    templateTaskId: task.templateTaskId,
    description: task.description,
    options: task.options,
    size: task.size,
    preconditions: task.preconditions.map(({ type, params }) => ({ type, params })),
    files: files.get(task.id) ?? 0,
  }));
}

/** `alias.customer_id IN (…) AND alias.documentation_id IN (…)`, for an index that begins with both columns. */
const belongsToDocumentations = (
  alias: string,
  customerIds: readonly number[],
  ids: readonly string[],
): SQL =>
  sql`${sql.raw(alias)}.customer_id IN ${listParam(customerIds)} AND ${sql.raw(alias)}.documentation_id IN ${idListParam(ids)}`;

const documentationColumns = {
  id: uuid("d.id"),
  customerId: number("d.customer_id"),
  templateId: uuid("d.template_id"),
  name: text("d.name"),
  alias: nullable(text("d.alias")),
  status: text("d.status"),
  customerName: text("c.name"),
  templateName: text("t.name"),
  creator: text("d.creator"),
  deviceId: text("d.device_id"),
  ...recordOf(reportedFields, (field) => text(`coalesce(d.${toSqlName(field)}, '')`)),
  dateCreated: text("d.date_created"),
  dateUploaded: nullable(text("d.date_uploaded")),
  tags: json<
    string[]
  >(sql`(SELECT json_group_array(g.tag ORDER BY ${sortKeySql("g.tag")}, g.tag) FROM documentation_tag g
    WHERE g.customer_id = d.customer_id AND g.documentation_id = d.id)`),
  lat: number("d.lat"),
  lng: number("d.lng"),
} satisfies Projection<PlannedDocumentation & { customerId: number; templateId: string }>;

const listDocumentations = (db: Database, customerIds: readonly number[], ids: readonly string[]) =>
  selectRows(
    db,
    documentationColumns,
    (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(ids)}) x
      CROSS JOIN documentation d ON d.id = ${textAsId("x.value")}
        JOIN customer c ON c.id = d.customer_id JOIN template t ON t.id = d.template_id
      WHERE d.customer_id IN ${listParam(customerIds)} ORDER BY x.key`,
  );

const eventColumns = {
  id: uuid("e.id"),
  documentationId: uuid("e.documentation_id"),
  type: text("e.type"),
  eventDate: text("e.event_date"),
  creator: text("e.creator"),
  status: nullable(text("e.params ->> '$.status'")),
} satisfies Projection<ReportEvent & { documentationId: string }>;

/** Oldest first. */
const listEvents = (db: Database, customerIds: readonly number[], ids: readonly string[]) =>
  selectRows(
    db,
    eventColumns,
    (columns) => sql`SELECT ${columns} FROM documentation_event e
      WHERE ${belongsToDocumentations("e", customerIds, ids)} ORDER BY e.event_date, e.rowid`,
  );

/** Unindexed, since the index on tasks would scan all rows of the customer. */
const unindexedTaskId = withoutIndex(sql`x.documentation_task_id`);
const countColumns = { task: uuid("x.documentation_task_id"), count: number("count(*)") };

/** The number of files of each task, without imports whose bytes have not arrived. */
async function countFilesPerTask(
  db: Database,
  customerIds: readonly number[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = await selectRows(
    db,
    countColumns,
    (columns) => sql`SELECT ${columns} FROM file x
      WHERE ${belongsToDocumentations("x", customerIds, ids)} AND ${unindexedTaskId} IS NOT NULL AND NOT (x.imported AND NOT x.has_data)
      GROUP BY ${unindexedTaskId}`,
  );
  return new Map(counts.map(({ task, count }) => [task, count]));
}

const filterColumns = {
  name: text("f.name"),
  type: text<TaskFilterType>("f.type"),
  automatic: flag("f.automatic"),
  params: json<ReportTaskFilter["params"]>("f.params"),
} satisfies Projection<ReportTaskFilter>;

const listTaskFilters = (db: Database, customerIds: readonly number[]): Promise<ReportTaskFilter[]> =>
  selectRows(
    db,
    filterColumns,
    (columns) => sql`SELECT ${columns} FROM documentation_task_filter f
      WHERE f.customer_id IN ${listParam(customerIds)} ORDER BY f.position, f.id`,
  );

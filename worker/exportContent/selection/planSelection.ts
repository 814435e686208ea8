import { sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { compareNames } from "#domain/core/text/sortKey.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import { taskPath } from "#domain/task/taskTree.ts";
import type { Database } from "#worker/db/database.ts";
import { textAsId } from "#worker/db/ids.ts";
import { naturalOrder } from "#worker/db/naturalOrder.ts";
import { json, number, type Projection, selectRows, text, uuid } from "#worker/db/rows.ts";
import { photo } from "#worker/db/schema/index.ts";
import { photoColumns, toPhotoRow } from "#worker/documentation/details.ts";
import { taskGroupIdsSql, taskGroupNumbersSql, taskGroupsSql } from "#worker/documentation/taskGroups.ts";
import { formatLocalMinute } from "#worker/export/dates.ts";
import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import type { ExportPlan, PlannedTask } from "#worker/export/exportPlanTypes.ts";
import type { Report } from "#worker/export/layouts/report.ts";
import { type ReplacementTexts, replaceCodes } from "#worker/export/replacement.ts";
import { summaryColumns } from "#worker/listQuery/projection.ts";
import {
  createMissingInField,
  createMissingItem,
  createPhotoPlanner,
  type ExportReader,
  findLatestInstant,
} from "../exportPlan.ts";
import { combineDocumentations, createVisitLabels, planMember } from "../groupExportPlan.ts";
import { type ReportOptions, readMultiDocumentationReport } from "../readReport.ts";
import { groupReplacementTexts, listReplacementTexts } from "../replacementTexts.ts";
import { selectablePhotosSql } from "./storedSelection.ts";

interface SelectedTask extends Pick<PlannedTask, "id" | "name" | "type" | "position"> {
  documentationId: string;
  /** The names of the groups around it, outermost first. */
  groups: string[];
  groupIds: string[];
  /** The number of each of these groups among its siblings of the same name, from 1. */
  groupNumbers: number[];
}

/** A selection of photos has no files. */
type PhotoReader = Omit<ExportReader, "files">;

interface SelectionOptions {
  /** The export's title; defaults to the name of the newest documentation. */
  name?: string | undefined;
  language: "en" | "sv";
  /** Default: by task and then by documentation, so that before and after are next to each other. */
  arrangement?: "byTask" | "byDocumentation";
}

/**
 * Plans an export of selected photos. Lists as missing those that have been deleted or belong to documentations in the field (2§4).
 * @throws notFound if none of them is visible, exportRefused if all of them are in the field
 */
export const readSelectionPlan = async (
  db: Database,
  reader: PhotoReader,
  ids: readonly string[],
  options: SelectionOptions,
): Promise<ExportPlan> => (await planSelection(db, reader, ids, options)).plan;

/**
 * The same for a report layout: the documentations of the selected photos with all their tasks, but only the selected photos.
 * @throws notFound if none of them is visible, exportRefused if all of them are in the field, tooLarge
 */
export async function readComparisonReport(
  db: Database,
  reader: PhotoReader,
  ids: readonly string[],
  { layouts, ...options }: ReportOptions & { name?: string | undefined },
): Promise<Report> {
  const { plan, documentations, photosByDocumentation } = await planSelection(db, reader, ids, options);
  return readMultiDocumentationReport(db, {
    plan,
    ids: documentations.map(({ id }) => id),
    customerIds: [...new Set(documentations.map(({ customerId }) => customerId))],
    photosOf: (id) =>
      (photosByDocumentation.get(id) ?? []).filter(({ hasData }) => hasData).map(createPhotoPlanner(reader)),
    layouts,
  });
}

/** Plans an export of selected photos, and returns the visible photos by documentation. */
export async function planSelection(
  db: Database,
  reader: PhotoReader,
  ids: readonly string[],
  { name, language, arrangement = "byTask" }: SelectionOptions,
) {
  const rows = await db
    .select(photoColumns)
    .from(photo)
    .where(sql`${photo.id} IN (SELECT photo.id FROM ${selectablePhotosSql(reader.scope, ids)})`)
    .orderBy(photo.dateCreated, ...naturalOrder("photo.name"), photo.id);
  if (rows.length === 0) throw problem("notFound");
  const selectedPhotos = rows.map(toPhotoRow);
  const visibleIds = new Set(selectedPhotos.map(({ id }) => id));
  const allDocumentations = await listDocumentations(db, [
    ...new Set(selectedPhotos.map(({ documentationId }) => documentationId)),
  ]);
  const documentations = allDocumentations.filter(({ status }) => !isExportBlocked(status));
  if (documentations.length === 0) throw problem("exportRefused");
  const exportedIds = new Set(documentations.map(({ id }) => id));
  const photos = selectedPhotos.filter(({ documentationId }) => exportedIds.has(documentationId));
  const photosByDocumentation = Map.groupBy(photos, ({ documentationId }) => documentationId);
  const texts = await listReplacementTexts(
    db,
    documentations.map(({ customerId }) => customerId),
    documentations.map(({ templateId }) => templateId),
  );
  const getReplacementTexts = groupReplacementTexts(texts, language);
  const documentationIdByPhoto = new Map(photos.map(({ id, documentationId }) => [id, documentationId]));
  const isGroupedByDocumentation = arrangement === "byDocumentation";
  const tasks = await listTasks(db, [...new Set(photos.flatMap((row) => row.documentationTaskId ?? []))]);
  const photosTaskName = documentTexts[language].photos;
  const plan: ExportPlan = {
    documentation: await combineDocumentations(db, documentations, name || documentations.at(-1)!.name),
    documentations: documentations.map((documentation) => {
      const documentationPhotos = photosByDocumentation.get(documentation.id) ?? [];
      return {
        ...planMember(documentation, documentationPhotos),
        expectedPhotos: documentationPhotos.length,
      };
    }),
    expectedPhotos: ids.length,
    tasks: isGroupedByDocumentation
      ? groupByDocumentation(tasks, documentations, getReplacementTexts, photosTaskName)
      : groupByTask(tasks, documentations, getReplacementTexts, photosTaskName),
    photos: photos
      .filter(({ hasData }) => hasData)
      .map(createPhotoPlanner(reader))
      .map((plannedPhoto) => ({
        ...plannedPhoto,
        taskId: plannedPhoto.taskId ?? documentationIdByPhoto.get(plannedPhoto.id)!,
      })),
    files: [],
    missing: [
      ...photos.filter(({ hasData }) => !hasData).map((row) => createMissingItem("PHOTO", row)),
      ...selectedPhotos
        .filter(({ documentationId }) => !exportedIds.has(documentationId))
        .map((row) => createMissingInField("PHOTO", row)),
      ...ids
        .filter((id) => !visibleIds.has(id))
        .map((id) => ({ id, kind: "PHOTO" as const, name: id, taskId: null, reason: "notFound" })),
    ],
    language,
    asOf: findLatestInstant([...photos, ...texts].map(({ lastUpdated }) => lastUpdated)),
  };
  return { plan, documentations, photosByDocumentation, getReplacementTexts };
}

/** Oldest first. */
const listDocumentations = (db: Database, ids: readonly string[]) =>
  selectRows(
    db,
    summaryColumns,
    (columns) => sql`SELECT ${columns}
      FROM json_each(${JSON.stringify(ids)}) x JOIN documentation d ON d.id = ${textAsId("x.value")} JOIN template t ON t.id = d.template_id
      ORDER BY d.date_created, d.id`,
  );

const taskColumns = {
  id: uuid("k.id"),
  documentationId: uuid("k.documentation_id"),
  name: text("k.name"),
  type: text<SelectedTask["type"]>("k.type"),
  position: number("k.position"),
  groups: json<string[]>(taskGroupsSql),
  groupIds: json<string[]>(taskGroupIdsSql),
  groupNumbers: json<number[]>(taskGroupNumbersSql),
} satisfies Projection<SelectedTask>;

const listTasks = (db: Database, ids: readonly string[]): Promise<SelectedTask[]> =>
  selectRows(
    db,
    taskColumns,
    (columns) => sql`SELECT ${columns}
      FROM json_each(${JSON.stringify(ids)}) x JOIN documentation_task k ON k.id = ${textAsId("x.value")}`,
  );

/**
 * Groups tasks by name and group in the order of the form, and labels each with its visit. Groups of one name are numbered. Adds a
 * task for photos without a task to each documentation; its id is the documentation's.
 */
function groupByTask(
  tasks: readonly SelectedTask[],
  documentations: readonly DocumentationSummary[],
  getReplacementTexts: (templateId: string) => ReplacementTexts,
  photosTaskName: string,
): PlannedTask[] {
  const labels = createVisitLabels(documentations);
  const templateIdByDocumentation = new Map(documentations.map(({ id, templateId }) => [id, templateId]));
  const documentationIndex = new Map(documentations.map(({ id }, index) => [id, index]));
  const numberGroupNames = ({ groups, groupNumbers }: SelectedTask, codes: ReplacementTexts) =>
    groups.map((group, index) => {
      const name = replaceCodes(group, codes);
      const number = groupNumbers[index] ?? 1;
      return number > 1 ? `${name} (${number})` : name;
    });
  const pathOf = (task: SelectedTask) => taskPath(numberGroupNames(task, new Map()), task.name);
  const firstPositionByPath = new Map<string, number>();
  for (const task of tasks) {
    const path = pathOf(task);
    firstPositionByPath.set(path, Math.min(task.position, firstPositionByPath.get(path) ?? task.position));
  }
  const visitNameOf = (documentationId: string) => {
    const { templateName = "", label = "" } = labels.get(documentationId) ?? {};
    return `${label} ${templateName}`;
  };
  const photoTasks = documentations.map(
    ({ id }): PlannedTask => ({
      id,
      name: visitNameOf(id),
      type: "PHOTO",
      answer: null,
      path: [photosTaskName],
      position: tasks.length,
    }),
  );
  const namedTasks = tasks
    .toSorted(
      (a, b) =>
        firstPositionByPath.get(pathOf(a))! - firstPositionByPath.get(pathOf(b))! ||
        compareNames(pathOf(a), pathOf(b)) ||
        documentationIndex.get(a.documentationId)! - documentationIndex.get(b.documentationId)!,
    )
    .map((task) => {
      const { id, documentationId, name, groupNumbers, type, position } = task;
      const codes = getReplacementTexts(templateIdByDocumentation.get(documentationId) ?? "");
      const path = [...numberGroupNames(task, codes), replaceCodes(name, codes)];
      // Also distinguishes a second group of the same name.
      const groupIds = [...groupNumbers.map(String), ""];
      return { id, name: visitNameOf(documentationId), type, answer: null, path, groupIds, position };
    });
  return [...namedTasks, ...photoTasks];
}

/**
 * Groups tasks by documentation in the order of the form. Adds a task for photos without a task to each documentation; its id is the
 * documentation's.
 */
function groupByDocumentation(
  tasks: readonly SelectedTask[],
  documentations: readonly DocumentationSummary[],
  getReplacementTexts: (templateId: string) => ReplacementTexts,
  photosTaskName: string,
): PlannedTask[] {
  const tasksByDocumentation = Map.groupBy(tasks, ({ documentationId }) => documentationId);
  return documentations.flatMap((documentation) => {
    const path = [
      `${documentation.alias ?? documentation.name} ${formatLocalMinute(documentation.dateCreated).replace(":", ".")}`,
    ];
    const documentationTasks = (tasksByDocumentation.get(documentation.id) ?? []).toSorted(
      (a, b) => a.position - b.position,
    );
    return [
      ...documentationTasks.map(({ id, name, groups, groupIds, type, position }): PlannedTask => {
        const codes = getReplacementTexts(documentation.templateId);
        const groupNames = groups.map((group) => replaceCodes(group, codes));
        return {
          id,
          name: replaceCodes(name, codes),
          type,
          answer: null,
          path: [...path, ...groupNames],
          // Also distinguishes documentations of the same name and minute.
          groupIds: [documentation.id, ...groupIds],
          position,
        };
      }),
      {
        id: documentation.id,
        name: photosTaskName,
        type: "PHOTO",
        answer: null,
        path,
        groupIds: [documentation.id],
        position: documentationTasks.length,
      },
    ];
  });
}

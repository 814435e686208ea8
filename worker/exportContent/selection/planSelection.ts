import { sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import type { Database } from "#worker/db/database.ts";
import { textAsId } from "#worker/db/ids.ts";
import { number, type Projection, rowsOf, text, uuid } from "#worker/db/rows.ts";
import { photo } from "#worker/db/schema/index.ts";
import { photoColumns, toPhotoRow } from "#worker/documentation/details.ts";
import { localMinute } from "#worker/export/dates.ts";
import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import type { ExportPlan, PlannedTask } from "#worker/export/exportPlanTypes.ts";
import type { Report } from "#worker/export/layouts/report.ts";
import { type Codes, replaced } from "#worker/export/replacement.ts";
import { summaryColumns } from "#worker/listQuery/projection.ts";
import { latest, missingInField, missingItem, photoPlanner, type Reader } from "../exportPlan.ts";
import { combinedDocumentation, plannedMember, visitLabels } from "../groupExportPlan.ts";
import { multiDocumentationReport, type ReportOptions } from "../readReport.ts";
import { codesByTemplate, replacementTextsOf } from "../replacementTexts.ts";
import { selectable } from "./storedSelection.ts";

interface Task extends Pick<PlannedTask, "id" | "name" | "type" | "position"> {
  documentationId: string;
}

/** A selection holds no files. */
type PhotoReader = Omit<Reader, "files">;

interface About {
  /** The heading; without it the name of the newest documentation. */
  name?: string | undefined;
  language: "en" | "sv";
  /** By task and then by documentation, so that before and after stand next to each other, unless it says otherwise. */
  arranged?: "byTask" | "byDocumentation";
}

/**
 * Fixes what an export of selected photos holds. Selected photos that are gone are listed as missing, and so are those of documentations that are with the field (2§4).
 * @throws notFound when none of them can be seen, isExportBlocked when all of them are with the field
 */
export const selectionPlan = async (
  db: Database,
  reader: PhotoReader,
  ids: readonly string[],
  about: About,
): Promise<ExportPlan> => (await selectionOf(db, reader, ids, about)).plan;

/**
 * The same for a report layout: the documentations of the selected photos with all their tasks, and of their photos the selected ones.
 * @throws notFound when none of them can be seen, isExportBlocked when all of them are with the field, tooLarge
 */
export async function comparisonReport(
  db: Database,
  reader: PhotoReader,
  ids: readonly string[],
  { layouts, ...about }: ReportOptions & { name?: string | undefined },
): Promise<Report> {
  const { plan, documentations, photosBy } = await selectionOf(db, reader, ids, about);
  return multiDocumentationReport(db, {
    plan,
    ids: documentations.map(({ id }) => id),
    customerIds: [...new Set(documentations.map(({ customerId }) => customerId))],
    photosOf: (id) => (photosBy.get(id) ?? []).filter(({ hasData }) => hasData).map(photoPlanner(reader)),
    layouts,
  });
}

/** The rows of selected photos with their documentations, which the caller may see. */
export async function selectionOf(
  db: Database,
  reader: PhotoReader,
  ids: readonly string[],
  { name, language, arranged = "byTask" }: About,
) {
  const rows = await db
    .select(photoColumns)
    .from(photo)
    .where(sql`${photo.id} IN (SELECT photo.id FROM ${selectable(reader.scope, ids)})`)
    .orderBy(photo.dateCreated, photo.id);
  if (rows.length === 0) throw problem("notFound");
  const selected = rows.map(toPhotoRow);
  const found = new Set(selected.map(({ id }) => id));
  const all = await documentationsIn(db, [
    ...new Set(selected.map(({ documentationId }) => documentationId)),
  ]);
  const documentations = all.filter(({ status }) => !isExportBlocked(status));
  if (documentations.length === 0) throw problem("exportRefused");
  const included = new Set(documentations.map(({ id }) => id));
  const photos = selected.filter(({ documentationId }) => included.has(documentationId));
  const photosBy = Map.groupBy(photos, ({ documentationId }) => documentationId);
  const texts = await replacementTextsOf(
    db,
    documentations.map(({ customerId }) => customerId),
    documentations.map(({ templateId }) => templateId),
  );
  const codesOf = codesByTemplate(texts, language);
  const documentationOf = new Map(photos.map(({ id, documentationId }) => [id, documentationId]));
  const byDocumentation = arranged === "byDocumentation";
  const tasks = await tasksIn(db, [...new Set(photos.flatMap((one) => one.documentationTaskId ?? []))]);
  const plan: ExportPlan = {
    documentation: await combinedDocumentation(db, documentations, name || documentations.at(-1)!.name),
    documentations: documentations.map((documentation) => {
      const own = photosBy.get(documentation.id) ?? [];
      return { ...plannedMember(documentation, own), expectedPhotos: own.length };
    }),
    expectedPhotos: ids.length,
    tasks: byDocumentation
      ? documentationByDocumentation(tasks, documentations, codesOf, documentTexts[language].photos)
      : taskByTask(tasks, documentations, codesOf),
    photos: photos
      .filter(({ hasData }) => hasData)
      .map(photoPlanner(reader))
      .map((one) => (byDocumentation ? { ...one, taskId: one.taskId ?? documentationOf.get(one.id)! } : one)),
    files: [],
    missing: [
      ...photos.filter(({ hasData }) => !hasData).map((one) => missingItem("PHOTO", one)),
      ...selected
        .filter(({ documentationId }) => !included.has(documentationId))
        .map((one) => missingInField("PHOTO", one)),
      ...ids
        .filter((id) => !found.has(id))
        .map((id) => ({ id, kind: "PHOTO" as const, name: id, taskId: null, reason: "notFound" })),
    ],
    language,
    asOf: latest([...photos, ...texts].map(({ lastUpdated }) => lastUpdated)),
  };
  return { plan, documentations, photosBy, codesOf };
}

/** Oldest first. */
const documentationsIn = (db: Database, ids: readonly string[]) =>
  rowsOf(
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
  type: text<Task["type"]>("k.type"),
  position: number("k.position"),
} satisfies Projection<Task>;

const tasksIn = (db: Database, ids: readonly string[]): Promise<Task[]> =>
  rowsOf(
    db,
    taskColumns,
    (columns) => sql`SELECT ${columns}
      FROM json_each(${JSON.stringify(ids)}) x JOIN documentation_task k ON k.id = ${textAsId("x.value")}`,
  );

/** Groups tasks by name, in the order of the form, and labels each with its visit. */
function taskByTask(
  tasks: readonly Task[],
  documentations: readonly DocumentationSummary[],
  codesOf: (templateId: string) => Codes,
): PlannedTask[] {
  const labels = visitLabels(documentations);
  const templateOf = new Map(documentations.map(({ id, templateId }) => [id, templateId]));
  const place = new Map(documentations.map(({ id }, index) => [id, index]));
  const firstPosition = new Map<string, number>();
  for (const { name, position } of tasks)
    firstPosition.set(name, Math.min(position, firstPosition.get(name) ?? position));
  return tasks
    .toSorted(
      (a, b) =>
        firstPosition.get(a.name)! - firstPosition.get(b.name)! ||
        a.name.localeCompare(b.name) ||
        place.get(a.documentationId)! - place.get(b.documentationId)!,
    )
    .map(({ id, documentationId, name, type, position }) => {
      const { templateName = "", label = "" } = labels.get(documentationId) ?? {};
      const shown = replaced(name, codesOf(templateOf.get(documentationId) ?? ""));
      return { id, name: `${label} ${templateName}`, type, answer: null, path: [shown], position };
    });
}

/**
 * Groups tasks by their documentation, in the order of the form. Photos without a task stand under one of their documentation, which
 * has its id.
 */
function documentationByDocumentation(
  tasks: readonly Task[],
  documentations: readonly DocumentationSummary[],
  codesOf: (templateId: string) => Codes,
  photosName: string,
): PlannedTask[] {
  const tasksBy = Map.groupBy(tasks, ({ documentationId }) => documentationId);
  return documentations.flatMap((documentation) => {
    const path = [
      `${documentation.alias ?? documentation.name} ${localMinute(documentation.dateCreated).replace(":", ".")}`,
    ];
    const own = (tasksBy.get(documentation.id) ?? []).toSorted((a, b) => a.position - b.position);
    return [
      ...own.map(({ id, name, type, position }): PlannedTask => {
        const shown = replaced(name, codesOf(documentation.templateId));
        return { id, name: shown, type, answer: null, path, position };
      }),
      { id: documentation.id, name: photosName, type: "PHOTO", answer: null, path, position: own.length },
    ];
  });
}

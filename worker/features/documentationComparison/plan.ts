import { sql } from "drizzle-orm";
import type { DocumentationSummary } from "../../../domain/endpoints/documentationList";
import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { rowsOf } from "../../db/rows";
import { photo } from "../../db/schema";
import type { Scope } from "../../db/scope";
import { photoColumns, shownPhoto } from "../../documentation/details";
import { lacking, latest, plannedPhoto } from "../../documentation/exportPlan";
import { plannedMember, together, visitLabels } from "../../documentation/group/exportPlan";
import { summaryColumns } from "../../documentation/projection";
import type { ExportPlan, PlannedTask } from "../../export/plan";
import { selectable } from "./selection";

interface Task extends Pick<PlannedTask, "id" | "name" | "type" | "position"> {
  documentationId: string;
}

/**
 * Freezes what an export of chosen photos holds: task by task, and in each the documentations in their order, so that before
 * and after stand next to each other. What was chosen and is gone since is named as missing.
 * @throws notFound when none of them can be seen
 */
export async function selectionPlan(
  db: Database,
  scope: Scope,
  ids: readonly string[],
  { name, language }: { name?: string | undefined; language: "en" | "sv" },
): Promise<ExportPlan> {
  const rows = await db
    .select(photoColumns)
    .from(photo)
    .where(sql`${photo.id} IN (SELECT photo.id FROM ${selectable(scope, ids)})`)
    .orderBy(photo.dateCreated, photo.id);
  if (rows.length === 0) throw problem("notFound");
  const photos = rows.map(shownPhoto);
  const documentations = await documentationsIn(db, [
    ...new Set(photos.map(({ documentationId }) => documentationId)),
  ]);
  const found = new Set(photos.map(({ id }) => id));
  const photosBy = Map.groupBy(photos, ({ documentationId }) => documentationId);
  return {
    documentation: await together(db, documentations, name || documentations.at(-1)!.name),
    documentations: documentations.map((one) => {
      const chosen = photosBy.get(one.id) ?? [];
      return { ...plannedMember(one, chosen), expectedPhotos: chosen.length };
    }),
    expectedPhotos: ids.length,
    tasks: taskByTask(
      await tasksIn(db, [...new Set(photos.flatMap((one) => one.documentationTaskId ?? []))]),
      documentations,
    ),
    photos: photos.filter(({ hasData }) => hasData).map(plannedPhoto),
    files: [],
    missing: [
      ...photos.filter(({ hasData }) => !hasData).map((one) => lacking("PHOTO", one)),
      ...ids
        .filter((id) => !found.has(id))
        .map((id) => ({ id, kind: "PHOTO" as const, name: id, taskId: null, reason: "notFound" })),
    ],
    language,
    asOf: latest(photos.map(({ lastUpdated }) => lastUpdated)),
  };
}

/** Oldest first. */
const documentationsIn = (db: Database, ids: readonly string[]) =>
  rowsOf(
    db,
    summaryColumns,
    (columns) => sql`SELECT ${columns}
      FROM json_each(${JSON.stringify(ids)}) x JOIN documentation d ON d.id = x.value JOIN template t ON t.id = d.template_id
      ORDER BY d.date_created, d.id`,
  );

const tasksIn = (db: Database, ids: readonly string[]) =>
  db.all<Task>(sql`
    SELECT k.id, k.documentation_id AS documentationId, k.name, k.type, k.position
    FROM json_each(${JSON.stringify(ids)}) x JOIN documentation_task k ON k.id = x.value`);

/** Tasks of one name together, in the order of the form; each says which visit it is of. */
function taskByTask(tasks: readonly Task[], documentations: readonly DocumentationSummary[]): PlannedTask[] {
  const labels = visitLabels(documentations);
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
      return { id, name: `${label} ${templateName}`, type, answer: null, path: [name], position };
    });
}

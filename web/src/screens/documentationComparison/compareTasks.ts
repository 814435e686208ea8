import { compareNames } from "#domain/core/text/sortKey.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { GroupedTask } from "#domain/endpoints/documentation/groups.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import { taskPath } from "#domain/task/taskTree.ts";

/** A photo and its documentation. */
export interface ComparedPhoto {
  photo: PhotoRow;
  documentation: DocumentationSummary;
}

export interface ComparedVisit {
  documentation: DocumentationSummary;
  photos: PhotoRow[];
}

/** A row of the grid: tasks with the same name in groups of the same name, or with the same key, across templates. */
export interface ComparedTask {
  /** With its groups: "Mast › Before". Empty for photos without a task. */
  name: string;
  /** By template: the documentations with photos of it, oldest first. */
  cells: Map<string, ComparedVisit[]>;
  /** All photos, oldest first. */
  photos: ComparedPhoto[];
}

type Row = ComparedTask & { position: number };

/** Groups photos by task and template (2§2): by name and group, or by key, without the tasks that have none. */
export function compareTasks(
  documentations: readonly DocumentationSummary[],
  tasks: readonly GroupedTask[],
  photos: readonly PhotoRow[],
  property: "name" | "key",
): ComparedTask[] {
  const tasksById = new Map(tasks.map((task) => [task.id, task]));
  const photosByDocumentation = Map.groupBy(photos, ({ documentationId }) => documentationId);
  const rows = new Map<string, Row>();
  const oldestFirst = documentations.toSorted((a, b) => a.dateCreated.localeCompare(b.dateCreated));
  for (const documentation of oldestFirst)
    for (const photo of photosByDocumentation.get(documentation.id) ?? []) {
      const task = tasksById.get(photo.documentationTaskId ?? "");
      const name =
        property === "name" ? (task ? taskPath(task.groups, task.name) : "") : (task?.key?.trim() ?? "");
      if (property === "key" && name === "") continue;
      const position = name === "" ? Number.POSITIVE_INFINITY : (task?.position ?? 0);
      const row: Row = rows.get(name) ?? { name, position, cells: new Map(), photos: [] };
      rows.set(name, row);
      row.position = Math.min(row.position, position);
      row.photos.push({ photo, documentation });
      addToCell(row, documentation, photo);
    }
  return [...rows.values()].sort((a, b) => a.position - b.position || compareNames(a.name, b.name));
}

function addToCell({ cells }: ComparedTask, documentation: DocumentationSummary, photo: PhotoRow): void {
  const visits = cells.get(documentation.templateId) ?? [];
  cells.set(documentation.templateId, visits);
  const last = visits.at(-1);
  if (last?.documentation.id === documentation.id) last.photos.push(photo);
  else visits.push({ documentation, photos: [photo] });
}

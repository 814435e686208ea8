import { findAnswerConflicts } from "#domain/documentation/merge.ts";
import { sortInReadingOrder } from "#domain/task/taskTree.ts";
import type { OriginalTask } from "./useOriginals.ts";

/** The versions of one template task in several documentations, side by side. */
export interface MergeRow {
  id: string;
  parentId: string | null;
  level: number;
  tasks: OriginalTask[];
  /** The answers differ. */
  differs: boolean;
}

/** One row for each task of the template, in its order. */
export function buildRows(tasks: readonly OriginalTask[]): MergeRow[] {
  const conflictingIds = new Set([...findAnswerConflicts(tasks).values()].flat().map(({ id }) => id));
  const rows = new Map<string, MergeRow & { position: number }>();
  const rowsByTask = new Map<string, MergeRow>();
  for (const task of tasks) {
    const parent = (task.parentId && rowsByTask.get(task.parentId)) || null;
    const id = `${parent?.id ?? ""}/${task.templateTaskId ?? task.id}`;
    const row = rows.get(id) ?? {
      id,
      parentId: parent?.id ?? null,
      level: parent ? parent.level + 1 : 0,
      tasks: [],
      differs: false,
      position: task.position,
    };
    row.tasks.push(task);
    row.differs ||= conflictingIds.has(task.id);
    rows.set(id, row);
    rowsByTask.set(task.id, row);
  }
  return sortInReadingOrder([...rows.values()].toSorted((a, b) => a.position - b.position));
}

import { conflicts } from "#domain/documentation/merge.ts";
import { inReadingOrder } from "#domain/task/taskTree.ts";
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
export function rowsOf(tasks: readonly OriginalTask[]): MergeRow[] {
  const differing = new Set([...conflicts(tasks).values()].flat().map(({ id }) => id));
  const rows = new Map<string, MergeRow & { position: number }>();
  const rowOf = new Map<string, MergeRow>();
  for (const task of tasks) {
    const parent = (task.parentId && rowOf.get(task.parentId)) || null;
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
    row.differs ||= differing.has(task.id);
    rows.set(id, row);
    rowOf.set(task.id, row);
  }
  return inReadingOrder([...rows.values()].toSorted((a, b) => a.position - b.position));
}

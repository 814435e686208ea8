import { ancestorsOf, type DocumentationIndex, type IndexedTask } from "./documentationIndex.ts";
import { taskName } from "./layoutReplacement.ts";

/** A task that several documentations may have: the row of a comparison. */
export interface ComparedTask {
  /** By documentation; those without the task are missing. */
  tasks: ReadonlyMap<DocumentationIndex, IndexedTask>;
}

interface Row {
  key: string | null;
  tasks: Map<DocumentationIndex, IndexedTask>;
  next: Row | null;
}

const createRow = (key: string | null, next: Row | null): Row => ({ key, tasks: new Map(), next });

/** The groups around a task, the outermost first. */
export const groupPath = (task: IndexedTask): string[] => [...ancestorsOf(task)].toReversed().map(taskName);

/**
 * Matches the tasks of documentations: by key, then by group path and name. Tasks that share all of these in one documentation are matched
 * by their order. A key that a documentation has twice, as copies of a group do, identifies nothing. The rows are in reading order; a task that
 * earlier documentations lack follows the one before it.
 * @param tasksByDocumentation in reading order
 */
export function matchTasks(tasksByDocumentation: readonly (readonly IndexedTask[])[]): ComparedTask[] {
  const repeatedKeys = findRepeatedKeys(tasksByDocumentation);
  const rowByKey = new Map<string, Row>();
  const rowByPath = new Map<string, Row>();
  const head = createRow(null, null);
  for (const tasks of tasksByDocumentation) {
    let previousRow = head;
    const countByPath = new Map<string, number>();
    for (const task of tasks) {
      const trimmedKey = task.task.key?.trim();
      const key = trimmedKey && !repeatedKeys.has(trimmedKey) ? trimmedKey : null;
      const path = JSON.stringify([...groupPath(task), taskName(task)]);
      const number = (countByPath.get(path) ?? 0) + 1;
      countByPath.set(path, number);
      const numberedPath = `${number} ${path}`;
      const rowOfPath = rowByPath.get(numberedPath);
      // Equal names with different keys are different tasks.
      const match = (key && rowByKey.get(key)) || (rowOfPath && !(key && rowOfPath.key) ? rowOfPath : null);
      const row = match && !match.tasks.has(task.documentation) ? match : createRow(key, previousRow.next);
      if (row !== match) previousRow.next = row;
      row.key ??= key;
      row.tasks.set(task.documentation, task);
      if (key && !rowByKey.has(key)) rowByKey.set(key, row);
      if (!rowOfPath) rowByPath.set(numberedPath, row);
      previousRow = row;
    }
  }
  const rows: ComparedTask[] = [];
  for (let row = head.next; row; row = row.next) rows.push(row);
  return rows;
}

function findRepeatedKeys(tasksByDocumentation: readonly (readonly IndexedTask[])[]): ReadonlySet<string> {
  const repeatedKeys = new Set<string>();
  for (const tasks of tasksByDocumentation) {
    const keys = new Set<string>();
    for (const { task } of tasks) {
      const key = task.key?.trim();
      if (!key) continue;
      if (keys.has(key)) repeatedKeys.add(key);
      keys.add(key);
    }
  }
  return repeatedKeys;
}

import type { DocumentationStatus, TaskType } from "../documentation";
import { nextPhotoNames } from "./photoName";
import { isStructure } from "./taskTypes";

/** Merging documentations (2§2 Merge): what may be chosen, and what becomes of it. */

/** Nothing more comes from the field, and it is not deleted: what is merged is whole. */
export const mergeableStatuses = [
  "COMPLETED",
  "HANDLED",
  "APPROVED",
] as const satisfies readonly DocumentationStatus[];

export const mergeable = (status: DocumentationStatus): boolean =>
  (mergeableStatuses as readonly DocumentationStatus[]).includes(status);

export interface MergeTask {
  id: string;
  documentationId: string;
  parentId: string | null;
  templateTaskId: string | null;
  type: TaskType;
  answer: string | null;
  position: number;
}

/** The chosen tasks whose group is not chosen (2§2). */
export const withoutGroup = <T extends Pick<MergeTask, "id" | "parentId">>(
  tasks: readonly T[],
  chosen: ReadonlySet<string>,
): T[] => {
  const known = new Set(tasks.map(({ id }) => id));
  return tasks.filter(
    ({ id, parentId }) => chosen.has(id) && parentId && known.has(parentId) && !chosen.has(parentId),
  );
};

/** What is chosen once a task is, too: the groups it stands in come with it. */
export function withTask(
  tasks: readonly Pick<MergeTask, "id" | "parentId">[],
  chosen: ReadonlySet<string>,
  id: string,
): Set<string> {
  const parents = new Map(tasks.map((task) => [task.id, task.parentId]));
  const next = new Set(chosen);
  for (let at: string | null | undefined = id; at && !(at !== id && next.has(at)); at = parents.get(at))
    if (parents.has(at)) next.add(at);
  return next;
}

/** What is chosen once a task is not: what stands in it goes with it. */
export function withoutTask(
  tasks: readonly Pick<MergeTask, "id" | "parentId">[],
  chosen: ReadonlySet<string>,
  id: string,
): Set<string> {
  const children = Map.groupBy(tasks, ({ parentId }) => parentId);
  const next = new Set(chosen);
  const leave = (task: string) => {
    if (!next.delete(task) && task !== id) return;
    for (const child of children.get(task) ?? []) leave(child.id);
  };
  leave(id);
  return next;
}

const answerOf = ({ type, answer }: Pick<MergeTask, "type" | "answer">): string =>
  isStructure(type) ? "" : (answer ?? "").trim();

/** Tasks of one template task that several documentations answered differently, by that template task. */
export function conflicts<T extends MergeTask>(tasks: readonly T[]): Map<string, T[]> {
  const answered = tasks.filter((task) => task.templateTaskId && answerOf(task) !== "");
  const found = [...Map.groupBy(answered, ({ templateTaskId }) => templateTaskId!)].filter(
    ([, same]) =>
      new Set(same.map(answerOf)).size > 1 && new Set(same.map((one) => one.documentationId)).size > 1,
  );
  return new Map(found);
}

/** A task of the new documentation. */
export interface MergedTask<T extends MergeTask = MergeTask> {
  /** The one whose columns and answer it has. */
  main: T;
  /** All it stands for: their photos and files are its own. */
  from: T[];
  parent: MergedTask<T> | null;
  position: number;
  level: number;
}

/**
 * The tasks of the new documentation, in reading order. Tasks of one template task become one, unless they were answered
 * differently and both are chosen: then both are kept, side by side, as they were. An unanswered one joins an answered one, and
 * groups of one template task become one group. `tasks` come documentation by documentation, groups before what they hold.
 */
export function mergedTasks<T extends MergeTask>(
  tasks: readonly T[],
  chosen: ReadonlySet<string>,
): MergedTask<T>[] {
  const made: MergedTask<T>[] = [];
  const of = new Map<string, MergedTask<T>>();
  const alike = new Map<string, MergedTask<T>[]>();
  for (const task of tasks) {
    if (!chosen.has(task.id)) continue;
    const parent = (task.parentId && of.get(task.parentId)) || null;
    const candidates = task.templateTaskId ? (alike.get(task.templateTaskId) ?? []) : [];
    const same = candidates.find((one) => joins(one, task, parent));
    if (same) {
      same.from.push(task);
      if (answerOf(same.main) === "" && answerOf(task) !== "") same.main = task;
      of.set(task.id, same);
    } else {
      const next = { main: task, from: [task], parent, position: 0, level: 0 };
      made.push(next);
      if (task.templateTaskId) alike.set(task.templateTaskId, [...candidates, next]);
      of.set(task.id, next);
    }
  }
  return inOrder(made);
}

function joins<T extends MergeTask>(one: MergedTask<T>, task: T, parent: MergedTask<T> | null): boolean {
  const { main, from } = one;
  if (main.type !== task.type || one.parent !== parent) return false;
  if (from.some(({ documentationId }) => documentationId === task.documentationId)) return false;
  const [a, b] = [answerOf(main), answerOf(task)];
  return a === b || a === "" || b === "";
}

/** Siblings by where they stood, and where they stood in the same place, in the order of their documentations. */
function inOrder<T extends MergeTask>(made: readonly MergedTask<T>[]): MergedTask<T>[] {
  const children = Map.groupBy(made, ({ parent }) => parent);
  const ordered: MergedTask<T>[] = [];
  const walk = (parent: MergedTask<T> | null, level: number) => {
    for (const task of (children.get(parent) ?? []).toSorted((a, b) => a.main.position - b.main.position)) {
      task.position = ordered.length;
      task.level = level;
      ordered.push(task);
      walk(task, level + 1);
    }
  };
  walk(null, 0);
  return ordered;
}

interface NamedPhoto {
  id: string;
  name: string;
  /** Null where it stands on no task. */
  taskName: string | null;
}

/**
 * The names photos have in the new documentation, by id: their own, and where one before has that already, the task's next
 * taskName_NN.
 */
export function mergedPhotoNames(photos: readonly NamedPhoto[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, name } of photos) {
    if (taken.has(name)) continue;
    taken.add(name);
    names.set(id, name);
  }
  const late = photos.filter(({ id }) => !names.has(id));
  for (const [stem, same] of Map.groupBy(
    late,
    ({ taskName, name }) => taskName ?? name.replace(/_\d{2,}$/, ""),
  )) {
    const given = nextPhotoNames(stem, taken, same.length);
    for (const [index, { id }] of same.entries()) {
      names.set(id, given[index]!);
      taken.add(given[index]!);
    }
  }
  return names;
}

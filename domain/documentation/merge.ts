import type { DocumentationStatus, TaskType } from "#domain/core/documentationTypes.ts";
import { isOneOf } from "#domain/core/objects.ts";
import { PhotoNames, stripPhotoNumber } from "#domain/media/photoName.ts";
import { isStructure } from "#domain/task/types.ts";

/** Merging documentations (2§2 Merge): what can be selected, and the tasks and photo names of the result. */

/** Only completed documentations can be merged: devices send nothing more to them. */
export const mergeableStatuses = [
  "COMPLETED",
  "HANDLED",
  "APPROVED",
] as const satisfies readonly DocumentationStatus[];

export const isMergeable = (status: DocumentationStatus): boolean => isOneOf(mergeableStatuses, status);

export interface MergeTask {
  id: string;
  documentationId: string;
  parentId: string | null;
  templateTaskId: string | null;
  type: TaskType;
  answer: string | null;
  position: number;
}

/** The selected tasks whose group is not selected (2§2). */
export const findTasksWithoutGroup = <T extends Pick<MergeTask, "id" | "parentId">>(
  tasks: readonly T[],
  selectedIds: ReadonlySet<string>,
): T[] => {
  const taskIds = new Set(tasks.map(({ id }) => id));
  return tasks.filter(
    ({ id, parentId }) =>
      selectedIds.has(id) && parentId && taskIds.has(parentId) && !selectedIds.has(parentId),
  );
};

/** Adds a task to the selection, together with its groups. */
export function withTask(
  tasks: readonly Pick<MergeTask, "id" | "parentId">[],
  selectedIds: ReadonlySet<string>,
  id: string,
): Set<string> {
  const parents = new Map(tasks.map((task) => [task.id, task.parentId]));
  const newSelection = new Set(selectedIds);
  for (
    let ancestor: string | null | undefined = id;
    ancestor && !(ancestor !== id && newSelection.has(ancestor));
    ancestor = parents.get(ancestor)
  )
    if (parents.has(ancestor)) newSelection.add(ancestor);
  return newSelection;
}

/** Removes a task from the selection, together with the tasks in it. */
export function withoutTask(
  tasks: readonly Pick<MergeTask, "id" | "parentId">[],
  selectedIds: ReadonlySet<string>,
  id: string,
): Set<string> {
  const children = Map.groupBy(tasks, ({ parentId }) => parentId);
  const newSelection = new Set(selectedIds);
  const deselect = (task: string) => {
    if (!newSelection.delete(task) && task !== id) return;
    for (const child of children.get(task) ?? []) deselect(child.id);
  };
  deselect(id);
  return newSelection;
}

const answerOf = ({ type, answer }: Pick<MergeTask, "type" | "answer">): string =>
  isStructure(type) ? "" : (answer ?? "").trim();

/** Tasks that several documentations answered differently, by template task. */
export function findAnswerConflicts<T extends MergeTask>(tasks: readonly T[]): Map<string, T[]> {
  const answeredTasks = tasks.filter((task) => task.templateTaskId && answerOf(task) !== "");
  const differingTasks = [...Map.groupBy(answeredTasks, ({ templateTaskId }) => templateTaskId!)].filter(
    ([, tasks]) =>
      new Set(tasks.map(answerOf)).size > 1 && new Set(tasks.map((task) => task.documentationId)).size > 1,
  );
  return new Map(differingTasks);
}

/** A task of the new documentation. */
export interface MergedTask<T extends MergeTask = MergeTask> {
  /** The original task that provides its fields and answer. */
  main: T;
  /** The tasks merged into it; it gets their photos and files. */
  from: T[];
  parent: MergedTask<T> | null;
  position: number;
  level: number;
}

/**
 * The tasks of the new documentation, in reading order. Tasks of the same template task are merged, unless they have different
 * answers and both are selected: then both are kept, side by side. An unanswered task joins an answered one, and groups of the same
 * template task become one group. `tasks` must come documentation by documentation, groups before their contents.
 */
export function mergeTasks<T extends MergeTask>(
  tasks: readonly T[],
  selectedIds: ReadonlySet<string>,
): MergedTask<T>[] {
  const mergedList: MergedTask<T>[] = [];
  const mergedById = new Map<string, MergedTask<T>>();
  const candidatesByParent = new Map<MergedTask<T> | null, Map<string, DuplicateTasks<T>>>();
  for (const task of tasks) {
    if (!selectedIds.has(task.id)) continue;
    const parent = (task.parentId && mergedById.get(task.parentId)) || null;
    const candidatesByKey = getOrCreate(
      candidatesByParent,
      parent,
      () => new Map<string, DuplicateTasks<T>>(),
    );
    const candidates = task.templateTaskId
      ? getOrCreate(candidatesByKey, `${task.templateTaskId} ${task.type}`, () => new DuplicateTasks<T>())
      : null;
    const target = candidates?.findTarget(task);
    if (target) {
      target.from.push(task);
      if (answerOf(target.main) === "" && answerOf(task) !== "") target.main = task;
      mergedById.set(task.id, target);
    } else {
      const mergedTask = { main: task, from: [task], parent, position: 0, level: 0 };
      mergedList.push(mergedTask);
      candidates?.mergedTasks.push(mergedTask);
      mergedById.set(task.id, mergedTask);
    }
  }
  return sortByParent(mergedList);
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const value = make();
  map.set(key, value);
  return value;
}

/** Merged tasks that a task of the same template task, type and group can join, in the order of creation. */
class DuplicateTasks<T extends MergeTask> {
  readonly mergedTasks: MergedTask<T>[] = [];
  #documentationId = "";
  #pendingTasks: PendingTasks<T> = new PendingTasks([]);
  #pendingByAnswer = new Map<string, PendingTasks<T>>();

  /** The first merged task that has no task of the same documentation and no different answer. */
  findTarget(task: T): MergedTask<T> | undefined {
    if (task.documentationId !== this.#documentationId) {
      this.#documentationId = task.documentationId;
      this.#pendingTasks = new PendingTasks(this.mergedTasks.map((mergedTask, index) => [index, mergedTask]));
      this.#pendingByAnswer = new Map(
        [...Map.groupBy(this.mergedTasks.entries(), ([, mergedTask]) => answerOf(mergedTask.main))].map(
          ([answer, tasks]) => [answer, new PendingTasks(tasks)],
        ),
      );
    }
    const answer = answerOf(task);
    if (answer === "") return this.#pendingTasks.findFirst(task)?.[1];
    const [sameAnswerTask, unansweredTask] = [answer, ""].map((key) =>
      this.#pendingByAnswer.get(key)?.findFirst(task),
    );
    return (
      !unansweredTask || (sameAnswerTask && sameAnswerTask[0] < unansweredTask[0])
        ? sameAnswerTask
        : unansweredTask
    )?.[1];
  }
}

/** A queue that skips the items a documentation has already joined; the tasks of one documentation come consecutively. */
class PendingTasks<T extends MergeTask> {
  readonly #items: readonly [number, MergedTask<T>][];
  #index = 0;

  constructor(items: readonly [number, MergedTask<T>][]) {
    this.#items = items;
  }

  findFirst({ documentationId }: T): [number, MergedTask<T>] | undefined {
    while (this.#items[this.#index]?.[1].from.at(-1)?.documentationId === documentationId) this.#index += 1;
    return this.#items[this.#index];
  }
}

/** Sorts siblings by position; equal positions keep the order of their documentations. */
function sortByParent<T extends MergeTask>(mergedList: readonly MergedTask<T>[]): MergedTask<T>[] {
  const children = Map.groupBy(mergedList, ({ parent }) => parent);
  const orderedTasks: MergedTask<T>[] = [];
  const walk = (parent: MergedTask<T> | null, level: number) => {
    for (const task of (children.get(parent) ?? []).toSorted((a, b) => a.main.position - b.main.position)) {
      task.position = orderedTasks.length;
      task.level = level;
      orderedTasks.push(task);
      walk(task, level + 1);
    }
  };
  walk(null, 0);
  return orderedTasks;
}

interface NamedPhoto {
  id: string;
  name: string;
  /** Null if it belongs to no task. */
  taskName: string | null;
}

/**
 * The names of photos in the new documentation, by id: the current name, or if that is already used, the next taskName_NN of their
 * task.
 */
export function createMergedPhotoNames(photos: readonly NamedPhoto[]): Map<string, string> {
  const names = new Map<string, string>();
  const usedNames = new PhotoNames();
  for (const { id, name } of photos) {
    if (usedNames.has(name)) continue;
    usedNames.add(name);
    names.set(id, name);
  }
  const photosToRename = photos.filter(({ id }) => !names.has(id));
  for (const [stem, group] of Map.groupBy(
    photosToRename,
    ({ taskName, name }) => taskName ?? stripPhotoNumber(name),
  )) {
    const newNames = usedNames.reserve(stem, group.length);
    for (const [index, { id }] of group.entries()) names.set(id, newNames[index]!);
  }
  return names;
}

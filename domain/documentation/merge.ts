import type { DocumentationStatus, TaskType } from "#domain/core/documentationTypes.ts";
import { PhotoNames, stripPhotoNumber } from "#domain/media/photoName.ts";
import { isStructure } from "#domain/task/types.ts";

/** Merging documentations (2§2 Merge): what may be chosen, and the documentation it makes. */

/** Only completed documentations are merged: nothing more arrives for them from devices. */
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

/** The choice with one more task; its groups are chosen with it. */
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

/** The choice without a task; what it holds goes with it. */
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

/** Tasks that several documentations answered differently, by their template task. */
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
  /** The task whose fields and answer it takes. */
  main: T;
  /** The tasks merged into it; their photos and files become its own. */
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
  const alike = new Map<MergedTask<T> | null, Map<string, DuplicateTasks<T>>>();
  for (const task of tasks) {
    if (!chosen.has(task.id)) continue;
    const parent = (task.parentId && of.get(task.parentId)) || null;
    const within = getOrCreate(alike, parent, () => new Map<string, DuplicateTasks<T>>());
    const candidates = task.templateTaskId
      ? getOrCreate(within, `${task.templateTaskId} ${task.type}`, () => new DuplicateTasks<T>())
      : null;
    const same = candidates?.joinedBy(task);
    if (same) {
      same.from.push(task);
      if (answerOf(same.main) === "" && answerOf(task) !== "") same.main = task;
      of.set(task.id, same);
    } else {
      const next = { main: task, from: [task], parent, position: 0, level: 0 };
      made.push(next);
      candidates?.all.push(next);
      of.set(task.id, next);
    }
  }
  return sortByParent(made);
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Tasks of the new documentation that a task of the same template task, type and group may join, in the order they were made. */
class DuplicateTasks<T extends MergeTask> {
  readonly all: MergedTask<T>[] = [];
  #documentationId = "";
  #any: PendingTasks<T> = new PendingTasks([]);
  #byAnswer = new Map<string, PendingTasks<T>>();

  /** The first one that has no task of the same documentation and no other answer. */
  joinedBy(task: T): MergedTask<T> | undefined {
    if (task.documentationId !== this.#documentationId) {
      this.#documentationId = task.documentationId;
      this.#any = new PendingTasks(this.all.map((one, index) => [index, one]));
      this.#byAnswer = new Map(
        [...Map.groupBy(this.all.entries(), ([, one]) => answerOf(one.main))].map(([answer, same]) => [
          answer,
          new PendingTasks(same),
        ]),
      );
    }
    const answer = answerOf(task);
    if (answer === "") return this.#any.first(task)?.[1];
    const [same, unanswered] = [answer, ""].map((one) => this.#byAnswer.get(one)?.first(task));
    return (!unanswered || (same && same[0] < unanswered[0]) ? same : unanswered)?.[1];
  }
}

/** Passes each that one documentation has joined once only: its tasks come one after the other. */
class PendingTasks<T extends MergeTask> {
  readonly #items: readonly [number, MergedTask<T>][];
  #at = 0;

  constructor(items: readonly [number, MergedTask<T>][]) {
    this.#items = items;
  }

  first({ documentationId }: T): [number, MergedTask<T>] | undefined {
    while (this.#items[this.#at]?.[1].from.at(-1)?.documentationId === documentationId) this.#at += 1;
    return this.#items[this.#at];
  }
}

/** Siblings by their positions; where those are equal, in the order of their documentations. */
function sortByParent<T extends MergeTask>(made: readonly MergedTask<T>[]): MergedTask<T>[] {
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
  /** Null where it belongs to no task. */
  taskName: string | null;
}

/**
 * The names of photos in the new documentation, by id: their own; where it is taken, the next taskName_NN of their task.
 */
export function mergedPhotoNames(photos: readonly NamedPhoto[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new PhotoNames();
  for (const { id, name } of photos) {
    if (taken.has(name)) continue;
    taken.add(name);
    names.set(id, name);
  }
  const late = photos.filter(({ id }) => !names.has(id));
  for (const [stem, same] of Map.groupBy(late, ({ taskName, name }) => taskName ?? stripPhotoNumber(name))) {
    const given = taken.take(stem, same.length);
    for (const [index, { id }] of same.entries()) names.set(id, given[index]!);
  }
  return names;
}

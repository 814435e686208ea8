import type { ComparedTask } from "./answerComparison.ts";
import {
  isEvaluable,
  type Precondition,
  type PreconditionFacts,
  preconditionsHold,
} from "./preconditions.ts";
import type { TreeItem } from "./taskTree.ts";

/** The fields of a task that decide whether it and the tasks in it apply. */
export interface ConditionalTask extends TreeItem, ComparedTask {
  preconditions: readonly Precondition[];
  /** False if the device did not show it. */
  enabled?: boolean;
}

type Edges = ReadonlyMap<string, readonly string[]>;

/**
 * The ids of the tasks that apply (2§4): their preconditions hold, and the tasks that these name and the groups around them apply
 * too. A task that the device did not show does not apply either, unless its preconditions can be evaluated here: an answer may
 * have been corrected since. Tasks in a cycle of preconditions apply together or not at all: templates allow no cycles, but devices
 * may send them.
 */
export function findApplicableTasks(
  tasks: readonly ConditionalTask[],
  { countPhotos, platform }: Omit<PreconditionFacts, "findTask">,
): Set<string> {
  const taskById = new Map(tasks.map((task) => [task.id, task]));
  const facts: PreconditionFacts = { findTask: (id) => taskById.get(id), countPhotos, platform };
  const findIdsWhere = (test: (task: ConditionalTask) => boolean) => tasks.filter(test).map(({ id }) => id);
  const children = edgesOf(tasks, parentIdsOf);
  const conditionalIds = findReachable(
    findIdsWhere(({ preconditions }) => preconditions.length > 0),
    children,
  );
  const unevaluableIds = findReachable(
    findIdsWhere(({ preconditions }) => !preconditions.every(isEvaluable)),
    children,
  );
  const isShown = ({ id, enabled }: ConditionalTask) =>
    enabled !== false || (conditionalIds.has(id) && !unevaluableIds.has(id));
  const hiddenIds = findReachable(
    findIdsWhere((task) => !isShown(task) || !preconditionsHold(task.preconditions, facts)),
    edgesOf(tasks, (task) => [...parentIdsOf(task), ...findNamedTaskIds(task)]),
  );
  return new Set(findIdsWhere(({ id }) => !hiddenIds.has(id)));
}

const parentIdsOf = ({ parentId }: ConditionalTask): string[] => (parentId === null ? [] : [parentId]);

/** The tasks that the preconditions of a task name. */
const findNamedTaskIds = ({ preconditions }: ConditionalTask): string[] =>
  preconditions.flatMap(({ params }) => params.task || []);

/** The edges to each task from the tasks that it `follows`. */
function edgesOf(
  tasks: readonly ConditionalTask[],
  follows: (task: ConditionalTask) => readonly string[],
): Edges {
  const edges = new Map<string, string[]>();
  for (const task of tasks)
    for (const source of follows(task)) {
      const targets = edges.get(source);
      if (targets) targets.push(task.id);
      else edges.set(source, [task.id]);
    }
  return edges;
}

/** The ids, and all that can be reached from them. */
function findReachable(ids: readonly string[], edges: Edges): Set<string> {
  const reachedIds = new Set(ids);
  // The loop also visits items that are added to the set while it runs.
  for (const id of reachedIds) for (const target of edges.get(id) ?? []) reachedIds.add(target);
  return reachedIds;
}

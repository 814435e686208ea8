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

interface Verdict {
  applies: boolean;
  /** Whether the task or a group around it has preconditions. */
  conditional: boolean;
  /** Whether all of these can be evaluated from answers and photos. */
  evaluable: boolean;
}

const unconditional: Verdict = { applies: true, conditional: false, evaluable: true };

/**
 * The ids of the tasks that apply: their preconditions and those of the groups around them hold (2§4). What a device did not show
 * does not apply either, unless its preconditions can be evaluated here: an answer may have been corrected since.
 */
export function applicableTasks(
  tasks: readonly ConditionalTask[],
  { photos, platform }: Omit<PreconditionFacts, "task">,
): Set<string> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const facts: PreconditionFacts = { task: (id) => byId.get(id), photos, platform };
  const verdicts = new Map<string, Verdict>();
  const verdictOf = (task: ConditionalTask): Verdict => {
    const existing = verdicts.get(task.id);
    if (existing) return existing;
    // Ends the recursion at a task that is its own ancestor.
    verdicts.set(task.id, unconditional);
    const group = task.parentId ? byId.get(task.parentId) : undefined;
    const groupVerdict = group ? verdictOf(group) : unconditional;
    const conditional = groupVerdict.conditional || task.preconditions.length > 0;
    const evaluable = groupVerdict.evaluable && task.preconditions.every(isEvaluable);
    const isShown = task.enabled !== false || (conditional && evaluable);
    const applies = groupVerdict.applies && isShown && preconditionsHold(task.preconditions, facts);
    const verdict = { applies, conditional, evaluable };
    verdicts.set(task.id, verdict);
    return verdict;
  };
  return new Set(tasks.filter((task) => verdictOf(task).applies).map(({ id }) => id));
}

import type { PreconditionType, TaskType } from "../documentation";
import type { FieldFault } from "../problem";
import { countsPhotos, finishes, isComparable } from "../rules/taskTypes";
import type { TemplatePrecondition, TemplateTask } from "./task";
import { taskTree } from "./taskRules";
import { operators, platforms } from "./words";

/** Whether a precondition of a type can look at a task of a type (3§5); PLATFORM looks at none. */
export function canTarget(type: PreconditionType, target: TaskType): boolean {
  switch (type) {
    case "TASK_ANSWER":
      return isComparable(target);
    case "TASK_PHOTOS_TAKEN":
    case "TASK_NO_PHOTOS_TAKEN":
      return countsPhotos(target);
    case "TASK_FINISHED":
    case "TASK_UNFINISHED":
      return finishes(target);
    case "PLATFORM":
      return false;
  }
}

/** What a precondition starts with, also after its type has changed (3§4). */
export function preconditionParams(type: PreconditionType): Record<string, string> {
  switch (type) {
    case "TASK_ANSWER":
      return { operator: "EQUALS", answer: "" };
    case "PLATFORM":
      return { operator: "EQUALS", platform: "APP" };
    default:
      return {};
  }
}

export const newPrecondition = (type: PreconditionType = "TASK_ANSWER"): TemplatePrecondition => ({
  id: crypto.randomUUID(),
  type,
  params: preconditionParams(type),
});

export const withPreconditionType = (
  precondition: TemplatePrecondition,
  type: PreconditionType,
): TemplatePrecondition =>
  type === precondition.type ? precondition : { ...precondition, type, params: preconditionParams(type) };

/** Who waits for whom: a task for those its preconditions look at and, because a hidden group hides all it holds, for its group. */
export function waiting(tasks: readonly TemplateTask[]) {
  const waiters = new Map<string, string[]>();
  const add = (target: string, waiter: string) => {
    const known = waiters.get(target);
    if (known) known.push(waiter);
    else waiters.set(target, [waiter]);
  };
  for (const { node, parent } of taskTree.standing(tasks)) {
    if (parent) add(parent.id, node.id);
    for (const { params } of node.preconditions) if (params.task) add(params.task, node.id);
  }
  /** A task, what it holds, and all that is shown or hidden by way of it: none of which it can look at. */
  return (id: string): ReadonlySet<string> => {
    const found = new Set([id]);
    for (const at of found) for (const waiter of waiters.get(at) ?? []) found.add(waiter);
    return found;
  };
}

/** The tasks that a precondition of a type on this task may look at, in reading order. */
export function preconditionTargets(
  tasks: readonly TemplateTask[],
  id: string,
  type: PreconditionType,
): TemplateTask[] {
  const barred = waiting(tasks)(id);
  return taskTree
    .standing(tasks)
    .map(({ node }) => node)
    .filter((task) => !barred.has(task.id) && canTarget(type, task.type));
}

interface Tasks {
  byId: ReadonlyMap<string, TemplateTask>;
  /** What waits for the task that has the precondition. */
  barred: () => ReadonlySet<string>;
}

/** What is wrong with one precondition, by field. */
export function preconditionFaults(
  { type, params }: TemplatePrecondition,
  { byId, barred }: Tasks,
): Record<string, FieldFault> {
  const faults: Record<string, FieldFault> = {};
  if (type === "PLATFORM") {
    if (!oneOf(platforms, params.platform)) faults["params.platform"] = "invalid";
  } else {
    const target = params.task ? byId.get(params.task) : undefined;
    if (!params.task) faults["params.task"] = "required";
    else if (!target) faults["params.task"] = "notFound";
    else if (!canTarget(type, target.type) || barred().has(target.id)) faults["params.task"] = "notAllowed";
  }
  if ((type === "PLATFORM" || type === "TASK_ANSWER") && !oneOf(operators, params.operator))
    faults["params.operator"] = "invalid";
  return faults;
}

const oneOf = (words: readonly string[], word: string | undefined) =>
  word !== undefined && words.includes(word);

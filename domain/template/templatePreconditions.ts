import type { PreconditionType, TaskType } from "#domain/core/documentationTypes.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { stronglyConnectedComponents } from "#domain/core/tree/stronglyConnected.ts";
import { canFinish, countsPhotos, hasOptions, isComparable, takesSeveral } from "#domain/task/types.ts";
import type { TemplatePrecondition, TemplateTask } from "./task.ts";
import { taskTree } from "./taskRules.ts";
import { operators, platforms } from "./types.ts";

/** Whether a precondition of a type can target a task of a type (3§5); PLATFORM targets none. */
export function canTarget(type: PreconditionType, target: TaskType): boolean {
  switch (type) {
    case "TASK_ANSWER":
      return isComparable(target);
    case "TASK_PHOTOS_TAKEN":
    case "TASK_NO_PHOTOS_TAKEN":
      return countsPhotos(target);
    case "TASK_FINISHED":
    case "TASK_UNFINISHED":
      return canFinish(target);
    case "PLATFORM":
      return false;
  }
}

/** The initial params of a precondition, also after a change of type (3§4). */
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

/**
 * Which tasks depend on which: a task on those its preconditions look at and, because a hidden group hides all it holds, on its
 * group.
 */
function dependants(tasks: readonly TemplateTask[]): Map<string, string[]> {
  const found = new Map<string, string[]>(taskTree.flatten(tasks).map(({ node }) => [node.id, []]));
  for (const { node, parent } of taskTree.flatten(tasks)) {
    if (parent) found.get(parent.id)!.push(node.id);
    for (const { params } of node.preconditions) found.get(params.task ?? "")?.push(node.id);
  }
  return found;
}

/** A task and all that depend on it, directly or not: none of them may be its target. */
export function transitiveDependants(tasks: readonly TemplateTask[], id: string): ReadonlySet<string> {
  const all = dependants(tasks);
  const found = new Set([id]);
  for (const at of found) for (const one of all.get(at) ?? []) found.add(one);
  return found;
}

/** Whether a precondition of a task on a target makes the task depend on itself. */
export function wouldCreateCycle(tasks: readonly TemplateTask[]): (id: string, target: string) => boolean {
  const groups = stronglyConnectedComponents(dependants(tasks));
  return (id, target) => groups.get(id) === groups.get(target);
}

/** The tasks that a precondition of a type on this task may target, in reading order. */
export function preconditionTargets(
  tasks: readonly TemplateTask[],
  id: string,
  type: PreconditionType,
): TemplateTask[] {
  const barred = transitiveDependants(tasks, id);
  return taskTree
    .flatten(tasks)
    .map(({ node }) => node)
    .filter((task) => !barred.has(task.id) && canTarget(type, task.type));
}

interface Tasks {
  byId: ReadonlyMap<string, TemplateTask>;
  /** Whether the task would depend on itself by this target. */
  isBarred: (target: string) => boolean;
}

/** The two answers of a CHECKBOX (2§3). */
const checkboxAnswers = ["true", "false"] as const;

/** The answers a TASK_ANSWER can compare a task's with; null where any text can be one. */
export function possibleAnswers({ type, options }: Pick<TemplateTask, "type" | "options">): string[] | null {
  if (type === "CHECKBOX") return [...checkboxAnswers];
  if (!hasOptions(type)) return null;
  const choices = [...new Set(splitSemicolons(options))];
  // A task that offers nothing holds nothing against an answer.
  return choices.length > 0 ? choices : null;
}

/** Several choices of a MULTI_CHOICE stand in the order in which they are offered, as its answers do. */
function answerFault(target: TemplateTask, answer: string): FieldError | null {
  const offered = possibleAnswers(target);
  if (!offered) return null;
  if (answer === "") return "required";
  const chosen = new Set(takesSeveral(target.type) ? splitSemicolons(answer) : [answer]);
  const whole = offered.filter((choice) => chosen.has(choice)).join(";");
  return whole === answer ? null : "notAllowed";
}

/** What is wrong with one precondition, by field. */
export function preconditionFaults(
  { type, params }: TemplatePrecondition,
  { byId, isBarred }: Tasks,
): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  if (type === "PLATFORM") {
    if (!oneOf(platforms, params.platform)) errors["params.platform"] = "invalid";
  } else {
    const target = params.task ? byId.get(params.task) : undefined;
    if (!params.task) errors["params.task"] = "required";
    else if (!target) errors["params.task"] = "notFound";
    else if (!canTarget(type, target.type) || isBarred(target.id)) errors["params.task"] = "notAllowed";
    else if (type === "TASK_ANSWER") {
      const error = answerFault(target, params.answer ?? "");
      if (error) errors["params.answer"] = error;
    }
  }
  if ((type === "PLATFORM" || type === "TASK_ANSWER") && !oneOf(operators, params.operator))
    errors["params.operator"] = "invalid";
  return errors;
}

const oneOf = (words: readonly string[], word: string | undefined) =>
  word !== undefined && words.includes(word);

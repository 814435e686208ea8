import type { PreconditionType, TaskType } from "#domain/core/documentationTypes.ts";
import { isOneOf } from "#domain/core/objects.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { findStronglyConnectedComponents } from "#domain/core/tree/stronglyConnected.ts";
import { parseAnswer } from "#domain/task/answers.ts";
import { canFinish, countsPhotos, hasOptions, isComparable, takesMultiple } from "#domain/task/types.ts";
import type { TemplatePrecondition, TemplateTask } from "./task.ts";
import { taskTree } from "./taskRules.ts";
import { operators, platforms } from "./types.ts";

/** Whether a precondition of a type can target a task of a type (3§5); PLATFORM has no target. */
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

/** The initial params of a precondition, for a new one and after a change of type (3§4). */
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

export const createPrecondition = (type: PreconditionType = "TASK_ANSWER"): TemplatePrecondition => ({
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
 * The direct dependants of each task: a task depends on the targets of its preconditions and, because a hidden group hides its
 * contents, on its group.
 */
function findDependants(tasks: readonly TemplateTask[]): Map<string, string[]> {
  const dependantsById = new Map<string, string[]>(taskTree.flatten(tasks).map(({ node }) => [node.id, []]));
  for (const { node, parent } of taskTree.flatten(tasks)) {
    if (parent) dependantsById.get(parent.id)!.push(node.id);
    for (const { params } of node.preconditions) dependantsById.get(params.task ?? "")?.push(node.id);
  }
  return dependantsById;
}

/** A task and its transitive dependants: none of them can be a target of its preconditions. */
export function findTransitiveDependants(tasks: readonly TemplateTask[], id: string): ReadonlySet<string> {
  const dependantsById = findDependants(tasks);
  const ids = new Set([id]);
  for (const current of ids) for (const dependant of dependantsById.get(current) ?? []) ids.add(dependant);
  return ids;
}

/** Returns whether a precondition of a task on a target would make the task depend on itself. */
export function wouldCreateCycle(tasks: readonly TemplateTask[]): (id: string, target: string) => boolean {
  const groups = findStronglyConnectedComponents(findDependants(tasks));
  return (id, target) => groups.get(id) === groups.get(target);
}

/** The tasks that a precondition of a type on this task can target, in reading order. */
export function findPreconditionTargets(
  tasks: readonly TemplateTask[],
  id: string,
  type: PreconditionType,
): TemplateTask[] {
  const excludedIds = findTransitiveDependants(tasks, id);
  return taskTree
    .flatten(tasks)
    .map(({ node }) => node)
    .filter((task) => !excludedIds.has(task.id) && canTarget(type, task.type));
}

interface TaskContext {
  byId: ReadonlyMap<string, TemplateTask>;
  /** Whether the task would depend on itself through this target. */
  createsCycle: (target: string) => boolean;
}

/** The two answers of a CHECKBOX (2§3). */
const checkboxAnswers = ["true", "false"] as const;

/** The answers that a TASK_ANSWER can compare with; null if it can be any text. */
export function listPossibleAnswers({
  type,
  options,
}: Pick<TemplateTask, "type" | "options">): string[] | null {
  if (type === "CHECKBOX") return [...checkboxAnswers];
  if (!hasOptions(type)) return null;
  const choices = [...new Set(splitSemicolons(options))];
  // A task without options accepts any answer.
  return choices.length > 0 ? choices : null;
}

/** The answer must be one that the task can have; multiple choices in the order in which they are offered, as in stored answers. */
function answerError(target: TemplateTask, answer: string): FieldError | null {
  const answers = listPossibleAnswers(target);
  if (!answers) {
    const result = answer.trim() === "" ? null : parseAnswer({ ...target, answer: null }, answer);
    return result && "error" in result ? result.error : null;
  }
  if (answer === "") return "required";
  const selectedChoices = new Set(takesMultiple(target.type) ? splitSemicolons(answer) : [answer]);
  const orderedAnswer = answers.filter((choice) => selectedChoices.has(choice)).join(";");
  return orderedAnswer === answer ? null : "notAllowed";
}

/** Validation errors of a precondition, by field. */
export function validatePrecondition(
  { type, params }: TemplatePrecondition,
  { byId, createsCycle }: TaskContext,
): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  if (type === "PLATFORM") {
    if (!isOneOf(platforms, params.platform)) errors["params.platform"] = "invalid";
  } else {
    const target = params.task ? byId.get(params.task) : undefined;
    if (!params.task) errors["params.task"] = "required";
    else if (!target) errors["params.task"] = "notFound";
    else if (!canTarget(type, target.type) || createsCycle(target.id)) errors["params.task"] = "notAllowed";
    else if (type === "TASK_ANSWER") {
      const error = answerError(target, params.answer ?? "");
      if (error) errors["params.answer"] = error;
    }
  }
  if ((type === "PLATFORM" || type === "TASK_ANSWER") && !isOneOf(operators, params.operator))
    errors["params.operator"] = "invalid";
  return errors;
}

import type { RequiredValue, TaskType } from "#domain/core/documentationTypes.ts";
import { isStructure, requiredValuesFor } from "./types.ts";

/** In order of increasing strictness. */
const requirementsByStrictness: readonly RequiredValue[] = [
  "NO",
  "NO_LATER_UPLOAD_POSSIBLE",
  "NO_WITH_LATER_UPLOAD",
  "NO_WITH_VALID_EXPLANATION",
  "YES",
];

/**
 * The effective requirement of a task whose template sets one for all tasks (allTasksRequired, 3§3): the stricter of the two. A
 * value that the task's type does not support leaves the task unchanged.
 */
export function findStrictestRequirement(
  allTasksRequired: RequiredValue,
  { type, required }: { type: TaskType; required: RequiredValue },
): RequiredValue {
  if (isStructure(type) || !requiredValuesFor(type).includes(allTasksRequired)) return required;
  return requirementsByStrictness.indexOf(allTasksRequired) > requirementsByStrictness.indexOf(required)
    ? allTasksRequired
    : required;
}

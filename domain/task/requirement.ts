import type { RequiredValue, TaskType } from "#domain/core/documentationTypes.ts";
import { isStructure, requiredValuesFor } from "./types.ts";

/** From what asks for nothing to what takes no excuse. */
const byStrictness: readonly RequiredValue[] = [
  "NO",
  "NO_LATER_UPLOAD_POSSIBLE",
  "NO_WITH_LATER_UPLOAD",
  "NO_WITH_VALID_EXPLANATION",
  "YES",
];

/**
 * What a task asks for where its template says the same of all tasks (allTasksRequired, 3§3): the stricter of the two. A value that
 * the task's type does not have leaves the task as it is.
 */
export function strictestRequirement(
  allTasksRequired: RequiredValue,
  { type, required }: { type: TaskType; required: RequiredValue },
): RequiredValue {
  if (isStructure(type) || !requiredValuesFor(type).includes(allTasksRequired)) return required;
  return byStrictness.indexOf(allTasksRequired) > byStrictness.indexOf(required)
    ? allTasksRequired
    : required;
}

import type { FieldError } from "#domain/core/problem.ts";
import { type AnswerableTask, parseAnswer } from "./answers.ts";
import { takesAnswer, takesFiles, takesMedia } from "./types.ts";

/** `photo`, `file` or `explanation` if that is required and missing; otherwise the error of the answer. */
export type TaskError = "photo" | "file" | "explanation" | FieldError;

/** Whether a task without a photo or file needs an explanation from the user. */
export const requiresExplanation = (
  task: Pick<AnswerableTask, "type" | "required">,
  hasMedia: boolean,
): boolean => !hasMedia && takesMedia(task.type) && task.required === "NO_WITH_VALID_EXPLANATION";

/** The error of a task that prevents completion (2§5), or null. */
export function validateTask(task: AnswerableTask, hasMedia: boolean): TaskError | null {
  if (takesMedia(task.type)) {
    if (requiresExplanation(task, hasMedia)) return task.answer?.trim() ? null : "explanation";
    if (hasMedia || task.required !== "YES") return null;
    return takesFiles(task.type) ? "file" : "photo";
  }
  if (!takesAnswer(task.type)) return null;
  const result = parseAnswer({ ...task, answer: null }, task.answer);
  return "error" in result ? result.error : null;
}

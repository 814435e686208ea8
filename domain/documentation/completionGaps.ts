import type { CompletionGap } from "#domain/core/documentationTypes.ts";
import type { AnswerableTask } from "#domain/task/answers.ts";
import { type TaskError, validateTask } from "#domain/task/taskValidation.ts";

interface CompletedDocumentation {
  isPositionRequired: boolean;
  isEmailRequired: boolean;
  /** True where any name is allowed. */
  hasListedName: boolean;
  hasPosition: boolean;
  hasEmail: boolean;
  /** The tasks that apply. */
  tasks: readonly (AnswerableTask & { name: string; hasMedia: boolean })[];
}

const gapsOfTasks: Partial<Record<TaskError, CompletionGap["what"]>> = {
  photo: "PHOTO",
  file: "FILE",
  explanation: "EXPLANATION",
  required: "ANSWER",
};

/** The required things that were missing when a documentation was completed (2§5), in reading order. */
export function completionGapsOf(completed: CompletedDocumentation): CompletionGap[] {
  const documentationGap = (what: CompletionGap["what"], isMissing: boolean): CompletionGap[] =>
    isMissing ? [{ what, task: null }] : [];
  return [
    ...documentationGap("NAME", !completed.hasListedName),
    ...documentationGap("POSITION", completed.isPositionRequired && !completed.hasPosition),
    ...documentationGap("EMAIL", completed.isEmailRequired && !completed.hasEmail),
    ...completed.tasks.flatMap((task): CompletionGap[] => {
      const error = validateTask(task, task.hasMedia);
      const what = error && gapsOfTasks[error];
      return what ? [{ what, task: task.name }] : [];
    }),
  ];
}

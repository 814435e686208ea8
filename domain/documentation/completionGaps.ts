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

/** What a documentation was completed without although it is required (2§5), in reading order. */
export function completionGapsOf(completed: CompletedDocumentation): CompletionGap[] {
  const own = (what: CompletionGap["what"], isMissing: boolean): CompletionGap[] =>
    isMissing ? [{ what, task: null }] : [];
  return [
    ...own("NAME", !completed.hasListedName),
    ...own("POSITION", completed.isPositionRequired && !completed.hasPosition),
    ...own("EMAIL", completed.isEmailRequired && !completed.hasEmail),
    ...completed.tasks.flatMap((task): CompletionGap[] => {
      const error = validateTask(task, task.hasMedia);
      const what = error && gapsOfTasks[error];
      return what ? [{ what, task: task.name }] : [];
    }),
  ];
}

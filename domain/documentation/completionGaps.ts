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
  tasks: readonly GapTask[];
}

const gapByTaskError: Partial<Record<TaskError, CompletionGap["kind"]>> = {
  photo: "PHOTO",
  file: "FILE",
  explanation: "EXPLANATION",
  required: "ANSWER",
};

/** A task, and whether it has a photo or file. */
export type GapTask = AnswerableTask & { name: string; hasMedia: boolean };

/** The required content that a task lacks (2§5), or null. */
export function taskGapOf(task: GapTask): CompletionGap | null {
  const error = validateTask(task, task.hasMedia);
  const gap = error && gapByTaskError[error];
  return gap ? { kind: gap, task: task.name } : null;
}

/** The required things that were missing when a documentation was completed (2§5), in reading order. */
export function completionGapsOf(documentation: CompletedDocumentation): CompletionGap[] {
  const createDocumentationGaps = (gap: CompletionGap["kind"], isMissing: boolean): CompletionGap[] =>
    isMissing ? [{ kind: gap, task: null }] : [];
  return [
    ...createDocumentationGaps("NAME", !documentation.hasListedName),
    ...createDocumentationGaps("POSITION", documentation.isPositionRequired && !documentation.hasPosition),
    ...createDocumentationGaps("EMAIL", documentation.isEmailRequired && !documentation.hasEmail),
    ...documentation.tasks.flatMap((task) => taskGapOf(task) ?? []),
  ];
}

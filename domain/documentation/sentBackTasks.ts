import { canBeSentBack } from "#domain/task/types.ts";
import { awaitsFile } from "./completion.ts";

/** Maximum number of photos and tasks that are sent back together. */
export const maxRetakes = 50;

/** The tasks that a bulk change sends back: the required ones without a result, or all. */
export const sentBackTasks = ["MISSING", "ALL"] as const;
export type SentBackTasks = (typeof sentBackTasks)[number];

interface SendableTask {
  type: string;
  required: string;
  isApplicable: boolean;
  answer: string | null;
  photoCount: number;
  fileCount: number;
}

/** The tasks of a documentation that can be sent back. */
export const findSentBackTasks = <T extends SendableTask>(tasks: readonly T[], which: SentBackTasks): T[] =>
  tasks.filter(
    (task) => task.isApplicable && canBeSentBack(task.type) && (which === "ALL" || isMissing(task)),
  );

const isMissing = (task: SendableTask): boolean =>
  awaitsFile(task) ? task.fileCount === 0 : task.required === "YES" && !isCompleted(task);

/** Whether a task has an answer, a photo or a file. */
export const isCompleted = ({
  answer,
  photoCount,
  fileCount,
}: Pick<SendableTask, "answer" | "photoCount" | "fileCount">): boolean =>
  Boolean(answer?.trim()) || photoCount > 0 || fileCount > 0;

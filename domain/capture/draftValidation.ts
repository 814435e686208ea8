import { email } from "#domain/core/fields.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { maxNameLength } from "#domain/lists/entryFile.ts";
import { parseAnswer } from "#domain/task/answers.ts";
import { takesAnswer, takesFiles, takesMedia } from "#domain/task/types.ts";
import { type Draft, visibleTasks } from "./draft.ts";
import type { DraftTask } from "./newDocumentation.ts";

/** What a documentation is asked for besides its tasks. */
export const headerFields = ["name", "position", "creator", "email"] as const;
export type HeaderField = (typeof headerFields)[number];

/** One thing that keeps a draft from being completed. */
export interface DraftError {
  /** The id of the task at fault, or the field of the documentation. */
  at: string;
  /** The task's; empty for a field. */
  name: string;
  /** `photo`, `file`, `explanation` or `position` where it is required and lacks; otherwise the fault of the answer or field. */
  what: "photo" | "file" | "explanation" | "position" | FieldError;
}

export const isHeaderField = (at: string): at is HeaderField =>
  (headerFields as readonly string[]).includes(at);

/** What a draft lacks to be completed (2§5), in reading order; hidden tasks are not required. Pausing skips this check. */
export function validateForCompletion(draft: Draft): DraftError[] {
  const { license, template, position, email: given } = draft;
  const held = new Set(draft.media.map(({ taskId }) => taskId));
  const ofTasks = visibleTasks(draft).flatMap((task) => {
    const what = taskError(task, held.has(task.id));
    return what ? [{ at: task.id, name: task.name, what }] : [];
  });
  const required: HeaderFieldErrors = {
    ...(template.locationEnabled && template.locationRequired && !position && { position: "position" }),
    ...(license.emailRequired && !given?.trim() && { email: "required" }),
  };
  return [...toDraftErrors({ ...required, ...ownFieldErrors(draft) }), ...ofTasks];
}

/** What keeps a draft from being sent at all, paused or completed: a name that is none. */
export const validateForSending = (draft: Draft): DraftError[] => toDraftErrors(ownFieldErrors(draft));

type HeaderFieldErrors = Partial<Record<HeaderField, DraftError["what"]>>;

const toDraftErrors = (errors: HeaderFieldErrors): DraftError[] =>
  headerFields.flatMap((at) => {
    const what = errors[at];
    return what ? [{ at, name: "", what }] : [];
  });

function ownFieldErrors(draft: Draft): HeaderFieldErrors {
  const [name, creator] = [validateName(draft.name), validateName(draft.creator)];
  return {
    ...(name && { name }),
    ...(creator && { creator }),
    ...(!email().safeParse(draft.email?.trim() ?? "").success && { email: "invalid" }),
  };
}

export const validateName = (name: string): FieldError | null => {
  if (name.trim() === "") return "required";
  return name.length > maxNameLength ? "tooLong" : null;
};

/** Whether a task may go without a photo or file if the user explains why. */
export const requiresExplanation = (task: Pick<DraftTask, "type" | "required">, holds: boolean): boolean =>
  !holds && takesMedia(task.type) && task.required === "NO_WITH_VALID_EXPLANATION";

function taskError(task: DraftTask, holds: boolean): DraftError["what"] | null {
  if (takesMedia(task.type)) {
    if (requiresExplanation(task, holds)) return task.answer?.trim() ? null : "explanation";
    if (holds || task.required !== "YES") return null;
    return takesFiles(task.type) ? "file" : "photo";
  }
  if (!takesAnswer(task.type)) return null;
  const checked = parseAnswer({ ...task, answer: null }, task.answer);
  return "fault" in checked ? checked.fault : null;
}

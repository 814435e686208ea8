import { email } from "../fields";
import type { FieldError } from "../problem";
import { checkedAnswer } from "../rules/answers";
import { maxNameLength } from "../rules/entryFile";
import { takesAnswer, takesFiles, takesMedia } from "../rules/taskTypes";
import { type Draft, shownTasks } from "./draft";
import type { DraftTask } from "./newDocumentation";

/** What a documentation is asked for besides its tasks. */
export const ownFields = ["name", "position", "creator", "email"] as const;
export type OwnField = (typeof ownFields)[number];

/** One thing that keeps a draft from being completed. */
export interface Missing {
  /** The id of the task at fault, or the field of the documentation. */
  at: string;
  /** The task's; empty for a field. */
  name: string;
  /** `photo`, `file`, `explanation` or `position` where it is required and lacks; otherwise the fault of the answer or field. */
  what: "photo" | "file" | "explanation" | "position" | FieldError;
}

export const isOwnField = (at: string): at is OwnField => (ownFields as readonly string[]).includes(at);

/** What a draft lacks to be completed (2§5), in reading order; hidden tasks are not required. Pausing skips this check. */
export function validateForCompletion(draft: Draft): Missing[] {
  const { license, template, position, email: given } = draft;
  const held = new Set(draft.media.map(({ taskId }) => taskId));
  const ofTasks = shownTasks(draft).flatMap((task) => {
    const what = lacked(task, held.has(task.id));
    return what ? [{ at: task.id, name: task.name, what }] : [];
  });
  const required: HeaderFieldErrors = {
    ...(template.locationEnabled && template.locationRequired && !position && { position: "position" }),
    ...(license.emailRequired && !given?.trim() && { email: "required" }),
  };
  return [...missingOf({ ...required, ...ownFieldErrors(draft) }), ...ofTasks];
}

/** What keeps a draft from being sent at all, paused or completed: a name that is none. */
export const validateForSending = (draft: Draft): Missing[] => missingOf(ownFieldErrors(draft));

type HeaderFieldErrors = Partial<Record<OwnField, Missing["what"]>>;

const missingOf = (faults: HeaderFieldErrors): Missing[] =>
  ownFields.flatMap((at) => {
    const what = faults[at];
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
export const asksForExplanation = (task: Pick<DraftTask, "type" | "required">, holds: boolean): boolean =>
  !holds && takesMedia(task.type) && task.required === "NO_WITH_VALID_EXPLANATION";

function lacked(task: DraftTask, holds: boolean): Missing["what"] | null {
  if (takesMedia(task.type)) {
    if (asksForExplanation(task, holds)) return task.answer?.trim() ? null : "explanation";
    if (holds || task.required !== "YES") return null;
    return takesFiles(task.type) ? "file" : "photo";
  }
  if (!takesAnswer(task.type)) return null;
  const checked = checkedAnswer({ ...task, answer: null }, task.answer);
  return "fault" in checked ? checked.fault : null;
}

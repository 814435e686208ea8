import type { FieldFault } from "../problem";
import { checkedAnswer } from "../rules/answers";
import { maximumNameLength } from "../rules/entryFile";
import { takesAnswer, takesFiles, takesMedia } from "../rules/taskTypes";
import { type Draft, shownTasks } from "./draft";
import type { DraftTask } from "./newDocumentation";

/** One thing that keeps a draft from being completed. */
export interface Missing {
  /** The task at fault; null is the documentation's name. */
  taskId: string | null;
  name: string;
  /** `photo`, `file` or `explanation` where a required task lacks it; otherwise the fault of the answer or name. */
  what: "photo" | "file" | "explanation" | FieldFault;
}

/** What a draft lacks to be completed (2§5), in reading order; hidden tasks are not required. Pausing skips this check. */
export function missingIn(draft: Draft): Missing[] {
  const held = new Set(draft.media.map(({ taskId }) => taskId));
  const ofTasks = shownTasks(draft).flatMap((task) => {
    const what = lacked(task, held.has(task.id));
    return what ? [{ taskId: task.id, name: task.name, what }] : [];
  });
  const name = nameFault(draft.name);
  return name ? [{ taskId: null, name: "", what: name }, ...ofTasks] : ofTasks;
}

export const nameFault = (name: string): FieldFault | null => {
  if (name.trim() === "") return "required";
  return name.length > maximumNameLength ? "tooLong" : null;
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

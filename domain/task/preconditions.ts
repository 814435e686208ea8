import type { PreconditionType } from "#domain/core/documentationTypes.ts";

/** A precondition refers to a task by `params.task`; TASK_ANSWER and PLATFORM compare with `params.operator`. */
export interface Precondition {
  type: PreconditionType;
  params: Record<string, string>;
}

export interface PreconditionFacts {
  answer(taskId: string): string | null;
  photos(taskId: string): number;
  platform: "APP" | "WEB";
}

/**
 * Whether all preconditions of a task hold, so that it is visible (2§4). TASK_FINISHED and TASK_UNFINISHED are evaluated by devices
 * only and always hold here.
 */
export const preconditionsHold = (
  preconditions: readonly Precondition[],
  facts: PreconditionFacts,
): boolean => preconditions.every((precondition) => holds(precondition, facts));

function holds({ type, params }: Precondition, facts: PreconditionFacts): boolean {
  const task = params.task ?? "";
  switch (type) {
    case "TASK_ANSWER": {
      const equal = (facts.answer(task) ?? "") === (params.answer ?? "");
      return params.operator === "NOT_EQUALS" ? !equal : equal;
    }
    case "TASK_PHOTOS_TAKEN":
      return facts.photos(task) > 0;
    case "TASK_NO_PHOTOS_TAKEN":
      return facts.photos(task) === 0;
    case "PLATFORM": {
      const equal = facts.platform === (params.platform ?? "APP");
      return params.operator === "NOT_EQUALS" ? !equal : equal;
    }
    case "TASK_FINISHED":
    case "TASK_UNFINISHED":
      return true;
  }
}

import type { PreconditionType } from "#domain/core/documentationTypes.ts";
import { type ComparedTask, isAnsweredWith } from "./answerComparison.ts";

/**
 * A precondition refers to a task by `params.task`; TASK_ANSWER and PLATFORM compare with `params.operator`. TASK_ANSWER compares one
 * of several choices, or with `params.wholeAnswer` all of them.
 */
export interface Precondition {
  type: PreconditionType;
  params: Record<string, string>;
}

export interface PreconditionFacts {
  findTask(id: string): ComparedTask | undefined;
  countPhotos(taskId: string): number;
  platform: "APP" | "WEB";
}

/** The origin of a documentation: the portal sends its name as the version of the app. */
export const platformOf = (appVersion: string | null): PreconditionFacts["platform"] =>
  appVersion === portalAppVersion ? "WEB" : "APP";

/** The version of the app that the portal sends. */
export const portalAppVersion = "Portal";

/**
 * Whether all preconditions of a task hold, so that it is visible (2§4). TASK_FINISHED and TASK_UNFINISHED are evaluated by devices
 * only and always hold here.
 */
export const preconditionsHold = (
  preconditions: readonly Precondition[],
  facts: PreconditionFacts,
): boolean => preconditions.every((precondition) => isMet(precondition, facts));

const noTask: ComparedTask = { type: "TEXT", answer: null };

/** Whether a precondition can be evaluated from the answers and photos of a documentation; devices evaluate the others. */
export const isEvaluable = ({ type }: Pick<Precondition, "type">): boolean =>
  type === "TASK_ANSWER" || isAboutPhotos({ type });

export const isAboutPhotos = ({ type }: Pick<Precondition, "type">): boolean =>
  type === "TASK_PHOTOS_TAKEN" || type === "TASK_NO_PHOTOS_TAKEN";

function isMet({ type, params }: Precondition, facts: PreconditionFacts): boolean {
  const task = params.task ?? "";
  switch (type) {
    case "TASK_ANSWER": {
      const isEqual = isAnsweredWith(facts.findTask(task) ?? noTask, params.answer ?? "", {
        requiresAll: params.wholeAnswer === "true",
      });
      return params.operator === "NOT_EQUALS" ? !isEqual : isEqual;
    }
    case "TASK_PHOTOS_TAKEN":
      return facts.countPhotos(task) > 0;
    case "TASK_NO_PHOTOS_TAKEN":
      return facts.countPhotos(task) === 0;
    case "PLATFORM": {
      const isEqual = facts.platform === (params.platform ?? "APP");
      return params.operator === "NOT_EQUALS" ? !isEqual : isEqual;
    }
    case "TASK_FINISHED":
    case "TASK_UNFINISHED":
      return true;
  }
}

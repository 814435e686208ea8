import type { TaskFilterType } from "#domain/configuration/types.ts";
import { isAnsweredWith, isSameConditionAnswer } from "./answerComparison.ts";
import type { Precondition } from "./preconditions.ts";
import { isStructure } from "./types.ts";

/** A task filter of a customer (3§5): the form view offers it, report layouts apply it. */
export interface TaskFilter {
  type: TaskFilterType;
  params: Readonly<Record<string, string>>;
}

/** The facts about a task that filters use. */
export interface FilteredTask {
  type: string;
  answer: string | null;
  options?: string | null;
  preconditions: readonly Precondition[];
  /** Whether it has a photo or file. */
  hasMedia: boolean;
}

/**
 * Whether a task itself passes a filter. A group also passes if a task in it does, which the caller checks. A photo or file counts
 * as an answer. Headings and static texts are neither answered nor unanswered.
 */
export function passesTaskFilter(task: FilteredTask, { type, params }: TaskFilter): boolean {
  switch (type) {
    case "ANSWER":
      return isAnsweredWith(task, params.ANSWER ?? "");
    case "ANSWER_NOT":
      return task.type !== "GROUP" && !isAnsweredWith(task, params.ANSWER ?? "");
    case "PRECONDITION":
      return task.preconditions.some((precondition) => matchesPrecondition(precondition, params));
    case "TASK_TYPE":
      return task.type === params.TASK_TYPE;
    case "ANSWERED":
      return !isStructure(task.type) && isAnswered(task);
    case "UNANSWERED":
      return !isStructure(task.type) && !isAnswered(task);
  }
}

const isAnswered = ({ answer, hasMedia }: FilteredTask): boolean => hasMedia || (answer ?? "").trim() !== "";

/** Compares operator and answer if the precondition type has them; any answer matches if the filter names none. */
function matchesPrecondition({ type, params }: Precondition, filterParams: TaskFilter["params"]): boolean {
  if (type !== (filterParams.PRECONDITION_TYPE ?? "TASK_ANSWER")) return false;
  if (type !== "TASK_ANSWER") return true;
  const answer = filterParams.ANSWER ?? "";
  return (
    (params.operator ?? "EQUALS") === (filterParams.OPERATOR ?? "EQUALS") &&
    (answer === "" || isSameConditionAnswer(params.answer ?? "", answer))
  );
}

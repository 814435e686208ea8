import type { Precondition } from "../../../../domain/rules/preconditions";
import { isStructure } from "../../../../domain/rules/taskTypes";
import type { ReportedTaskFilter } from "../report";
import { isAnswered } from "./conditions";
import { applies, below, type HeldTask, holdsAnything, isGroup } from "./held";

/** Whether an EACH visits a task. */
export type TaskTest = (held: HeldTask) => boolean;

/** Headings and static texts ask nothing, so they are neither empty nor unanswered. */
const asks = (held: HeldTask): boolean => isGroup(held) || !isStructure(held.task.type);

/** The conditions of 3§4 on tasks; for a group they look at all that is below it. */
const conditions = {
  EMPTY: (held) => asks(held) && !holdsAnything(held),
  NOT_EMPTY: (held) => !asks(held) || holdsAnything(held),
  ANSWERED: ({ holds }) => holds.answer,
  UNANSWERED: (held) => asks(held) && !held.holds.answer,
  HAS_PHOTOS: ({ holds }) => holds.photos,
  HAS_NO_PHOTOS: ({ holds }) => !holds.photos,
  ANSWERED_OR_HAS_PHOTOS: ({ holds }) => holds.answer || holds.photos,
} as const satisfies Record<string, TaskTest>;

const isCondition = (word: string): word is keyof typeof conditions => Object.hasOwn(conditions, word);

/** A group passes a customer's filter if a task below it does. */
const orAnyBelow =
  (test: TaskTest): TaskTest =>
  (held) => {
    if (!isGroup(held)) return test(held);
    if (test(held)) return true;
    for (const inner of below(held, applies)) if (applies(inner) && test(inner)) return true;
    return false;
  };

function filterTest({ type, params }: ReportedTaskFilter): TaskTest {
  switch (type) {
    case "ANSWER":
      return orAnyBelow(({ task }) => isAnswered(task, params.ANSWER ?? ""));
    case "ANSWER_NOT":
      return orAnyBelow((held) => !isGroup(held) && !isAnswered(held.task, params.ANSWER ?? ""));
    case "PRECONDITION":
      return orAnyBelow(({ task }) =>
        task.preconditions.some((precondition) => isLike(precondition, params)),
      );
    case "TASK_TYPE":
      return orAnyBelow(({ task }) => task.type === params.TASK_TYPE);
    case "ANSWERED":
    case "UNANSWERED":
      return conditions[type];
  }
}

/** Compares operator and answer if the filter's type has them. */
function isLike({ type, params }: Precondition, wanted: ReportedTaskFilter["params"]): boolean {
  if (type !== (wanted.PRECONDITION_TYPE ?? "TASK_ANSWER")) return false;
  if (type !== "TASK_ANSWER") return true;
  const answer = wanted.ANSWER ?? "";
  return (
    (params.operator ?? "EQUALS") === (wanted.OPERATOR ?? "EQUALS") &&
    (answer === "" || (params.answer ?? "") === answer)
  );
}

/**
 * Combines the conditions of an EACH and the customer's filters: automatic ones always, and with DOCUMENTATION_TASK_FILTER the named
 * ones, or all if none is named.
 */
export function taskTest(
  chosen: readonly string[],
  names: readonly string[],
  filters: readonly ReportedTaskFilter[],
): TaskTest {
  const byName = chosen.includes("DOCUMENTATION_TASK_FILTER");
  const tests = [
    ...chosen.filter(isCondition).map((condition) => conditions[condition]),
    ...filters
      .filter(
        ({ name, automatic }) => automatic || (byName && (names.length === 0 || names.includes(name.trim()))),
      )
      .map(filterTest),
  ];
  return (held) => tests.every((test) => test(held));
}

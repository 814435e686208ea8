import { passesTaskFilter } from "#domain/task/filters.ts";
import { isStructure } from "#domain/task/types.ts";
import type { ReportedTaskFilter } from "../report.ts";
import { applies, descendants, holdsAnything, type IndexedTask, isGroup } from "./documentationIndex.ts";

/** Whether an EACH visits a task. */
export type TaskTest = (held: IndexedTask) => boolean;

/** Headings and static texts ask nothing, so they are neither empty nor unanswered. */
const isQuestion = (held: IndexedTask): boolean => isGroup(held) || !isStructure(held.task.type);

/** The conditions of 3§4 on tasks; for a group they look at all that is below it. */
const conditions = {
  EMPTY: (held) => isQuestion(held) && !holdsAnything(held),
  NOT_EMPTY: (held) => !isQuestion(held) || holdsAnything(held),
  ANSWERED: ({ holds }) => holds.answer,
  UNANSWERED: (held) => isQuestion(held) && !held.holds.answer,
  HAS_PHOTOS: ({ holds }) => holds.photos,
  HAS_NO_PHOTOS: ({ holds }) => !holds.photos,
  ANSWERED_OR_HAS_PHOTOS: ({ holds }) => holds.answer || holds.photos,
} as const satisfies Record<string, TaskTest>;

const isCondition = (word: string): word is keyof typeof conditions => Object.hasOwn(conditions, word);

/** A group passes a customer's filter if a task below it does. */
const passesFilter =
  (filter: ReportedTaskFilter): TaskTest =>
  (held) => {
    if (passesAlone(held, filter)) return true;
    if (!isGroup(held)) return false;
    for (const inner of descendants(held, applies))
      if (applies(inner) && passesAlone(inner, filter)) return true;
    return false;
  };

const passesAlone = ({ task, holds }: IndexedTask, filter: ReportedTaskFilter): boolean =>
  passesTaskFilter({ ...task, hasMedia: holds.photos || holds.files }, filter);

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
      .map(passesFilter),
  ];
  return (held) => tests.every((test) => test(held));
}

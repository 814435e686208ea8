import { passesTaskFilter } from "#domain/task/filters.ts";
import { isStructure } from "#domain/task/types.ts";
import type { ReportedTaskFilter } from "../report.ts";
import { applies, descendants, holdsAnything, type IndexedTask, isGroup } from "./documentationIndex.ts";

/** Whether an EACH visits a task. */
export type TaskTest = (entry: IndexedTask) => boolean;

/** Headings and static texts have no answer, so they are neither empty nor unanswered. */
const isQuestion = (entry: IndexedTask): boolean => isGroup(entry) || !isStructure(entry.task.type);

/** The conditions of 3§4 on tasks; for a group they cover everything below it. */
const conditions = {
  EMPTY: (entry) => isQuestion(entry) && !holdsAnything(entry),
  NOT_EMPTY: (entry) => !isQuestion(entry) || holdsAnything(entry),
  ANSWERED: ({ has }) => has.answer,
  UNANSWERED: (entry) => isQuestion(entry) && !entry.has.answer,
  HAS_PHOTOS: ({ has }) => has.photos,
  HAS_NO_PHOTOS: ({ has }) => !has.photos,
  ANSWERED_OR_HAS_PHOTOS: ({ has }) => has.answer || has.photos,
} as const satisfies Record<string, TaskTest>;

const isCondition = (word: string): word is keyof typeof conditions => Object.hasOwn(conditions, word);

/** A group passes a customer's filter if a task below it does. */
const passesFilter =
  (filter: ReportedTaskFilter): TaskTest =>
  (entry) => {
    if (passesAlone(entry, filter)) return true;
    if (!isGroup(entry)) return false;
    for (const inner of descendants(entry, applies))
      if (applies(inner) && passesAlone(inner, filter)) return true;
    return false;
  };

const passesAlone = ({ task, has }: IndexedTask, filter: ReportedTaskFilter): boolean =>
  passesTaskFilter({ ...task, hasMedia: has.photos || has.files }, filter);

/**
 * Combines the conditions of an EACH and the customer's filters: automatic ones always, and with DOCUMENTATION_TASK_FILTER the named
 * ones, or all if none is named.
 */
export function taskTest(
  chosen: readonly string[],
  names: readonly string[],
  filters: readonly ReportedTaskFilter[],
): TaskTest {
  const isByName = chosen.includes("DOCUMENTATION_TASK_FILTER");
  const tests = [
    ...chosen.filter(isCondition).map((condition) => conditions[condition]),
    ...filters
      .filter(
        ({ name, automatic }) =>
          automatic || (isByName && (names.length === 0 || names.includes(name.trim()))),
      )
      .map(passesFilter),
  ];
  return (entry) => tests.every((test) => test(entry));
}

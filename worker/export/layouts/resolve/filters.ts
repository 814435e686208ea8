import { passesTaskFilter } from "#domain/task/filters.ts";
import { isStructure } from "#domain/task/types.ts";
import type { ReportTaskFilter } from "../report.ts";
import { descendants, hasContent, type IndexedTask, isApplicable, isGroup } from "./documentationIndex.ts";

/** Whether an EACH visits a task. */
export type TaskPredicate = (entry: IndexedTask) => boolean;

/** Headings and static texts have no answer, so they are neither empty nor unanswered. */
const expectsAnswer = (entry: IndexedTask): boolean => isGroup(entry) || !isStructure(entry.task.type);

/** The conditions of 3§4 on tasks; for a group they cover everything below it. */
const conditions = {
  EMPTY: (entry) => expectsAnswer(entry) && !hasContent(entry),
  NOT_EMPTY: (entry) => !expectsAnswer(entry) || hasContent(entry),
  ANSWERED: ({ content }) => content.answer,
  UNANSWERED: (entry) => expectsAnswer(entry) && !entry.content.answer,
  HAS_PHOTOS: ({ content }) => content.photos,
  HAS_NO_PHOTOS: ({ content }) => !content.photos,
  ANSWERED_OR_HAS_PHOTOS: ({ content }) => content.answer || content.photos,
} as const satisfies Record<string, TaskPredicate>;

const isCondition = (word: string): word is keyof typeof conditions => Object.hasOwn(conditions, word);

/** A group passes a customer's filter if a task below it does. */
const passesFilter =
  (filter: ReportTaskFilter): TaskPredicate =>
  (entry) => {
    if (passesFilterDirectly(entry, filter)) return true;
    if (!isGroup(entry)) return false;
    for (const descendant of descendants(entry, isApplicable))
      if (isApplicable(descendant) && passesFilterDirectly(descendant, filter)) return true;
    return false;
  };

const passesFilterDirectly = ({ task, content }: IndexedTask, filter: ReportTaskFilter): boolean =>
  passesTaskFilter({ ...task, hasMedia: content.photos || content.files }, filter);

/**
 * Combines the conditions of an EACH and the customer's filters: automatic ones always, and with DOCUMENTATION_TASK_FILTER the named
 * ones, or all if none is named.
 */
export function createTaskPredicate(
  requestedFilters: readonly string[],
  names: readonly string[],
  filters: readonly ReportTaskFilter[],
): TaskPredicate {
  const usesNamedFilters = requestedFilters.includes("DOCUMENTATION_TASK_FILTER");
  const tests = [
    ...requestedFilters.filter(isCondition).map((condition) => conditions[condition]),
    ...filters
      .filter(
        ({ name, automatic }) =>
          automatic || (usesNamedFilters && (names.length === 0 || names.includes(name.trim()))),
      )
      .map(passesFilter),
  ];
  return (entry) => tests.every((test) => test(entry));
}

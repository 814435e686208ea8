import type { LayoutNode } from "#domain/layout/node.ts";
import { type LoopItem, loopItems, photoOrders } from "#domain/layout/types.ts";
import { toSingleLine } from "#worker/export/documents/xml.ts";
import {
  type DocumentationIndex,
  descendants,
  hasContent,
  type IndexedPhoto,
  type IndexedTask,
  isApplicable,
  isGroup,
} from "./documentationIndex.ts";
import { createTaskPredicate, type TaskPredicate } from "./filters.ts";
import { filter } from "./iterables.ts";
import { formatTaskValues } from "./layoutReplacement.ts";
import { readList, readOption } from "./nodeParams.ts";
import { findPairs, pairPhotos } from "./pairs.ts";
import { chunkIntoRows, photosPerRow } from "./photoColumns.ts";
import {
  enterPhotos,
  enterTask,
  listPhotos,
  type ResolveContext,
  type Scope,
  singleDocumentation,
} from "./resolveScope.ts";

/** Lists the scopes in which an EACH draws its children, one per visited item. */
export type ScopeIterator = (scope: Scope) => Iterable<Scope>;

/** The iteration that the params of an EACH request. */
export function iterationOf(node: LayoutNode, context: ResolveContext): ScopeIterator {
  const loopItem = readOption(node.params, "IN", loopItems);
  // An older grammar may have allowed other items.
  return loopItem ? iteratorFactories[loopItem](node.params, context, node) : () => [];
}

const iteratorFactories: Readonly<
  Record<LoopItem, (params: LayoutNode["params"], context: ResolveContext, node: LayoutNode) => ScopeIterator>
> = {
  PHOTOS: (params, context, node) => {
    const size = photosPerRow(node);
    const matchesName = matchesNames(readList(params, "IDS"));
    const includesOnlyTaskPhotos = readList(params, "FILTERS").includes("TASK");
    const sortsByName = readOption(params, "SORT_BY", photoOrders) === "NAME";
    const isIncluded = ({ task }: IndexedPhoto) =>
      (!matchesName || (task !== null && matchesName(task))) &&
      (!includesOnlyTaskPhotos || (task !== null && isApplicable(task)));
    return function* (scope) {
      const photos = filter(listPhotos(scope), isIncluded);
      for (const photoGroup of chunkIntoRows(sortsByName ? sortByName(context)([...photos]) : photos, size))
        yield enterPhotos(scope, photoGroup, size);
    };
  },

  TASKS: (params, context) => {
    const filters = [...readList(params, "FILTERS"), ...readList(params, "FILTER")];
    const matchesName = matchesNames(readList(params, "IDS"));
    const passesFilters = createTaskPredicate(filters, readList(params, "NAME"), context.report.taskFilters);
    const includesGroups = filters.includes("GROUPS");
    const isIncluded: TaskPredicate = (indexedTask) =>
      isGroup(indexedTask) === includesGroups &&
      isApplicable(indexedTask) &&
      (!matchesName || matchesName(indexedTask)) &&
      passesFilters(indexedTask);
    return function* (scope) {
      // Groups are collected first (they are few), so that each knows which groups inside it are visited too.
      const tasks = listTasks(scope, filters.includes("CHILDREN"));
      const visitedGroups = includesGroups ? new Set([...tasks].filter(isIncluded)) : null;
      for (const indexedTask of visitedGroups ?? tasks)
        if (visitedGroups || isIncluded(indexedTask))
          yield enterTask(scope, indexedTask, visitedGroups ?? undefined);
    };
  },

  GROUPS: (params, context) => {
    const matchesName = matchesNames(readList(params, "IDS"));
    const isIncluded: TaskPredicate = (indexedTask) =>
      isGroup(indexedTask) &&
      isApplicable(indexedTask) &&
      hasContent(indexedTask) &&
      (!matchesName || matchesName(indexedTask));
    return function* (scope) {
      const groups = [...listGroups(scope)].filter(isIncluded);
      const innerScopeOf = (group: IndexedTask, visitedGroups: ReadonlySet<IndexedTask>) => ({
        ...enterTask(scope, group, visitedGroups),
        task: null,
      });
      if (params.GROUPS_TYPE !== "PRE_POST") {
        const separateGroups = new Set(groups);
        for (const group of groups) yield innerScopeOf(group, separateGroups);
        return;
      }
      const pairedGroups = findPairs(groups);
      const separateGroups = new Set(pairedGroups.keys());
      for (const [group, pair] of pairedGroups)
        yield {
          ...innerScopeOf(group, separateGroups),
          subject: {
            kind: "group",
            group,
            separateGroups,
            pairs: pairPhotos(pair, sortByName(context)),
          },
        };
    };
  },

  TEMPLATES: (_, { report }) =>
    function* (scope) {
      const byTemplate = Map.groupBy(listDocumentations(scope), ({ reported }) => reported.templateId);
      const sortedTemplates = [...byTemplate.values()]
        .map((group) => ({
          documentations: group,
          template: toSingleLine(group[0]?.reported.documentation.templateName ?? ""),
        }))
        .toSorted((a, b) => collators[report.plan.language].compare(a.template, b.template));
      for (const { documentations, template } of sortedTemplates)
        yield {
          ...scope,
          subject: { kind: "documentations" },
          documentations,
          template,
          matched: null,
          group: null,
          task: null,
        };
    },

  TEMPLATE_TASKS: (params) => {
    const matchesName = matchesNames(readList(params, "IDS"));
    return function* (scope) {
      const matchedTasks = new Map<string, IndexedTask[]>();
      for (const { tasks } of listDocumentations(scope))
        for (const indexedTask of tasks) {
          if (
            isGroup(indexedTask) ||
            !isApplicable(indexedTask) ||
            (matchesName && !matchesName(indexedTask))
          )
            continue;
          const { key, name } = indexedTask.task;
          const taskKey = key?.trim() ? `key ${key.trim()}` : `name ${name.trim()}`;
          const existing = matchedTasks.get(taskKey);
          if (existing) existing.push(indexedTask);
          else matchedTasks.set(taskKey, [indexedTask]);
        }
      for (const tasks of matchedTasks.values())
        yield {
          ...scope,
          subject: { kind: "matchedTask", matchedTask: { tasks } },
          matched: { tasks },
          group: tasks.length === 1 ? tasks[0]!.group : null,
          task: tasks.length === 1 ? tasks[0]! : null,
          photo: null,
        };
    };
  },

  DOCUMENTATIONS: (_, context) =>
    function* (scope) {
      // Each scope has one documentation and, inside a TEMPLATE_TASKS, its task among the matched ones.
      for (const documentation of listDocumentationsByDate(scope, context)) {
        const matchedTask = scope.matched?.tasks.find((task) => task.documentation === documentation);
        const documentationScope = { ...scope, documentations: [documentation], template: null };
        if (scope.subject.kind !== "matchedTask") yield documentationScope;
        else if (matchedTask) yield enterTask(documentationScope, matchedTask);
      }
    },

  TASK_ANSWERS: (_, { texts }) =>
    function* (scope) {
      if (scope.task) for (const value of formatTaskValues(scope.task, texts)) yield { ...scope, value };
    },

  UNEXPECTED_ANSWER_EVENTS: () =>
    function* (scope) {
      for (const indexedTask of scope.subject.kind === "task"
        ? [scope.subject.task]
        : listTasks(scope, true)) {
        if (!isApplicable(indexedTask)) continue;
        // Inside a photo, its task keeps that photo only.
        const taskScope = scope.subject.kind === "photo" ? scope : enterTask(scope, indexedTask);
        for (const unexpectedAnswer of indexedTask.task.unexpected ?? [])
          yield { ...taskScope, value: null, unexpectedAnswer };
      }
    },

  DOCUMENTATION_EVENTS: (params) => {
    const includesOnlyApprovals = readList(params, "FILTERS").includes("STATUS_CHANGED_APPROVED");
    return function* (scope) {
      const events = listDocumentations(scope).flatMap((documentation) =>
        documentation.reported.events.map((event) => ({ event, documentation })),
      );
      for (const { event, documentation } of events.toSorted((a, b) =>
        compareStrings(a.event.eventDate, b.event.eventDate),
      ))
        if (!includesOnlyApprovals || (event.type === "STATUS_CHANGED" && event.status === "APPROVED"))
          yield { ...scope, documentations: [documentation], event };
    };
  },
};

const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The documentations in scope, oldest first. */
export const listDocumentationsByDate = (
  scope: Scope,
  { report }: ResolveContext,
): readonly DocumentationIndex[] => {
  const { compare: byName } = collators[report.plan.language];
  return listDocumentations(scope).toSorted(
    ({ reported: { documentation: a } }, { reported: { documentation: b } }) =>
      compareStrings(a.dateCreated, b.dateCreated) || byName(a.name, b.name),
  );
};

const listDocumentations = (scope: Scope) => {
  const documentation = singleDocumentation(scope);
  return documentation ? [documentation] : scope.documentations;
};

/** A test for tasks with these keys or names; null lets all pass. */
export function matchesNames(ids: readonly string[]): TaskPredicate | null {
  if (ids.length === 0) return null;
  const keys = new Set(ids);
  return ({ task }) => keys.has((task.key ?? "").trim()) || keys.has(task.name.trim());
}

/**
 * The tasks and groups in scope, in reading order: of a group its children, or with `isDeep` everything below it; otherwise those of all
 * documentations. A task that is not a group contains nothing.
 */
export function* listTasks(scope: Scope, isDeep: boolean): Generator<IndexedTask> {
  const { subject, documentations } = scope;
  switch (subject.kind) {
    case "documentations":
      for (const { tasks } of documentations) yield* tasks;
      return;
    case "matchedTask":
      yield* subject.matchedTask.tasks;
      return;
    case "group":
      yield* isDeep ? descendants(subject.group, isApplicable) : subject.group.children;
      return;
    case "photo":
      if (subject.photo.task) yield subject.photo.task;
      return;
    case "task":
  }
}

function* listGroups(scope: Scope): Generator<IndexedTask> {
  if (scope.subject.kind === "documentations" || scope.subject.kind === "group")
    yield* listTasks(scope, true);
  else if (scope.group) yield scope.group;
}

const collators = {
  en: new Intl.Collator("en", { numeric: true }),
  sv: new Intl.Collator("sv", { numeric: true }),
} as const;

/** Sorts photos by name, 2 before 10; equal names stay in reading order. */
export const sortByName =
  ({ report }: ResolveContext) =>
  (photos: readonly IndexedPhoto[]): IndexedPhoto[] => {
    const { compare: byName } = collators[report.plan.language];
    return photos.toSorted((a, b) => byName(a.photo.name, b.photo.name) || a.number - b.number);
  };

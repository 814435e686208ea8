import type { GrammarNode } from "#domain/layout/grammar.ts";
import { type LoopItem, loopItems, photoOrders } from "#domain/layout/types.ts";
import { oneLine } from "#worker/export/documents/xml.ts";
import {
  applies,
  descendants,
  holdsAnything,
  type IndexedPhoto,
  type IndexedTask,
  isGroup,
} from "./documentationIndex.ts";
import { type TaskTest, taskTest } from "./filters.ts";
import { taskValues } from "./layoutReplacement.ts";
import { oneOf, several } from "./nodeParams.ts";
import { paired, pairsOf } from "./pairs.ts";
import {
  heldIn,
  insidePhoto,
  insideTask,
  photosIn,
  type ResolveContext,
  type Scope,
} from "./resolveScope.ts";

/** The scopes in which an EACH draws its children, one per visited item. */
export type Iteration = (scope: Scope) => Iterable<Scope>;

/** The iteration that the params of an EACH request. */
export function iterationOf({ params }: GrammarNode, world: ResolveContext): Iteration {
  const loopItem = oneOf(params, "IN", loopItems);
  // An older grammar may have allowed other items.
  return loopItem ? iterations[loopItem](params, world) : () => [];
}

const iterations: Readonly<
  Record<LoopItem, (params: GrammarNode["params"], world: ResolveContext) => Iteration>
> = {
  PHOTOS: (params, world) => {
    const isNamed = namedBy(several(params, "IDS"));
    const isTaskOnly = several(params, "FILTERS").includes("TASK");
    const isByName = oneOf(params, "SORT_BY", photoOrders) === "NAME";
    const isIncluded = ({ task }: IndexedPhoto) =>
      (!isNamed || (task !== null && isNamed(task))) && (!isTaskOnly || (task !== null && applies(task)));
    return function* (scope) {
      if (!isByName) {
        for (const photo of photosIn(scope)) if (isIncluded(photo)) yield insidePhoto(scope, photo);
        return;
      }
      for (const photo of naturalCompare(world)([...photosIn(scope)].filter(isIncluded)))
        yield insidePhoto(scope, photo);
    };
  },

  TASKS: (params, world) => {
    const chosen = [...several(params, "FILTERS"), ...several(params, "FILTER")];
    const isNamed = namedBy(several(params, "IDS"));
    const passes = taskTest(chosen, several(params, "NAME"), world.report.taskFilters);
    const includesGroups = chosen.includes("GROUPS");
    const isKept: TaskTest = (isKept) =>
      isGroup(isKept) === includesGroups &&
      applies(isKept) &&
      (!isNamed || isNamed(isKept)) &&
      passes(isKept);
    return function* (scope) {
      // Groups are collected first (they are few), so that each knows which inner ones are visited too.
      const tasks = tasksIn(scope, chosen.includes("CHILDREN"));
      const separate = includesGroups ? new Set([...tasks].filter(isKept)) : null;
      for (const indexed of separate ?? tasks)
        if (separate || isKept(indexed)) yield insideTask(scope, indexed, separate ?? undefined);
    };
  },

  GROUPS: (params, world) => {
    const isNamed = namedBy(several(params, "IDS"));
    const isKept: TaskTest = (isKept) =>
      isGroup(isKept) && applies(isKept) && holdsAnything(isKept) && (!isNamed || isNamed(isKept));
    return function* (scope) {
      const groups = [...groupsIn(scope)].filter(isKept);
      const innerScopeOf = (group: IndexedTask, separate: ReadonlySet<IndexedTask>) => ({
        ...insideTask(scope, group, separate),
        task: null,
      });
      if (params.GROUPS_TYPE !== "PRE_POST") {
        const separate = new Set(groups);
        for (const group of groups) yield innerScopeOf(group, separate);
        return;
      }
      const ends = paired(groups);
      const separate = new Set(ends.keys());
      for (const [group, both] of ends)
        yield {
          ...innerScopeOf(group, separate),
          subject: { kind: "group", group, apart: separate, pairs: pairsOf(both, naturalCompare(world)) },
        };
    };
  },

  TEMPLATES: (_, { report }) =>
    function* (scope) {
      const byTemplate = Map.groupBy(documentationsIn(scope), ({ reported }) => reported.templateId);
      const inOrder = [...byTemplate.values()]
        .map((group) => ({
          documentations: group,
          template: oneLine(group[0]?.reported.documentation.templateName ?? ""),
        }))
        .toSorted((a, b) => collators[report.plan.language].compare(a.template, b.template));
      for (const { documentations, template } of inOrder)
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
    const isNamed = namedBy(several(params, "IDS"));
    return function* (scope) {
      const matched = new Map<string, IndexedTask[]>();
      for (const { tasks } of documentationsIn(scope))
        for (const indexed of tasks) {
          if (isGroup(indexed) || !applies(indexed) || (isNamed && !isNamed(indexed))) continue;
          const { key, name } = indexed.task;
          const identity = key?.trim() ? `key ${key.trim()}` : `name ${name.trim()}`;
          const existing = matched.get(identity);
          if (existing) existing.push(indexed);
          else matched.set(identity, [indexed]);
        }
      for (const tasks of matched.values())
        yield {
          ...scope,
          subject: { kind: "matchedTask", matched: { tasks } },
          matched: { tasks },
          group: tasks.length === 1 ? tasks[0]!.group : null,
          task: tasks.length === 1 ? tasks[0]! : null,
          photo: null,
        };
    };
  },

  TASK_ANSWERS: (_, { texts }) =>
    function* (scope) {
      if (scope.task) for (const value of taskValues(scope.task, texts)) yield { ...scope, value };
    },

  UNEXPECTED_ANSWER_EVENTS: () =>
    function* (scope) {
      for (const indexed of scope.subject.kind === "task" ? [scope.subject.task] : tasksIn(scope, true)) {
        if (!applies(indexed)) continue;
        // Inside a photo, its task keeps that photo only.
        const inner = scope.subject.kind === "photo" ? scope : insideTask(scope, indexed);
        for (const unexpected of indexed.task.unexpected ?? []) yield { ...inner, value: null, unexpected };
      }
    },

  DOCUMENTATION_EVENTS: (params) => {
    const isApprovalsOnly = several(params, "FILTERS").includes("STATUS_CHANGED_APPROVED");
    return function* (scope) {
      const events = documentationsIn(scope).flatMap(({ reported }) => reported.events);
      for (const event of events.toSorted((a, b) => compare(a.eventDate, b.eventDate)))
        if (!isApprovalsOnly || (event.type === "STATUS_CHANGED" && event.status === "APPROVED"))
          yield { ...scope, event };
    };
  },
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const documentationsIn = (scope: Scope) => {
  const indexed = heldIn(scope);
  return indexed ? [indexed] : scope.documentations;
};

/** A test for tasks with these keys or names; null lets all pass. */
function namedBy(ids: readonly string[]): TaskTest | null {
  if (ids.length === 0) return null;
  const keys = new Set(ids);
  return ({ task }) => keys.has((task.key ?? "").trim()) || keys.has(task.name.trim());
}

/**
 * The tasks and groups in scope, in reading order: the children of a group, with `deep` all below it; all of the documentations.
 * A task that is not a group contains nothing.
 */
function* tasksIn(scope: Scope, deep: boolean): Generator<IndexedTask> {
  const { subject, documentations } = scope;
  switch (subject.kind) {
    case "documentations":
      for (const { tasks } of documentations) yield* tasks;
      return;
    case "matchedTask":
      yield* subject.matched.tasks;
      return;
    case "group":
      yield* deep ? descendants(subject.group, applies) : subject.group.children;
      return;
    case "photo":
      if (subject.photo.task) yield subject.photo.task;
      return;
    case "task":
  }
}

function* groupsIn(scope: Scope): Generator<IndexedTask> {
  if (scope.subject.kind === "documentations" || scope.subject.kind === "group") yield* tasksIn(scope, true);
  else if (scope.group) yield scope.group;
}

const collators = {
  en: new Intl.Collator("en", { numeric: true }),
  sv: new Intl.Collator("sv", { numeric: true }),
} as const;

/** Sorts photos by name, 2 before 10; equal names stay in reading order. */
export const naturalCompare =
  ({ report }: ResolveContext) =>
  (photos: readonly IndexedPhoto[]): IndexedPhoto[] => {
    const { compare: byName } = collators[report.plan.language];
    return photos.toSorted((a, b) => byName(a.photo.name, b.photo.name) || a.number - b.number);
  };

import type { TaskType } from "#domain/core/documentationTypes.ts";
import { strippedCharacters } from "#domain/core/text/listText.ts";
import { createTree } from "#domain/core/tree/tree.ts";
import {
  countsPhotos,
  hasOptions,
  requiredValuesFor,
  suggestionsFor,
  takesFiles,
  takesPhotos,
} from "#domain/task/types.ts";
import type { TemplateTask } from "./task.ts";
import { maxTaskLevel } from "./types.ts";

/** Editing the tasks of a template (3§4, 3§5). Every rule returns a new list and does not change its input. */

export const taskTree = createTree<TemplateTask>({
  childrenOf: (task) => task.tasks,
  withChildren: (task, tasks) => ({ ...task, tasks }),
});

export const sanitizeTaskName = (name: string): string =>
  [...name].filter((letter) => !strippedCharacters.includes(letter)).join("");
/** Photos and drawings become files named after their task. */
export const taskNameFor = (type: TaskType, name: string): string =>
  takesPhotos(type) ? sanitizeTaskName(name) : name;

export const newTask = (type: TaskType = "PHOTO", given: Partial<TemplateTask> = {}): TemplateTask => ({
  id: crypto.randomUUID(),
  name: "",
  key: null,
  description: null,
  type,
  options: type === "HEADER" ? "1" : null,
  required: "NO",
  showOptionsInTaskList: false,
  size: "normal",
  fileExtensions: null,
  suggestionList: null,
  params: {},
  preconditions: [],
  referencePhotos: [],
  parent: null,
  level: 0,
  position: 0,
  tasks: [],
  ...given,
});

/** Positions count all tasks in reading order from 0; levels and parents follow from nesting. Unchanged tasks stay the same objects. */
export function renumbered(tasks: readonly TemplateTask[]): TemplateTask[] {
  let position = 0;
  const walk = (siblings: readonly TemplateTask[], parent: string | null, level: number): TemplateTask[] =>
    siblings.map((task) => {
      const at = position;
      position += 1;
      const held = walk(task.tasks, task.id, level + 1);
      const same =
        task.position === at &&
        task.level === level &&
        task.parent === parent &&
        held.every((child, index) => child === task.tasks[index]);
      return same ? task : { ...task, position: at, level, parent, tasks: held };
    });
  return walk(tasks, null, 0);
}

export const changedTask = (
  tasks: readonly TemplateTask[],
  id: string,
  change: (task: TemplateTask) => TemplateTask,
): TemplateTask[] => taskTree.replaced(tasks, id, (task) => [change(task)]);

/** Changing the type resets what the new type does not have (3§4). A group keeps its children, which is a fault until they are moved. */
export function withType(task: TemplateTask, type: TaskType): TemplateTask {
  if (type === task.type) return task;
  // The values that are a photo's own do not carry over, although FILE has one of the same name.
  const leavesPhoto = countsPhotos(task.type) && !["YES", "NO"].includes(task.required);
  const keeps = !leavesPhoto && requiredValuesFor(type).includes(task.required);
  const keepsList = suggestionsFor(type) === suggestionsFor(task.type);
  return {
    ...task,
    type,
    name: taskNameFor(type, task.name),
    required: keeps ? task.required : "NO",
    ...(!keepsList && { suggestionList: null, suggestionListName: null }),
    options: optionsFor(type, task),
  };
}

/**
 * What the options become with a type. Choices stay through types that have none, for whoever only looks for the right type; they are
 * no size, no key and no file extensions, nor are those choices.
 */
function optionsFor(type: TaskType, { type: before, options }: TemplateTask): string | null {
  if (type === "HEADER") return "1";
  const isNone = type === "PREDEFINED" || takesFiles(type) || before === "HEADER" || before === "PREDEFINED";
  return isNone || (takesFiles(before) && hasOptions(type)) ? null : options;
}

/** Appends a task to a group or, with null, to the template. */
export function withAddedTask(
  tasks: readonly TemplateTask[],
  task: TemplateTask,
  parent: string | null = null,
): TemplateTask[] {
  const held = parent === null ? tasks : (taskTree.find(tasks, parent)?.node.tasks ?? []);
  return renumbered(taskTree.inserted(tasks, task, parent, held.length));
}

/** The other tasks whose preconditions refer to a task or its descendants, which deleting it changes. */
export function tasksReferencing(tasks: readonly TemplateTask[], id: string): TemplateTask[] {
  const found = taskTree.find(tasks, id);
  if (!found) return [];
  const gone = new Set(taskTree.flatten([found.node]).map(({ node }) => node.id));
  return taskTree
    .flatten(tasks)
    .map(({ node }) => node)
    .filter(
      (task) => !gone.has(task.id) && task.preconditions.some(({ params }) => gone.has(params.task ?? "")),
    );
}

/** Removes a task and its descendants with the preconditions that refer to them, and renumbers positions. */
export function withoutTask(tasks: readonly TemplateTask[], id: string): TemplateTask[] {
  const found = taskTree.find(tasks, id);
  if (!found) return [...tasks];
  const gone = new Set(taskTree.flatten([found.node]).map(({ node }) => node.id));
  const left = taskTree.replaced(tasks, id, () => []);
  const freed = taskTree.changed(left, (task) =>
    task.preconditions.some(({ params }) => gone.has(params.task ?? ""))
      ? { ...task, preconditions: task.preconditions.filter(({ params }) => !gone.has(params.task ?? "")) }
      : task,
  );
  return renumbered(freed);
}

/** Copies with new ids; preconditions among them refer to the copies, all others stay. */
export function withFreshIds(tasks: readonly TemplateTask[]): TemplateTask[] {
  const fresh = new Map(taskTree.flatten(tasks).map(({ node }) => [node.id, crypto.randomUUID() as string]));
  return taskTree.mapped(tasks, (task) => ({
    ...task,
    id: fresh.get(task.id) as string,
    preconditions: task.preconditions.map((precondition) => ({
      ...precondition,
      id: crypto.randomUUID() as string,
      params: remapped(precondition.params, fresh),
    })),
  }));
}

const remapped = (params: Record<string, string>, fresh: ReadonlyMap<string, string>) => {
  const target = params.task && fresh.get(params.task);
  return target ? { ...params, task: target } : params;
};

/** A copy of a task and its descendants, right after it. */
export const withCopiedTask = (tasks: readonly TemplateTask[], id: string): TemplateTask[] =>
  renumbered(taskTree.replaced(tasks, id, (task) => [task, ...withFreshIds([task])]));

/**
 * Moves a task: `index` counts among the children of `parent` without the task itself. Null where it is not allowed: in itself, in
 * what is no group, or deeper than level 5.
 */
export function withMovedTask(
  tasks: readonly TemplateTask[],
  id: string,
  parent: string | null,
  index: number,
): TemplateTask[] | null {
  const moved = taskTree.find(tasks, id)?.node;
  if (!moved) return null;
  const left = taskTree.replaced(tasks, id, () => []);
  const holder = parent === null ? null : taskTree.find(left, parent);
  if (holder === undefined || (holder && holder.node.type !== "GROUP")) return null;
  const level = holder ? holder.level + 1 : 0;
  if (level + taskTree.height(moved) - 1 > maxTaskLevel) return null;
  return renumbered(taskTree.inserted(left, moved, parent, index));
}

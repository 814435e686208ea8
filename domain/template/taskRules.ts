import type { TaskType } from "#domain/core/documentationTypes.ts";
import { strippedCharacters } from "#domain/core/text/listText.ts";
import { createTreeOperations } from "#domain/core/tree/tree.ts";
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

/** Edits of a template's tasks (3§4, 3§5). Every function returns a new list and leaves its input unchanged. */

export const taskTree = createTreeOperations<TemplateTask>({
  childrenOf: (task) => task.tasks,
  withChildren: (task, tasks) => ({ ...task, tasks }),
});

export const sanitizeTaskName = (name: string): string =>
  [...name].filter((character) => !strippedCharacters.includes(character)).join("");
/** Photos and drawings are stored as files named after their task. */
export const taskNameFor = (type: TaskType, name: string): string =>
  takesPhotos(type) ? sanitizeTaskName(name) : name;

export const createTask = (
  type: TaskType = "PHOTO",
  overrides: Partial<TemplateTask> = {},
): TemplateTask => ({
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
  ...overrides,
});

/**
 * Sets positions, which count all tasks in reading order from 0, and levels and parents, which follow from nesting. Unchanged tasks
 * keep their identity.
 */
export function renumberTasks(tasks: readonly TemplateTask[]): TemplateTask[] {
  let position = 0;
  const walk = (siblings: readonly TemplateTask[], parent: string | null, level: number): TemplateTask[] =>
    siblings.map((task) => {
      const taskPosition = position;
      position += 1;
      const children = walk(task.tasks, task.id, level + 1);
      const isUnchanged =
        task.position === taskPosition &&
        task.level === level &&
        task.parent === parent &&
        children.every((child, index) => child === task.tasks[index]);
      return isUnchanged ? task : { ...task, position: taskPosition, level, parent, tasks: children };
    });
  return walk(tasks, null, 0);
}

export const changeTask = (
  tasks: readonly TemplateTask[],
  id: string,
  change: (task: TemplateTask) => TemplateTask,
): TemplateTask[] => taskTree.replace(tasks, id, (task) => [change(task)]);

/**
 * Changes the type, and resets values that the new type does not have (3§4). A group keeps its children, which is an error until
 * they are moved.
 */
export function withType(task: TemplateTask, type: TaskType): TemplateTask {
  if (type === task.type) return task;
  // Values specific to photos do not carry over, although FILE has one of the same name.
  const hasPhotoOnlyValue = countsPhotos(task.type) && !["YES", "NO"].includes(task.required);
  const keepsRequired = !hasPhotoOnlyValue && requiredValuesFor(type).includes(task.required);
  const keepsList = suggestionsFor(type) === suggestionsFor(task.type);
  return {
    ...task,
    type,
    name: taskNameFor(type, task.name),
    required: keepsRequired ? task.required : "NO",
    ...(!keepsList && { suggestionList: null, suggestionListName: null }),
    options: optionsFor(type, task),
  };
}

/**
 * The options after a change of type. Choices survive types without options, so that trying out types loses nothing; they are not
 * converted to or from a heading size, a key or file extensions.
 */
function optionsFor(type: TaskType, { type: oldType, options }: TemplateTask): string | null {
  if (type === "HEADER") return "1";
  const isIncompatible =
    type === "PREDEFINED" || takesFiles(type) || oldType === "HEADER" || oldType === "PREDEFINED";
  return isIncompatible || (takesFiles(oldType) && hasOptions(type)) ? null : options;
}

/** Appends a task to a group or, with null, to the template. */
export function withAddedTask(
  tasks: readonly TemplateTask[],
  task: TemplateTask,
  parent: string | null = null,
): TemplateTask[] {
  const siblings = parent === null ? tasks : (taskTree.find(tasks, parent)?.node.tasks ?? []);
  return renumberTasks(taskTree.insert(tasks, task, parent, siblings.length));
}

/** The other tasks whose preconditions refer to a task or its descendants; deleting the task changes them. */
export function findTasksReferencing(tasks: readonly TemplateTask[], id: string): TemplateTask[] {
  const target = taskTree.find(tasks, id);
  if (!target) return [];
  const removedIds = new Set(taskTree.flatten([target.node]).map(({ node }) => node.id));
  return taskTree
    .flatten(tasks)
    .map(({ node }) => node)
    .filter(
      (task) =>
        !removedIds.has(task.id) &&
        task.preconditions.some(({ params }) => removedIds.has(params.task ?? "")),
    );
}

/** Removes a task with its descendants and the preconditions that refer to them, and renumbers positions. */
export function withoutTask(tasks: readonly TemplateTask[], id: string): TemplateTask[] {
  const target = taskTree.find(tasks, id);
  if (!target) return [...tasks];
  const removedIds = new Set(taskTree.flatten([target.node]).map(({ node }) => node.id));
  const remainingTasks = taskTree.replace(tasks, id, () => []);
  const cleanedTasks = taskTree.mapChangedNodes(remainingTasks, (task) =>
    task.preconditions.some(({ params }) => removedIds.has(params.task ?? ""))
      ? {
          ...task,
          preconditions: task.preconditions.filter(({ params }) => !removedIds.has(params.task ?? "")),
        }
      : task,
  );
  return renumberTasks(cleanedTasks);
}

/** Copies tasks with new ids; preconditions among them refer to the copies, all others are unchanged. */
export function withFreshIds(tasks: readonly TemplateTask[]): TemplateTask[] {
  const newIds = new Map<string, string>(
    taskTree.flatten(tasks).map(({ node }) => [node.id, crypto.randomUUID()]),
  );
  return taskTree.mapNodes(tasks, (task) => ({
    ...task,
    id: newIds.get(task.id)!,
    preconditions: task.preconditions.map((precondition) => ({
      ...precondition,
      id: crypto.randomUUID(),
      params: remapTarget(precondition.params, newIds),
    })),
  }));
}

const remapTarget = (params: Record<string, string>, newIds: ReadonlyMap<string, string>) => {
  const target = params.task && newIds.get(params.task);
  return target ? { ...params, task: target } : params;
};

/** Inserts a copy of a task and its descendants right after it. */
export const withCopiedTask = (tasks: readonly TemplateTask[], id: string): TemplateTask[] =>
  renumberTasks(taskTree.replace(tasks, id, (task) => [task, ...withFreshIds([task])]));

/**
 * Moves a task. `index` counts the children of `parent` without the task itself. Null if that is not allowed: into itself, into a
 * task that is not a group, or deeper than level 5.
 */
export function withMovedTask(
  tasks: readonly TemplateTask[],
  id: string,
  parent: string | null,
  index: number,
): TemplateTask[] | null {
  const movedTask = taskTree.find(tasks, id)?.node;
  if (!movedTask) return null;
  const remainingTasks = taskTree.replace(tasks, id, () => []);
  const parentNode = parent === null ? null : taskTree.find(remainingTasks, parent);
  if (parentNode === undefined || (parentNode && parentNode.node.type !== "GROUP")) return null;
  const level = parentNode ? parentNode.level + 1 : 0;
  if (level + taskTree.height(movedTask) - 1 > maxTaskLevel) return null;
  return renumberTasks(taskTree.insert(remainingTasks, movedTask, parent, index));
}

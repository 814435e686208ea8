import type { TaskType } from "#domain/core/documentationTypes.ts";
import { PhotoNames, renumberPhotoNames, stripPhotoNumber } from "#domain/media/photoName.ts";
import { parseAnswer } from "#domain/task/answers.ts";
import { takesAnswer, takesPhotos } from "#domain/task/types.ts";
import type { TemplateTask } from "./task.ts";
import { taskTree } from "./taskRules.ts";

/** Mapping a documentation's tasks and photos to another template (2§2 Change template). */

export interface SourceTask {
  id: string;
  parentId: string | null;
  templateTaskId: string | null;
  name: string;
  key: string | null;
  type: TaskType;
  answer: string | null;
  position: number;
}
export interface SourcePhoto {
  id: string;
  documentationTaskId: string | null;
  name: string;
}

/** A template task and its position in the tree. */
export interface Target {
  task: TemplateTask;
  parentId: string | null;
  level: number;
  position: number;
}

export const targetsOf = (tasks: readonly TemplateTask[]): Target[] =>
  taskTree.flatten(tasks).map(({ node, parent, level }, position) => ({
    task: node,
    parentId: parent?.id ?? null,
    level,
    position,
  }));

/** Whether a task can be mapped to a template task: its answer is valid there, and its photos and files are accepted. */
export function isCompatible(
  task: Pick<SourceTask, "type" | "answer">,
  target: Pick<TemplateTask, "type" | "options" | "params">,
): boolean {
  if (task.type === target.type) return true;
  if (takesPhotos(task.type)) return takesPhotos(target.type);
  if (!takesAnswer(task.type) || !takesAnswer(target.type)) return false;
  const targetTask = { type: target.type, options: target.options, params: target.params };
  return (
    !task.answer || "answer" in parseAnswer({ ...targetTask, required: "NO", answer: null }, task.answer)
  );
}

const keyOf = (text: string | null): string => text?.trim().toLowerCase() ?? "";

/** Maximum number of targets with the same key or name that are tried for a task. */
const maxCandidates = 20;

/**
 * Maps each task to its most likely template task, each used only once: by id, then by key, then by name in the same group, then by
 * name.
 */
export function createSuggestedMapping(
  tasks: readonly SourceTask[],
  targets: readonly Target[],
): Map<string, string> {
  const mapping = new Map<string, string>();
  const usedTargets = new Set<Target>();
  const nameById = new Map<string, string>([
    ...tasks.map(({ id, name }) => [id, name] as const),
    ...targets.map(({ task }) => [task.id, task.name] as const),
  ]);
  const groupedKeyOf = (name: string, parentId: string | null) =>
    name && JSON.stringify([keyOf(parentId && (nameById.get(parentId) ?? null)), name]);
  const strategies: [keyOfTask: (task: SourceTask) => string, keyOfTarget: (target: Target) => string][] = [
    [({ templateTaskId }) => templateTaskId ?? "", ({ task }) => task.id],
    [({ key }) => keyOf(key), ({ task }) => keyOf(task.key)],
    [
      ({ name, parentId }) => groupedKeyOf(keyOf(name), parentId),
      ({ task, parentId }) => groupedKeyOf(keyOf(task.name), parentId),
    ],
    [({ name }) => keyOf(name), ({ task }) => keyOf(task.name)],
  ];
  for (const [keyOfTask, keyOfTarget] of strategies) {
    const unusedByKey = Map.groupBy(
      targets.filter((target) => !usedTargets.has(target)),
      keyOfTarget,
    );
    const candidatesByKey = new Map(
      [...unusedByKey].map(([key, sameKeyTargets]) => [key, new Set(sameKeyTargets)]),
    );
    for (const task of tasks) {
      const candidates =
        keyOfTask(task) === "" || mapping.has(task.id) ? undefined : candidatesByKey.get(keyOfTask(task));
      const match = findCompatible(task, candidates ?? []);
      if (!match) continue;
      candidates?.delete(match);
      mapping.set(task.id, match.task.id);
      usedTargets.add(match);
    }
  }
  return mapping;
}

function findCompatible(task: SourceTask, candidates: Iterable<Target>): Target | undefined {
  let triedCount = 0;
  for (const target of candidates) {
    if (isCompatible(task, target.task)) return target;
    triedCount += 1;
    if (triedCount === maxCandidates) return undefined;
  }
  return undefined;
}

/** The task of a photo after the change: a template task or a task of the documentation. */
export function targetTaskOf(
  photo: SourcePhoto,
  templateTaskId: string | null,
  mapping: ReadonlyMap<string, string>,
): string | null {
  const currentTaskId = photo.documentationTaskId;
  return templateTaskId ?? (currentTaskId ? (mapping.get(currentTaskId) ?? currentTaskId) : null);
}

/**
 * The names of photos after the change: photos of a template task are named taskName_NN, counting up in the given order (3§9); the
 * others keep their names, or get the next number if the name is taken.
 */
export function computePhotoNames(
  photos: readonly SourcePhoto[],
  targetTaskId: (photo: SourcePhoto) => string | null,
  templateNames: ReadonlyMap<string, string>,
): Map<string, string> {
  const names = new Map<string, string>();
  const usedNames = new PhotoNames();
  const rename = (id: string, name: string) => {
    names.set(id, name);
    usedNames.add(name);
  };
  const photosByTask = Map.groupBy(photos, targetTaskId);
  for (const [taskId, taskPhotos] of photosByTask) {
    const name = taskId === null ? undefined : templateNames.get(taskId);
    if (name === undefined) continue;
    const numberedNames = renumberPhotoNames(name, taskPhotos.length);
    // Two tasks with the same name share their numbers.
    const newNames = numberedNames.some((numberedName) => usedNames.has(numberedName))
      ? usedNames.reserve(name, taskPhotos.length)
      : numberedNames;
    for (const [index, { id }] of taskPhotos.entries()) rename(id, newNames[index]!);
  }
  for (const { id, name } of photos)
    if (!names.has(id))
      rename(id, usedNames.has(name) ? usedNames.reserve(stripPhotoNumber(name))[0]! : name);
  return names;
}

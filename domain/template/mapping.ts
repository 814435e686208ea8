import type { TaskType } from "#domain/core/documentationTypes.ts";
import { numberedPhotoNames, PhotoNames, stripPhotoNumber } from "#domain/media/photoName.ts";
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

/** A template task and its place. */
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

/** Whether a task can become a template task: its answer is valid there, its photos and files have a place. */
export function isCompatible(
  task: Pick<SourceTask, "type" | "answer">,
  target: Pick<TemplateTask, "type" | "options" | "params">,
): boolean {
  if (task.type === target.type) return true;
  if (takesPhotos(task.type)) return takesPhotos(target.type);
  if (!takesAnswer(task.type) || !takesAnswer(target.type)) return false;
  const asked = { type: target.type, options: target.options, params: target.params };
  return !task.answer || "answer" in parseAnswer({ ...asked, required: "NO", answer: null }, task.answer);
}

const keyOf = (text: string | null): string => text?.trim().toLocaleLowerCase() ?? "";

/** Targets with the same key or name that are tried for a task. */
const maxCandidates = 20;

/** The most likely template task of each task, each used once: by id, then by key, then by name in the same group, then by name. */
export function suggestedMapping(
  tasks: readonly SourceTask[],
  targets: readonly Target[],
): Map<string, string> {
  const mapping = new Map<string, string>();
  const used = new Set<Target>();
  const nameOf = new Map<string, string>([
    ...tasks.map(({ id, name }) => [id, name] as const),
    ...targets.map(({ task }) => [task.id, task.name] as const),
  ]);
  const inGroup = (name: string, parentId: string | null) =>
    name && JSON.stringify([keyOf(parentId && (nameOf.get(parentId) ?? null)), name]);
  const ways: [of: (task: SourceTask) => string, ofTarget: (target: Target) => string][] = [
    [({ templateTaskId }) => templateTaskId ?? "", ({ task }) => task.id],
    [({ key }) => keyOf(key), ({ task }) => keyOf(task.key)],
    [
      ({ name, parentId }) => inGroup(keyOf(name), parentId),
      ({ task, parentId }) => inGroup(keyOf(task.name), parentId),
    ],
    [({ name }) => keyOf(name), ({ task }) => keyOf(task.name)],
  ];
  for (const [of, ofTarget] of ways) {
    const free = Map.groupBy(
      targets.filter((target) => !used.has(target)),
      ofTarget,
    );
    const alike = new Map([...free].map(([key, same]) => [key, new Set(same)]));
    for (const task of tasks) {
      const candidates = of(task) === "" || mapping.has(task.id) ? undefined : alike.get(of(task));
      const found = firstFitting(task, candidates ?? []);
      if (!found) continue;
      candidates?.delete(found);
      mapping.set(task.id, found.task.id);
      used.add(found);
    }
  }
  return mapping;
}

function firstFitting(task: SourceTask, candidates: Iterable<Target>): Target | undefined {
  let tried = 0;
  for (const target of candidates) {
    if (isCompatible(task, target.task)) return target;
    tried += 1;
    if (tried === maxCandidates) return undefined;
  }
  return undefined;
}

/** The task of a photo after the change: a template task or one of the documentation's. */
export function targetTaskOf(
  photo: SourcePhoto,
  templateTaskId: string | null,
  mapping: ReadonlyMap<string, string>,
): string | null {
  const own = photo.documentationTaskId;
  return templateTaskId ?? (own ? (mapping.get(own) ?? own) : null);
}

/**
 * The names of photos after the change: those of a template task are taskName_NN, counting up in the given order (3§9); the others
 * keep theirs, or get the next number where it is taken.
 */
export function renamedPhotos(
  photos: readonly SourcePhoto[],
  place: (photo: SourcePhoto) => string | null,
  templateNames: ReadonlyMap<string, string>,
): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new PhotoNames();
  const give = (id: string, name: string) => {
    names.set(id, name);
    taken.add(name);
  };
  const byPlace = Map.groupBy(photos, place);
  for (const [at, standing] of byPlace) {
    const name = at === null ? undefined : templateNames.get(at);
    if (name === undefined) continue;
    const numbered = numberedPhotoNames(name, standing.length);
    // Two tasks of the same name share their numbers.
    const free = numbered.some((one) => taken.has(one)) ? taken.take(name, standing.length) : numbered;
    for (const [index, { id }] of standing.entries()) give(id, free[index]!);
  }
  for (const { id, name } of photos)
    if (!names.has(id)) give(id, taken.has(name) ? taken.take(stripPhotoNumber(name))[0]! : name);
  return names;
}

import type { DocumentationTask, FileRow, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { takesPhotos } from "#domain/task/types.ts";
import {
  computePhotoNames,
  createSuggestedMapping,
  type Target,
  targetTaskOf,
} from "#domain/template/mapping.ts";
import {
  applyTemplateChange,
  type ChangedTask,
  type TemplateChangeRequest,
  validateTemplateChange,
} from "#domain/template/templateChange.ts";

/** A documentation's content, as the screen has loaded it. */
export interface SourceContent {
  tasks: readonly DocumentationTask[];
  photos: readonly PhotoRow[];
  files: readonly FileRow[];
}

/** The user's choices: the target of each task, the tasks removed, and the targets of single photos. */
export interface Mapping {
  tasks: ReadonlyMap<string, string>;
  drop: ReadonlySet<string>;
  photos: ReadonlyMap<string, string>;
}

export const suggestMapping = ({ tasks }: SourceContent, targets: readonly Target[]): Mapping => ({
  tasks: createSuggestedMapping(tasks, targets),
  drop: new Set(),
  photos: new Map(),
});
export const emptyMapping: Mapping = { tasks: new Map(), drop: new Set(), photos: new Map() };

/** A task's select holds the id of a target, or one of these. */
export const keepValue = "";
export const dropValue = "drop";

export function withTask(mapping: Mapping, id: string, value: string): Mapping {
  const tasks = new Map(mapping.tasks);
  const drop = new Set(mapping.drop);
  tasks.delete(id);
  drop.delete(id);
  if (value === dropValue) drop.add(id);
  else if (value !== keepValue) {
    // A template task is the target of one task at most: the previous one loses it.
    for (const [taskId, target] of tasks) if (target === value) tasks.delete(taskId);
    tasks.set(id, value);
  }
  return { ...mapping, tasks, drop };
}

export function withPhotos(mapping: Mapping, ids: readonly string[], target: string): Mapping {
  const photos = new Map(mapping.photos);
  for (const id of ids) {
    if (target === keepValue) photos.delete(id);
    else photos.set(id, target);
  }
  return { ...mapping, photos };
}

export interface Outcome {
  request: TemplateChangeRequest;
  changedTasks: ChangedTask[];
  /** Photos whose name or task changes. */
  changedPhotos: { photo: PhotoRow; name: string }[];
  errors: string[];
}

/** Computes the outcome of a mapping by the service's rules. */
export function outcomeOf(source: SourceContent, targets: readonly Target[], mapping: Mapping): Outcome {
  const templateNames = new Map(targets.map(({ task }) => [task.id, task.name]));
  const targetOf = (photo: { id: string; documentationTaskId: string | null; name: string }) =>
    targetTaskOf(photo, mapping.photos.get(photo.id) ?? null, mapping.tasks);
  const names = computePhotoNames(source.photos, targetOf, templateNames);
  const photos = source.photos.map(({ id }) => ({
    id,
    templateTaskId: mapping.photos.get(id) ?? null,
    name: names.get(id)!,
  }));
  const request: TemplateChangeRequest = {
    tasks: source.tasks
      .filter(({ id }) => !mapping.drop.has(id))
      .map(({ id, name }) => {
        const templateTaskId = mapping.tasks.get(id) ?? null;
        return { id, templateTaskId, name: (templateTaskId && templateNames.get(templateTaskId)) || name };
      }),
    photos,
    drop: [...mapping.drop],
  };
  const taskIdsWithFiles = new Set(
    source.files.flatMap(({ documentationTaskId }) => documentationTaskId ?? []),
  );
  const context = { tasks: source.tasks, photos: source.photos, targets, taskIdsWithFiles };
  const changedPhotos = source.photos.flatMap((photo) => {
    const name = names.get(photo.id)!;
    const isUnchanged = name === photo.name && !mapping.photos.has(photo.id);
    return isUnchanged ? [] : [{ photo, name }];
  });
  return {
    request,
    changedTasks: applyTemplateChange(context, request, (id) => `new/${id}`),
    changedPhotos,
    errors: Object.keys(validateTemplateChange(context, request)),
  };
}

/** The choices for a photo: the tasks of the template that take photos. */
export const photoChoicesOf = (targets: readonly Target[]) =>
  targets
    .filter(({ task }) => takesPhotos(task.type))
    .map(({ task }) => ({ value: task.id, label: `→ ${task.name}` }));

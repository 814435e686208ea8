import type { FieldError } from "#domain/core/problem.ts";
import { sortInReadingOrder } from "#domain/task/taskTree.ts";
import { takesPhotos } from "#domain/task/types.ts";
import { isCompatible, type SourcePhoto, type SourceTask, type Target, targetTaskOf } from "./mapping.ts";
import type { TemplateTask } from "./task.ts";

/**
 * Moves a documentation to another template (2§2 Change template). A task mapped to a template task becomes that task and keeps its
 * answer, photos and files; other tasks stay unless they are dropped; the template's remaining tasks are added empty.
 */

/** The body of the call (2§7). A task or photo that has null, or is not listed, stays as and where it is. */
export interface TemplateChangeRequest {
  tasks: readonly { id: string; templateTaskId: string | null; name: string }[];
  photos: readonly { id: string; templateTaskId: string | null; name: string }[];
  drop: readonly string[];
}

interface TemplateChangeContext {
  tasks: readonly SourceTask[];
  photos: readonly SourcePhoto[];
  /** The tasks that have files. */
  taskIdsWithFiles: ReadonlySet<string>;
  targets: readonly Target[];
}

export const mappingOf = ({ tasks }: Pick<TemplateChangeRequest, "tasks">): Map<string, string> =>
  new Map(tasks.flatMap(({ id, templateTaskId }) => (templateTaskId ? [[id, templateTaskId] as const] : [])));

/** Validation errors of the request, by field. */
export function validateTemplateChange(
  context: TemplateChangeContext,
  request: TemplateChangeRequest,
): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  const tasksById = new Map(context.tasks.map((task) => [task.id, task]));
  const targets = new Map(context.targets.map((target) => [target.task.id, target.task]));
  const mapping = mappingOf(request);
  const usedTargetIds = new Set<string>();
  const listedIds = new Set<string>();
  request.tasks.forEach(({ id, templateTaskId }, index) => {
    const task = tasksById.get(id);
    if (!task) errors[`tasks.${index}.id`] = "notFound";
    else if (listedIds.has(id)) errors[`tasks.${index}.id`] = "duplicate";
    listedIds.add(id);
    if (!task || !templateTaskId) return;
    const target = targets.get(templateTaskId);
    const field = `tasks.${index}.templateTaskId`;
    if (!target) errors[field] = "notFound";
    else if (usedTargetIds.has(templateTaskId)) errors[field] = "duplicate";
    else if (!isCompatible(task, target)) errors[field] = "notAllowed";
    usedTargetIds.add(templateTaskId);
  });
  const photos = new Map(context.photos.map((photo) => [photo.id, photo]));
  const requestedPhotos = new Map(request.photos.map((photo) => [photo.id, photo]));
  request.photos.forEach(({ id, templateTaskId }, index) => {
    if (!photos.has(id)) errors[`photos.${index}.id`] = "notFound";
    else if (requestedPhotos.get(id) !== request.photos[index]) errors[`photos.${index}.id`] = "duplicate";
    if (!templateTaskId) return;
    const target = targets.get(templateTaskId);
    if (!target) errors[`photos.${index}.templateTaskId`] = "notFound";
    else if (!takesPhotos(target.type)) errors[`photos.${index}.templateTaskId`] = "notAllowed";
  });
  const unchangedNames = new Set(
    context.photos.filter(({ id }) => !requestedPhotos.has(id)).map(({ name }) => name),
  );
  const newNames = new Set<string>();
  request.photos.forEach(({ name }, index) => {
    if (newNames.has(name) || unchangedNames.has(name)) errors[`photos.${index}.name`] = "duplicate";
    newNames.add(name);
  });
  const taskIdsWithPhotos = new Set(
    context.photos.map((photo) =>
      targetTaskOf(photo, requestedPhotos.get(photo.id)?.templateTaskId ?? null, mapping),
    ),
  );
  request.drop.forEach((id, index) => {
    if (!tasksById.has(id)) errors[`drop.${index}`] = "notFound";
    // Tasks with photos or files cannot be dropped: these must be moved first.
    else if (mapping.has(id) || taskIdsWithPhotos.has(id) || context.taskIdsWithFiles.has(id))
      errors[`drop.${index}`] = "notAllowed";
  });
  return errors;
}

/** A task after the change. */
export interface ChangedTask {
  id: string;
  parentId: string | null;
  level: number;
  position: number;
  name: string;
  /** The template task it became; null if it is unchanged. */
  target: TemplateTask | null;
  /** The task before the change; null if it was added. */
  current: SourceTask | null;
}

/** All tasks after the change in reading order: those of the template, then the unmapped ones, in their groups if those remain. */
export function applyTemplateChange(
  { tasks, targets }: Pick<TemplateChangeContext, "tasks" | "targets">,
  request: TemplateChangeRequest,
  newId: (templateTaskId: string) => string,
): ChangedTask[] {
  const mapping = mappingOf(request);
  const taskIdByTarget = new Map([...mapping].map(([id, target]) => [target, id]));
  const names = new Map(request.tasks.map(({ id, name }) => [id, name]));
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const newIdByTarget = new Map(
    targets.map(({ task }) => [task.id, taskIdByTarget.get(task.id) ?? newId(task.id)]),
  );
  const droppedIds = new Set(request.drop);
  const unmappedTasks = sortInReadingOrder(tasks.toSorted((a, b) => a.position - b.position)).filter(
    ({ id }) => !mapping.has(id) && !droppedIds.has(id),
  );
  const changedTasks: ChangedTask[] = targets.map(({ task, parentId, level }) => {
    const id = newIdByTarget.get(task.id)!;
    return {
      id,
      parentId: parentId && newIdByTarget.get(parentId)!,
      level,
      position: 0,
      name: names.get(id) ?? task.name,
      target: task,
      current: byId.get(id) ?? null,
    };
  });
  const levels = new Map(changedTasks.map(({ id, level }) => [id, level]));
  for (const task of unmappedTasks) {
    const parentId = task.parentId && levels.has(task.parentId) ? task.parentId : null;
    const level = parentId ? Math.min(5, levels.get(parentId)! + 1) : 0;
    levels.set(task.id, level);
    changedTasks.push({
      id: task.id,
      parentId,
      level,
      position: 0,
      name: names.get(task.id) ?? task.name,
      target: null,
      current: task,
    });
  }
  return sortInReadingOrder(changedTasks).map((task, position) => ({ ...task, position }));
}

import { createMergedPhotoNames, mergeTasks, withoutTask, withTask } from "#domain/documentation/merge.ts";
import type { Originals } from "./useOriginals.ts";

/** The selection among the originals, stored as exclusions, so that everything is included by default. */
export interface Choice {
  /** Excluded tasks. */
  tasks: ReadonlySet<string>;
  photos: ReadonlySet<string>;
}

export const allSelected: Choice = { tasks: new Set(), photos: new Set() };

const listIncludedTasks = ({ tasks }: Originals, choice: Choice): Set<string> =>
  new Set(tasks.filter(({ id }) => !choice.tasks.has(id)).map(({ id }) => id));

/** Photos that have arrived and belong to an included task or to none. */
const listIncludedPhotos = ({ photos }: Originals, choice: Choice, tasks: ReadonlySet<string>) =>
  photos.filter(
    ({ id, hasData, documentationTaskId: task }) =>
      hasData && !choice.photos.has(id) && (task === null || tasks.has(task)),
  );

/** Includes a task with its groups, or excludes it with its subtasks (2§2). */
export function withToggledTask(originals: Originals, choice: Choice, id: string): Choice {
  const includedIds = listIncludedTasks(originals, choice);
  const next = (includedIds.has(id) ? withoutTask : withTask)(originals.tasks, includedIds, id);
  return {
    ...choice,
    tasks: new Set(originals.tasks.filter((task) => !next.has(task.id)).map((task) => task.id)),
  };
}

export function withToggledPhoto(choice: Choice, id: string): Choice {
  const photos = new Set(choice.photos);
  if (!photos.delete(id)) photos.add(id);
  return { ...choice, photos };
}

export const selectNone = ({ tasks }: Originals): Choice => ({
  ...allSelected,
  tasks: new Set(tasks.map(({ id }) => id)),
});

/** The content of the merged documentation. */
export function outcomeOf(originals: Originals, choice: Choice) {
  const tasks = listIncludedTasks(originals, choice);
  const photos = listIncludedPhotos(originals, choice, tasks);
  const mergedTasks = mergeTasks(originals.tasks, tasks);
  const namesById = new Map(
    mergedTasks.flatMap(({ main, from }) => from.map(({ id }) => [id, main.name] as const)),
  );
  const names = createMergedPhotoNames(
    photos.map(({ id, name, documentationTaskId }) => ({
      id,
      name,
      taskName: (documentationTaskId && namesById.get(documentationTaskId)) || null,
    })),
  );
  return {
    tasks,
    photos,
    taskCount: mergedTasks.length,
    renamedCount: photos.filter(({ id, name }) => names.get(id) !== name).length,
  };
}

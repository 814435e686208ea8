import { createMergedPhotoNames, type MergedTask, mergeTasks } from "#domain/documentation/merge.ts";
import {
  createFileKey,
  createPhotoKey,
  photoForms,
  toFileObjectKey,
  toPhotoObjectKey,
  toUnmarkedKey,
} from "#worker/media/photoKeys.ts";
import { deriveId } from "./mergeIds.ts";
import type { Originals } from "./originals.ts";

type OriginalTask = Originals["tasks"][number];

/** A stored object and the key of its copy. */
export interface ObjectCopy {
  from: string;
  to: string;
  /** Expected bytes; null for a rendition, which may not exist. */
  size: number | null;
  /** Hex, if known. */
  sha256: string | null;
}

/** The new documentation: its tasks, photos and files with their new ids, and the objects to copy. */
export interface MergePlan {
  tasks: (MergedTask<OriginalTask> & { id: string; parentId: string | null })[];
  /** Ids of the new tasks by original task id. */
  taskIds: ReadonlyMap<string, string>;
  photos: { row: Originals["photos"][number]; id: string; name: string; taskId: string | null }[];
  files: { row: Originals["files"][number]; id: string; taskId: string | null }[];
  copies: ObjectCopy[];
}

/** The same originals always yield the same plan. */
export function createMergePlan(
  jobId: string,
  { tasks, selectedTasks, photos, files }: Originals,
): MergePlan {
  const mergedTaskList = mergeTasks(tasks, selectedTasks);
  const idByMergedTask = new Map(mergedTaskList.map((task) => [task, deriveId(jobId, task.from[0]!.id)]));
  const mergedTaskById = new Map(
    mergedTaskList.flatMap((task) => task.from.map(({ id }) => [id, task] as const)),
  );
  const getNewTaskId = (taskId: string | null) => {
    const task = taskId ? mergedTaskById.get(taskId) : undefined;
    return task ? idByMergedTask.get(task)! : null;
  };
  const names = createMergedPhotoNames(
    photos.map(({ id, name, documentationTaskId }) => ({
      id,
      name,
      taskName: (documentationTaskId && mergedTaskById.get(documentationTaskId)?.main.name) || null,
    })),
  );
  const newPhotos = photos.map((row) => ({
    row,
    id: deriveId(jobId, row.id),
    name: names.get(row.id)!,
    taskId: getNewTaskId(row.documentationTaskId),
  }));
  const newFiles = files.map((row) => ({
    row,
    id: deriveId(jobId, row.id),
    taskId: getNewTaskId(row.documentationTaskId),
  }));
  return {
    tasks: mergedTaskList.map((task) => ({
      ...task,
      id: idByMergedTask.get(task)!,
      parentId: task.parent && idByMergedTask.get(task.parent)!,
    })),
    taskIds: new Map([...mergedTaskById].map(([id, task]) => [id, idByMergedTask.get(task)!])),
    photos: newPhotos,
    files: newFiles,
    copies: [
      ...newPhotos.flatMap(({ row, id }) =>
        photoForms.map((form) => ({
          from: toPhotoObjectKey(row, form),
          to: createPhotoKey(
            String(row.customerId),
            id,
            form,
            form === "original" ? row.revision : row.derivativeRevision,
          ),
          size: form === "original" ? row.dataSize : null,
          sha256: form === "original" ? row.sha256 : null,
        })),
      ),
      ...newPhotos.flatMap(({ row, id }) => {
        const newRow = { ...row, id };
        const [from, to] = [toUnmarkedKey(row), toUnmarkedKey(newRow)];
        return from !== null && to !== null ? [{ from, to, size: null, sha256: null }] : [];
      }),
      ...newFiles.map(({ row, id }) => ({
        from: toFileObjectKey(row),
        to: createFileKey(String(row.customerId), id, row.revision),
        size: row.dataSize,
        sha256: row.sha256,
      })),
    ],
  };
}

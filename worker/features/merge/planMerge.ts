import { type MergedTask, mergedPhotoNames, mergedTasks } from "#domain/documentation/merge.ts";
import { fileKey, keyOfFile, keyOfPhoto, photoForms, photoKey, plainKeyOf } from "#worker/media/keys.ts";
import { derivedId } from "./mergeIds.ts";
import type { Originals } from "./originals.ts";

type Task = Originals["tasks"][number];

/** A stored object and the key of its copy. */
export interface Copy {
  from: string;
  to: string;
  /** Expected bytes; null for a rendition, which may not exist. */
  size: number | null;
  /** Hex, if known. */
  sha256: string | null;
}

/** The new documentation: its tasks, photos and files with their new ids, and the objects to copy. */
export interface MergePlan {
  tasks: (MergedTask<Task> & { id: string; parentId: string | null })[];
  /** Ids of the new tasks by original task id. */
  taskIds: ReadonlyMap<string, string>;
  photos: { row: Originals["photos"][number]; id: string; name: string; taskId: string | null }[];
  files: { row: Originals["files"][number]; id: string; taskId: string | null }[];
  copies: Copy[];
}

/** The same originals always yield the same plan. */
export function planOf(jobId: string, { tasks, selectedTasks, photos, files }: Originals): MergePlan {
  const merged = mergedTasks(tasks, selectedTasks);
  const idOf = new Map(merged.map((task) => [task, derivedId(jobId, task.from[0]!.id)]));
  const taskOf = new Map(merged.flatMap((task) => task.from.map(({ id }) => [id, task] as const)));
  const newTaskId = (taskId: string | null) => {
    const task = taskId ? taskOf.get(taskId) : undefined;
    return task ? idOf.get(task)! : null;
  };
  const names = mergedPhotoNames(
    photos.map(({ id, name, documentationTaskId }) => ({
      id,
      name,
      taskName: (documentationTaskId && taskOf.get(documentationTaskId)?.main.name) || null,
    })),
  );
  const newPhotos = photos.map((row) => ({
    row,
    id: derivedId(jobId, row.id),
    name: names.get(row.id)!,
    taskId: newTaskId(row.documentationTaskId),
  }));
  const newFiles = files.map((row) => ({
    row,
    id: derivedId(jobId, row.id),
    taskId: newTaskId(row.documentationTaskId),
  }));
  return {
    tasks: merged.map((task) => ({
      ...task,
      id: idOf.get(task)!,
      parentId: task.parent && idOf.get(task.parent)!,
    })),
    taskIds: new Map([...taskOf].map(([id, task]) => [id, idOf.get(task)!])),
    photos: newPhotos,
    files: newFiles,
    copies: [
      ...newPhotos.flatMap(({ row, id }) =>
        photoForms.map((form) => ({
          from: keyOfPhoto(row, form),
          to: photoKey(
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
        const plain = { ...row, id };
        const [from, to] = [plainKeyOf(row), plainKeyOf(plain)];
        return from !== null && to !== null ? [{ from, to, size: null, sha256: null }] : [];
      }),
      ...newFiles.map(({ row, id }) => ({
        from: keyOfFile(row),
        to: fileKey(String(row.customerId), id, row.revision),
        size: row.dataSize,
        sha256: row.sha256,
      })),
    ],
  };
}

import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type {
  getLaterFiles,
  getLaterPhotos,
  getLaterReferencePhotos,
  getLaterTasks,
} from "#domain/endpoints/links/uploadLater.ts";
import { parseFileExtensions, photoExtensions } from "#domain/task/fileExtensions.ts";

/** The tasks of an upload link, with their reference photos, photos and files. */
export interface LaterLists {
  tasks: ResponseOf<typeof getLaterTasks>["items"];
  referencePhotos: ResponseOf<typeof getLaterReferencePhotos>["items"];
  files: ResponseOf<typeof getLaterFiles>["items"];
  photos: ResponseOf<typeof getLaterPhotos>["items"];
}

/** The file extensions a task accepts, with dots; an empty list accepts any. */
export const extensionsOf = (task: LaterLists["tasks"][number]): readonly string[] =>
  task.type === "PHOTO" ? photoExtensions : parseFileExtensions(task.options);

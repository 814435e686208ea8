import type { AnswerOf } from "../../../../domain/endpoint";
import type {
  getLaterFiles,
  getLaterPhotos,
  getLaterReferencePhotos,
  getLaterTasks,
} from "../../../../domain/endpoints/tokenUpload";
import { fileExtensions, photoExtensions } from "../../../../domain/rules/fileExtensions";

/** The tasks of an upload link, their reference photos, and the photos and files that they have. */
export interface LaterLists {
  tasks: AnswerOf<typeof getLaterTasks>["items"];
  referencePhotos: AnswerOf<typeof getLaterReferencePhotos>["items"];
  files: AnswerOf<typeof getLaterFiles>["items"];
  photos: AnswerOf<typeof getLaterPhotos>["items"];
}

/** The file extensions that a task takes, with their dots; none means any. */
export const extensionsOf = (task: LaterLists["tasks"][number]): readonly string[] =>
  task.type === "PHOTO" ? photoExtensions : fileExtensions(task.options);

import type { RequiredValue, TaskType } from "#domain/core/documentationTypes.ts";
import { countsPhotos, takesFiles } from "#domain/task/types.ts";

/** Limits of an upload link: number of files, total bytes, bytes of one file. */
export const linkLimits = { files: 1000, bytes: 100_000_000_000, fileBytes: 20_000_000_000 } as const;

/** Default and maximum validity of a link, in days. */
export const defaultLinkDays = 14;
export const maxLinkDays = 366;

/**
 * FILES accepts files for the documentation, LATER photos and files for tasks that can be answered later, RETAKE replacements that
 * a reviewer has requested.
 */
export const linkPurposes = ["FILES", "LATER", "RETAKE"] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** The purposes of links that users create; a RETAKE link is created together with the retake. */
export const selectablePurposes = ["FILES", "LATER"] as const satisfies readonly LinkPurpose[];
export type SelectablePurpose = (typeof selectablePurposes)[number];

/** The public page of a link's purpose. */
export const linkPagePaths: Record<LinkPurpose, string> = {
  FILES: "/uploadFiles",
  LATER: "/uploadLater",
  RETAKE: "/retake",
};

const laterValues: ReadonlySet<RequiredValue> = new Set(["NO_WITH_LATER_UPLOAD", "NO_LATER_UPLOAD_POSSIBLE"]);

/** Whether a task is shown on the upload-later page (2§2): a photo or file task whose required value allows it (2§3). */
export const takesLaterUpload = (task: { type: TaskType; required: RequiredValue }): boolean =>
  (countsPhotos(task.type) || takesFiles(task.type)) && laterValues.has(task.required);

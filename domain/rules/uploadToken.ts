import type { RequiredValue, TaskType } from "../documentation";
import { countsPhotos, takesFiles } from "./taskTypes";

/** What a link may take in (issue: limits per token). Files in all, bytes in all, bytes of one. */
export const linkLimits = { files: 1000, bytes: 100_000_000_000, fileBytes: 20_000_000_000 } as const;

/** Days a link is open unless another day is chosen, and at most. */
export const linkDays = 14;
export const mostLinkDays = 366;

/** What a link is for: files for the documentation, or its tasks that may be answered later. */
export const linkPurposes = ["FILES", "LATER"] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

const laterValues: ReadonlySet<RequiredValue> = new Set(["NO_WITH_LATER_UPLOAD", "NO_LATER_UPLOAD_POSSIBLE"]);

/** Whether a task is shown to those who upload later (2§2): a photo or file task whose required value says so (2§3). */
export const takesLaterUpload = (task: { type: TaskType; required: RequiredValue }): boolean =>
  (countsPhotos(task.type) || takesFiles(task.type)) && laterValues.has(task.required);

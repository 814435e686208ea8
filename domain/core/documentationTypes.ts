/** Enum values of documentations (2§3, 2§4), the same in the database, the API and the console. */

export const documentationStatuses = [
  "ONGOING",
  "PAUSED",
  "DOWNLOADED",
  "COMPLETED",
  "HANDLED",
  "APPROVED",
  "WAITING_FOR_FILE",
  "DELETED",
] as const;
export type DocumentationStatus = (typeof documentationStatuses)[number];

/** The statuses a customer can be granted (1§3). */
export const grantableStatuses = ["HANDLED", "APPROVED", "PAUSED"] as const;

export const taskTypes = [
  "PHOTO",
  "FILE",
  "DRAWING",
  "TEXT",
  "STATIC_TEXT",
  "HEADER",
  "INTEGER",
  "DECIMAL",
  "CHECKBOX",
  "SINGLE_CHOICE",
  "MULTI_CHOICE",
  "SINGLE_CHOICE_SUGGESTION",
  "MULTI_CHOICE_SUGGESTION",
  "GROUP",
  "PREDEFINED",
  "DATE",
  "DATE_RANGE",
  "DATE_TIME",
  "TIME",
  "CONTACT_PERSONS",
  "ZEBRA_SCANNER",
] as const;
export type TaskType = (typeof taskTypes)[number];

export const requiredValues = [
  "YES",
  "NO",
  "NO_WITH_VALID_EXPLANATION",
  "NO_WITH_LATER_UPLOAD",
  "NO_LATER_UPLOAD_POSSIBLE",
] as const;
export type RequiredValue = (typeof requiredValues)[number];

export const preconditionTypes = [
  "TASK_ANSWER",
  "TASK_PHOTOS_TAKEN",
  "TASK_NO_PHOTOS_TAKEN",
  "PLATFORM",
  "TASK_FINISHED",
  "TASK_UNFINISHED",
] as const;
export type PreconditionType = (typeof preconditionTypes)[number];

/** Events of a task (2§3). */
export const taskEventTypes = ["CREATED"] as const;
export type TaskEventType = (typeof taskEventTypes)[number];

export const documentationEventTypes = [
  "CREATED",
  "UPLOADED",
  "PAUSED",
  "DOWNLOADED",
  "COMPLETED",
  "MERGED",
  "STATUS_CHANGED",
  "RENAMED",
  "TASK_EDIT",
  "HIDDEN",
  "VISIBLE",
  "KEPT",
  "ASSIGNED",
  "TAGGED",
  "UNTAGGED",
  "TEXT_REPAIRED",
  "TIME_REPAIRED",
] as const;
export type DocumentationEventType = (typeof documentationEventTypes)[number];

/**
 * `params.change` of a TASK_EDIT. Its other params are the names of the `task` and of the `photo` or `file`; `from` and `to` if a
 * value was replaced; the `reason` of a retake; for a rotated photo `rotation`, its quarter turns after the change; for a photo
 * with markup `markup`, the number of shapes after the change.
 */
export const taskEditChanges = [
  "ANSWER_EDITED",
  "PHOTO_EDITED",
  "PHOTO_IMPORTED",
  "TEMP_FILE_RECEIVED",
  "TEMP_FILE_TAKEN",
  "TEMP_FILE_REFUSED",
  "TEMP_FILE_PUT_BACK",
  "PHOTO_DELETED",
  "RETAKE_ASKED",
  "RETAKE_WITHDRAWN",
  "PHOTO_RETAKEN",
  "ANSWER_RETAKEN",
  "FILE_EDITED",
  "FILE_IMPORTED",
  "FILE_DELETED",
  "TEMPLATE_CHANGED",
] as const;
export type TaskEditChange = (typeof taskEditChanges)[number];

export const exportDocumentTypes = [
  "PHOTO_POWERPOINT_PRESENTATION",
  "PHOTO_WORD_DOCUMENT",
  "PHOTO_EXCEL_WORKBOOK",
  "PHOTO_AXIANS_POWERPOINT_PRESENTATION",
  "FORM_POWERPOINT_PRESENTATION",
  "FORM_WORD_DOCUMENT",
  "FORM_EXCEL_WORKBOOK",
  "FORM_3GIS_PM",
  "FORM_SHEAB_WORD_DOCUMENT",
  "RAMSITE_POWERPOINT",
] as const;
export type ExportDocumentType = (typeof exportDocumentTypes)[number];

/** Reasons why a documentation needs attention, apart from its status. */
export const attentionReasons = [
  /** Files were received through a link and wait for staff. */
  "RECEIVED_FILES",
  /** Announced photos or files have not arrived, or were refused. */
  "OVERDUE_UPLOADS",
  /** A link through which nothing has been received expires within days. */
  "EXPIRING_LINKS",
  /** It was completed without something that its template or licence requires. */
  "COMPLETED_WITHOUT",
  /** The last comment of an open thread is by the user who started it. */
  "UNANSWERED",
  /** The due day of its review has passed. */
  "LATE_REVIEW",
  /** Something that was sent back has not been answered by its due day. */
  "LATE_RETAKE",
] as const;
export type AttentionReason = (typeof attentionReasons)[number];

/** Required things that can be missing when a device completes a documentation (2§5). NAME: its name is not on the template's list. */
export const completionGaps = [
  "NAME",
  "POSITION",
  "EMAIL",
  "PHOTO",
  "FILE",
  "EXPLANATION",
  "ANSWER",
] as const;
export interface CompletionGap {
  kind: (typeof completionGaps)[number];
  /** The task's name; null if the documentation itself lacks it. */
  task: string | null;
}

/**
 * `params.field` of a TEXT_REPAIRED: the text in which `characters` were replaced when it arrived. Its other params are the names of the
 * `task`, `photo` or `file`; none for the documentation itself.
 */
export const repairedFields = ["answer", "name", "comment", "creator", "other"] as const;
export type RepairedField = (typeof repairedFields)[number];

/** The params of a TIME_REPAIRED: the wrong time from the device's clock. The documentation was given the time of its arrival instead. */
export interface RepairedTime {
  deviceTime: string;
}

/** Maximum number of documentations in a list; -1 is all (2§9). */
export const listLimits = [500, 1000, 1500, 2000, -1] as const;
export const defaultListLimit = 500;

/**
 * Reasons why a completed documentation is not deleted automatically although it is due. NOT_SENT, UNDER_WAY, FAILED, CANCELLED,
 * INCOMPLETE (photos or files were missing from it) and CHANGED (the documentation has changed since) describe the latest delivery
 * to a destination with automatic export; LINK is an emailed link that still works; DOCUMENT is a document being made.
 */
export const deletionBlockers = [
  "NOT_SENT",
  "UNDER_WAY",
  "FAILED",
  "CANCELLED",
  "INCOMPLETE",
  "CHANGED",
  "LINK",
  "DOCUMENT",
  "RECEIVED_FILES",
  "RETAKES",
  "UPLOADS",
] as const;
export type DeletionBlocker = (typeof deletionBlockers)[number];

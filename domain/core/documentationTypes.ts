/** The words of the documentation area (2§3, 2§4), the same in the database, the calls and the screens. */

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

/** What happens to a task (2§3). */
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
] as const;
export type DocumentationEventType = (typeof documentationEventTypes)[number];

/**
 * `params.change` of a TASK_EDIT. Its other params are the names of the `task` and of the `photo` or `file`; `from` and `to` where one
 * value replaced another; the `reason` of a retake; and for a turned photo `rotation`, its quarter turns after the change;
 * for one that was drawn on `markup`, the number of shapes after the change.
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

/** What somebody has to see to about a documentation, besides its status. */
export const attentionReasons = [
  /** Files came by a link and wait for staff. */
  "RECEIVED_FILES",
  /** Photos or files that were announced have not arrived, or were refused. */
  "OVERDUE_UPLOADS",
  /** A link that nothing has come by ends within days. */
  "EXPIRING_LINKS",
] as const;
export type AttentionReason = (typeof attentionReasons)[number];

/** How many documentations a list shows at most; -1 is all (2§9). */
export const listLimits = [500, 1000, 1500, 2000, -1] as const;
export const defaultListLimit = 500;

/**
 * What keeps a completed documentation from being deleted by itself although its time has come. NOT_SENT, UNDER_WAY, FAILED, CANCELLED,
 * INCOMPLETE (photos or files were missing from it) and CHANGED (the documentation has changed since) are the states of the newest
 * delivery to a destination that is sent to automatically; LINK is a mailed link that still opens; DOCUMENT one that is being made.
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

/** The words of templates (3§3, 3§9), the same in the database, the calls and the screens. */

export const deleteTimeLimits = ["IMMEDIATELY", "DAY", "WEEK", "MONTH", "YEAR"] as const;
export type DeleteTimeLimit = (typeof deleteTimeLimits)[number];
export const taskSizes = ["normal", "large", "larger", "largest"] as const;
export type TaskSize = (typeof taskSizes)[number];
export const operators = ["EQUALS", "NOT_EQUALS"] as const;
export const platforms = ["APP", "WEB"] as const;

/** What the option of a PREDEFINED task can be. */
export const predefinedOptions = [
  "PROJECT_NOTE",
  "PROJECT_MANAGER_NAME",
  "PROJECT_MANAGER_NUMBER",
  "PROJECT_MANAGER_EMAIL",
  "WORK_LEADER_NAME",
  "WORK_LEADER_NUMBER",
  "WORK_LEADER_EMAIL",
  "CUSTOMER_CONTACT_NAME",
  "CUSTOMER_CONTACT_NUMBER",
  "CUSTOMER_CONTACT_EMAIL",
  "CUSTOMER_NAME",
] as const;
export type PredefinedOption = (typeof predefinedOptions)[number];

export const exportNodeTypes = [
  "FOLDER",
  "ZIP_FILE",
  "PHOTOS",
  "FILES",
  "EXTERNAL_FILES",
  "EXPORT_DOCUMENT_CONFIGURATION",
  "EXPORT_DOCUMENT_TYPE",
] as const;
export type ExportNodeType = (typeof exportNodeTypes)[number];

/** The params of the nodes of an export tree, of a destination of a template, and of its tasks. */
export const exportNodeParams = [
  "name",
  "compressPhotos",
  "maxSize",
  "quality",
  "excludeKeys",
  "exportDocumentType",
  "exportDocumentConfiguration",
] as const;
export type ExportNodeParam = (typeof exportNodeParams)[number];
export const templateDestinationParams = ["exportAutomatically", "exportOn", "subject", "body"] as const;
export type TemplateDestinationParam = (typeof templateDestinationParams)[number];
export const taskParams = ["addContactPersonEnabled", "updateSuggestionList"] as const;
export type TaskParam = (typeof taskParams)[number];

/** The option of a HEADER task. */
export const headingSizes = ["1", "2", "3", "4"] as const;
/** The deepest level of a task; the outermost are level 0. */
export const maxTaskLevel = 5;
export const maxExportNodeLevel = 9;
/** Tasks of a template at most, those in groups included. */
export const maxTasks = 2000;

export const copySuffix = " - Kopia";
export const zipFileNameDefault = "{DOCUMENTATION_NAME}.zip";

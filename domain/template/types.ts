/** Enum values of templates (3§3, 3§9), the same in the database, the API and the console. */

export const deleteTimeLimits = ["IMMEDIATELY", "DAY", "WEEK", "MONTH", "YEAR"] as const;
export type DeleteTimeLimit = (typeof deleteTimeLimits)[number];
export const taskSizes = ["normal", "large", "larger", "largest"] as const;
export type TaskSize = (typeof taskSizes)[number];
export const operators = ["EQUALS", "NOT_EQUALS"] as const;
export const platforms = ["APP", "WEB"] as const;

/** The values of the option of a PREDEFINED task. */
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

/** The params of export tree nodes and of a template's destinations. Those of tasks: taskParams.ts. */
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
export const templateDestinationParams = [
  "exportAutomatically",
  "exportOn",
  "threads",
  "subject",
  "body",
] as const;
export type TemplateDestinationParam = (typeof templateDestinationParams)[number];

/** The values of the option of a HEADER task. */
export const headingSizes = ["1", "2", "3", "4"] as const;
/** The maximum level of a task; top-level tasks have level 0. */
export const maxTaskLevel = 5;
export const maxExportNodeLevel = 9;
/** Maximum number of tasks in a template, including those in groups. */
export const maxTasks = 2000;

export const copySuffix = " - Kopia";
export const zipFileNameDefault = "{DOCUMENTATION_NAME}.zip";

import { z } from "zod";
import { exportDocumentTypes, requiredValues } from "#domain/core/documentationTypes.ts";
import { flag, name, optionalName, text, uuid } from "#domain/core/fields.ts";
import { keysOf, pick } from "#domain/core/objects.ts";
import { templateExportConfiguration } from "./exportTree.ts";
import { plainTasks, templateTasks } from "./task.ts";
import { replacementText, templateGraphic, templateLayout, templateLicense } from "./templateLinks.ts";
import { deleteTimeLimits, maxTaskLevel } from "./types.ts";

/** The content of a template, without its owner: the part that is edited, backed up and copied (3§3). */
export const content = {
  name: name(),
  description: text(5000)
    .nullable()
    .default(null)
    .transform((value) => value || null),
  createPowerPoint: flag(),
  createWordDocument: flag(),
  createExcelWorkbook: flag(),
  exportUnzippedPhotos: z.boolean().default(true),
  createZipFile: flag(),
  zipFileName: optionalName(),
  exportDocumentTypes: z.array(z.enum(exportDocumentTypes)).max(100).default([]),
  exportDocumentConfigurations: z.array(templateLayout).max(1000).default([]),
  exportAutomatically: flag(),
  locationEnabled: flag(),
  locationRequired: flag(),
  graphicEnabled: flag(),
  referencePhotosEnabled: flag(),
  deleteAutomatically: flag(),
  deleteTimeLimit: z.enum(deleteTimeLimits).nullable().default(null),
  photoCommentEnabled: z.boolean().default(true),
  photoDrawingEnabled: z.boolean().default(true),
  photoOverviewEnabled: flag(),
  position: z.int().min(-1_000_000).max(1_000_000),
  level: z.int().min(0).max(maxTaskLevel).default(0),
  suggestionList: uuid().nullable().default(null),
  onlySuggestionsAllowed: flag(),
  allTasksRequired: z.enum(requiredValues).default("NO"),
  includeExternalFiles: flag(),
  hidden: flag(),
  predefinedEnabled: flag(),
  predefinedConfiguration: uuid().nullable().default(null),
  tasks: templateTasks.default([]),
  templateExportConfigurations: z.array(templateExportConfiguration).max(50).default([]),
  templateGraphics: z.array(templateGraphic).max(100).default([]),
  templateLicenses: z.array(templateLicense).max(1000).default([]),
  replacementTexts: z.array(replacementText).max(500).default([]),
};

export const templateFields = keysOf(content);

export const templateContent = z.strictObject(content);

export type TemplateContent = z.output<typeof templateContent>;

/** Extracts the content of a template row, as it is sent, stored or copied. */
export const templateContentOf = (row: TemplateContent): TemplateContent => ({
  ...pick(row, templateFields),
  tasks: plainTasks(row.tasks),
});

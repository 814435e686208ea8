import { pathSeparator } from "#domain/core/tree/treeDifference.ts";
import type { Texts } from "#i18n/texts.ts";
import { lastSegment } from "./objectLinks.ts";

/** The path of a group with one text per code. Its area is one that the screen loads. */
type TextsPath = `${keyof Texts}:${string}`;

/** Texts for a field's codes, by class and field; by field alone if it means the same in all classes. */
const textsByField: Record<string, TextsPath> = {
  status: "documentation:status",
  documentationStatuses: "documentation:status",
  requiredDocumentationStatus: "documentation:status",
  exportDocumentTypes: "documentation:exportType",
  products: "access:product",
  authority: "access:authority",
  action: "log:domainChange.actions",
  twoFactorAuthenticationType: "user:twoFactor",
  deleteTimeLimit: "template:deleteTimeLimit",
  allTasksRequired: "documentation:required",
  required: "documentation:required",
  deletePhotosAfterUpload: "license:forced",
  backupPhotosToLibrary: "license:forced",
  purpose: "tempFile:purposes",
  decision: "audit:values.decision",
  failedLogin: "audit:values.failedLogin",
  "Retake.outcome": "audit:values.outcome",
  frequency: "imports:frequency",
  photoSize: "documentation:photoSize",
  "Delivery.state": "delivery:state",
  "DocumentationTask.type": "documentation:taskType",
  "ExportConfiguration.type": "configuration:type",
  "ExportDocument.type": "documentation:exportType",
  "ExportDocument.state": "exportDocument:state",
  "ExportDocumentConfiguration.type": "documentation:layoutType",
  "ExpectedAnswerImportConfiguration.type": "configuration:type",
  "ExpectedAnswerImportEvent.type": "configuration:type",
  "PredefinedConfiguration.type": "configuration:type",
  "SuggestionImportConfiguration.type": "configuration:type",
  "SuggestionImportEvent.type": "configuration:type",
  "SuggestionList.type": "lists:type",
  "DocumentationTaskFilter.type": "configuration:type",
};

/**
 * Like `textsByField`, for a template's trees: by a node's field, or by tree for an added or removed node, whose value is its
 * type.
 */
const textsByTreeField: Record<string, TextsPath> = {
  tasks: "documentation:taskType",
  "tasks.required": "documentation:required",
  templateExportConfigurations: "template:exports.nodes",
};

/** The path of the texts for a field's values; undefined if the values need none. */
export function valueTextsFor(objectClass: string, field: string): TextsPath | undefined {
  const path = field.split(pathSeparator);
  const [root = field] = path;
  if (path.length > 1) return textsByTreeField[`${root}.${path.at(-1)}`] ?? textsByTreeField[root];
  return textsByField[`${lastSegment(objectClass)}.${field}`] ?? textsByField[field];
}

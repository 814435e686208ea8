import { pathSeparator } from "#domain/core/tree/treeDifference.ts";
import type { Texts } from "#i18n/texts.ts";
import { lastSegment } from "./objectLinks.ts";

/** A text with a word for each code. Its area is among those of the screen. */
type Words = `${keyof Texts}:${string}`;

/** Where the words of a field's values stand, by class and field; by field alone where all classes mean the same. */
const textsByField: Record<string, Words> = {
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
  frequency: "imports:frequency",
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

/** The same of the trees of a template: of a node's field, and of a node that came or went, which is told by its type. */
const textsByTreeField: Record<string, Words> = {
  tasks: "documentation:taskType",
  "tasks.required": "documentation:required",
  templateExportConfigurations: "template:exports.nodes",
};

/** Where the words of a field's values stand; undefined where its values say what they mean. */
export function valueTextsFor(objectClass: string, field: string): Words | undefined {
  const path = field.split(pathSeparator);
  const [root] = path;
  if (path.length > 1) return textsByTreeField[`${root}.${path.at(-1)}`] ?? textsByTreeField[root as string];
  return textsByField[`${lastSegment(objectClass)}.${field}`] ?? textsByField[field];
}

import type { SuggestionListType } from "#domain/lists/suggestion.ts";
import { suggestionsFor } from "#domain/task/types.ts";
import type { TemplateContent } from "./content.ts";
import { nodeTree } from "./exportRules.ts";
import type { ExportNode } from "./exportTree.ts";
import { taskTree } from "./taskRules.ts";

/**
 * The kinds of rows a template refers to. Document types, whose id is their name, and layouts belong to the service and are granted
 * to customers; all others belong to one customer.
 */
export const referenceKinds = [
  "suggestionList",
  "predefinedConfiguration",
  "graphic",
  "referencePhoto",
  "license",
  "exportConfiguration",
  "exportDocumentConfiguration",
  "exportDocumentType",
] as const;

/** The references that a template keeps after its customer's grant has been withdrawn. */
export const isGrantedKind = (kind: ReferenceKind): boolean =>
  kind === "exportDocumentConfiguration" || kind === "exportDocumentType";

export type ReferenceKind = (typeof referenceKinds)[number];

export interface Reference {
  kind: ReferenceKind;
  id: string;
  /** The path of the field with the reference: `tasks.0.suggestionList`. */
  path: string;
  /** For a suggestion list: the type it must have there (3§3). */
  type?: SuggestionListType;
}

export function referencesOf(template: TemplateContent): Reference[] {
  const references: Reference[] = [];
  const add = (
    kind: ReferenceKind,
    id: string | null | undefined,
    path: string,
    type?: SuggestionListType | null,
  ) => {
    if (id) references.push({ kind, id, path, ...(type && { type }) });
  };
  add("suggestionList", template.suggestionList, "suggestionList", "DOCUMENTATION_NAMES");
  add("predefinedConfiguration", template.predefinedConfiguration, "predefinedConfiguration");
  for (const { node, path } of taskTree.flatten(template.tasks)) {
    const basePath = `tasks.${path.join(".tasks.")}`;
    add("suggestionList", node.suggestionList, `${basePath}.suggestionList`, suggestionsFor(node.type));
    node.referencePhotos.forEach(({ id }, index) => {
      add("referencePhoto", id, `${basePath}.referencePhotos.${index}.id`);
    });
  }
  template.templateGraphics.forEach(({ graphic }, index) => {
    add("graphic", graphic, `templateGraphics.${index}.graphic`);
  });
  template.templateLicenses.forEach(({ license }, index) => {
    add("license", license, `templateLicenses.${index}.license`);
  });
  template.exportDocumentConfigurations.forEach(({ id }, index) => {
    add("exportDocumentConfiguration", id, `exportDocumentConfigurations.${index}.id`);
  });
  template.exportDocumentTypes.forEach((type, index) => {
    add("exportDocumentType", type, `exportDocumentTypes.${index}`);
  });
  template.templateExportConfigurations.forEach(({ exportConfiguration, nodes }, index) => {
    const basePath = `templateExportConfigurations.${index}`;
    add("exportConfiguration", exportConfiguration, `${basePath}.exportConfiguration`);
    for (const { node, path } of nodeTree.flatten(nodes)) {
      const document = documentOf(node);
      if (document)
        add(
          document.kind,
          document.id,
          `${basePath}.nodes.${path.join(".children.")}.params.${document.kind}`,
        );
    }
  });
  return references;
}

/**
 * Removes references to rows that do not exist: links, destinations with their trees, suggestion lists of tasks.
 * @param exists whether a row exists; for a suggestion list, with the required type
 */
export function withoutReferences(
  template: TemplateContent,
  exists: (kind: ReferenceKind, id: string, type?: SuggestionListType | null) => boolean,
): TemplateContent {
  const keepExistingId = (kind: ReferenceKind, id: string | null, type?: SuggestionListType | null) =>
    id && exists(kind, id, type) ? id : null;
  const suggestionList = keepExistingId("suggestionList", template.suggestionList, "DOCUMENTATION_NAMES");
  return {
    ...template,
    suggestionList,
    onlySuggestionsAllowed: suggestionList !== null && template.onlySuggestionsAllowed,
    predefinedConfiguration: keepExistingId("predefinedConfiguration", template.predefinedConfiguration),
    templateGraphics: template.templateGraphics.filter(({ graphic }) => exists("graphic", graphic)),
    templateLicenses: template.templateLicenses.filter(({ license }) => exists("license", license)),
    exportDocumentConfigurations: template.exportDocumentConfigurations.filter(({ id }) =>
      exists("exportDocumentConfiguration", id),
    ),
    exportDocumentTypes: template.exportDocumentTypes.filter((type) => exists("exportDocumentType", type)),
    tasks: taskTree.mapNodes(template.tasks, (task) => ({
      ...task,
      suggestionList: keepExistingId("suggestionList", task.suggestionList, suggestionsFor(task.type)),
      referencePhotos: task.referencePhotos.filter(({ id }) => exists("referencePhoto", id)),
    })),
    templateExportConfigurations: template.templateExportConfigurations
      .filter(({ exportConfiguration }) => exists("exportConfiguration", exportConfiguration))
      .map((configuration) => ({
        ...configuration,
        nodes: nodesOf(configuration.nodes, exists),
      })),
  };
}

/** The document that a node of an export tree produces: one of a type, or one from a layout. */
function documentOf({
  type,
  params,
}: ExportNode): { kind: "exportDocumentConfiguration" | "exportDocumentType"; id: string } | null {
  if (type === "EXPORT_DOCUMENT_CONFIGURATION" && params.exportDocumentConfiguration)
    return { kind: "exportDocumentConfiguration", id: params.exportDocumentConfiguration };
  if (type === "EXPORT_DOCUMENT_TYPE" && params.exportDocumentType)
    return { kind: "exportDocumentType", id: params.exportDocumentType };
  return null;
}

const nodesOf = (
  nodes: readonly ExportNode[],
  exists: (kind: ReferenceKind, id: string) => boolean,
): ExportNode[] =>
  nodes
    .filter((node) => {
      const document = documentOf(node);
      return !document || exists(document.kind, document.id);
    })
    .map((node) => ({ ...node, children: nodesOf(node.children, exists) }));

import type { TemplateContent } from "../resources/template";
import type { SuggestionListType } from "../rules/suggestion";
import { suggestionsFor } from "../rules/taskTypes";
import { nodeTree } from "./exportRules";
import type { ExportNode } from "./exportTree";
import { taskTree } from "./taskRules";

/** What a template refers to. Layouts belong to the service and are granted to customers; all others belong to one customer. */
export const referenceKinds = [
  "suggestionList",
  "predefinedConfiguration",
  "graphic",
  "referencePhoto",
  "license",
  "exportConfiguration",
  "exportDocumentConfiguration",
] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

export interface Reference {
  kind: ReferenceKind;
  id: string;
  /** The field with the reference: `tasks.0.suggestionList`. */
  path: string;
  /** Of a suggestion list: the type it has to have there (3§3). */
  type?: SuggestionListType;
}

export function referencesOf(template: TemplateContent): Reference[] {
  const found: Reference[] = [];
  const add = (
    kind: ReferenceKind,
    id: string | null | undefined,
    path: string,
    type?: SuggestionListType | null,
  ) => {
    if (id) found.push({ kind, id, path, ...(type && { type }) });
  };
  add("suggestionList", template.suggestionList, "suggestionList", "DOCUMENTATION_NAMES");
  add("predefinedConfiguration", template.predefinedConfiguration, "predefinedConfiguration");
  for (const { node, path } of taskTree.standing(template.tasks)) {
    const at = `tasks.${path.join(".tasks.")}`;
    add("suggestionList", node.suggestionList, `${at}.suggestionList`, suggestionsFor(node.type));
    node.referencePhotos.forEach(({ id }, index) => {
      add("referencePhoto", id, `${at}.referencePhotos.${index}.id`);
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
  template.templateExportConfigurations.forEach(({ exportConfiguration, nodes }, index) => {
    const at = `templateExportConfigurations.${index}`;
    add("exportConfiguration", exportConfiguration, `${at}.exportConfiguration`);
    for (const { node, path } of nodeTree.standing(nodes))
      add(
        "exportDocumentConfiguration",
        layoutOf(node),
        `${at}.nodes.${path.join(".children.")}.params.exportDocumentConfiguration`,
      );
  });
  return found;
}

/** Removes references that do not exist: links, destinations with their trees, the suggestion lists of tasks. */
export function withoutReferences(
  template: TemplateContent,
  has: (kind: ReferenceKind, id: string) => boolean,
): TemplateContent {
  const kept = (kind: ReferenceKind, id: string | null) => (id && has(kind, id) ? id : null);
  const suggestionList = kept("suggestionList", template.suggestionList);
  return {
    ...template,
    suggestionList,
    onlySuggestionsAllowed: suggestionList !== null && template.onlySuggestionsAllowed,
    predefinedConfiguration: kept("predefinedConfiguration", template.predefinedConfiguration),
    templateGraphics: template.templateGraphics.filter(({ graphic }) => has("graphic", graphic)),
    templateLicenses: template.templateLicenses.filter(({ license }) => has("license", license)),
    exportDocumentConfigurations: template.exportDocumentConfigurations.filter(({ id }) =>
      has("exportDocumentConfiguration", id),
    ),
    tasks: taskTree.mapped(template.tasks, (task) => ({
      ...task,
      suggestionList: kept("suggestionList", task.suggestionList),
      referencePhotos: task.referencePhotos.filter(({ id }) => has("referencePhoto", id)),
    })),
    templateExportConfigurations: template.templateExportConfigurations
      .filter(({ exportConfiguration }) => has("exportConfiguration", exportConfiguration))
      .map((configuration) => ({
        ...configuration,
        nodes: nodesWithout(configuration.nodes, (id) => !has("exportDocumentConfiguration", id)),
      })),
  };
}

const layoutOf = ({ type, params }: ExportNode): string | undefined =>
  type === "EXPORT_DOCUMENT_CONFIGURATION" ? params.exportDocumentConfiguration : undefined;

const nodesWithout = (nodes: readonly ExportNode[], missing: (layout: string) => boolean): ExportNode[] =>
  nodes
    .filter((node) => {
      const layout = layoutOf(node);
      return !layout || !missing(layout);
    })
    .map((node) => ({ ...node, children: nodesWithout(node.children, missing) }));

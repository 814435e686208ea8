import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { hasOptions } from "#domain/task/types.ts";
import { type TemplateContent, templateContent } from "./content.ts";
import { renumberedNodes } from "./exportRules.ts";
import { plainTasks } from "./task.ts";
import { renumbered, taskNameFor, taskTree } from "./taskRules.ts";

/** Editing a template's own fields (3§4, 3§9). */

/** A new template as the editor opens it. */
export const newTemplate = (): TemplateContent => ({
  ...templateContent.parse({ name: "-", position: 0 }),
  name: "",
});

export type TemplateEdit = Partial<TemplateContent>;

/** Changes fields, and the fields that follow from them. */
export function applyEdit(template: TemplateContent, edit: TemplateEdit): TemplateContent {
  const next = { ...template, ...edit };
  if (edit.deleteAutomatically && !next.deleteTimeLimit) next.deleteTimeLimit = "IMMEDIATELY";
  if (!next.suggestionList) next.onlySuggestionsAllowed = false;
  if (!next.locationEnabled) next.locationRequired = false;
  return next;
}

/**
 * A template as it is stored: tasks, nodes and destinations numbered in order, names of photo and drawing tasks without the
 * characters file names cannot have, lists of options and extensions without blanks.
 */
export const normalizeTemplate = (template: TemplateContent): TemplateContent => ({
  ...template,
  exportDocumentTypes: [...new Set(template.exportDocumentTypes)],
  tasks: renumbered(
    taskTree.mapped(plainTasks(template.tasks), (task) => ({
      ...task,
      name: taskNameFor(task.type, task.name).trim(),
      options: hasOptions(task.type) ? listed(task.options) : task.options,
      fileExtensions: listed(task.fileExtensions?.toLowerCase() ?? null, /^\*?\./),
    })),
  ),
  templateExportConfigurations: template.templateExportConfigurations.map((configuration, position) => ({
    ...configuration,
    position,
    nodes: renumberedNodes(configuration.nodes),
  })),
});

const listed = (list: string | null, without = /^$/): string | null =>
  splitSemicolons(list)
    .map((word) => word.replace(without, ""))
    .filter(Boolean)
    .join(";") || null;

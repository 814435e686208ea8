import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { normalizeConditionAnswer } from "#domain/task/answerComparison.ts";
import { hasOptions } from "#domain/task/types.ts";
import { type TemplateContent, templateContent } from "./content.ts";
import { renumberNodes } from "./exportRules.ts";
import { plainTasks, type TemplateTask } from "./task.ts";
import { renumberTasks, taskNameFor, taskTree } from "./taskRules.ts";

/** Edits of a template's own fields (3§4, 3§9). */

/** The initial state of the editor for a new template. */
export const createTemplate = (): TemplateContent => ({
  ...templateContent.parse({ name: "-", position: 0 }),
  name: "",
});

export type TemplateEdit = Partial<TemplateContent>;

/** Changes fields, and the fields that depend on them. */
export function applyEdit(template: TemplateContent, edit: TemplateEdit): TemplateContent {
  const editedTemplate = { ...template, ...edit };
  if (edit.deleteAutomatically && !editedTemplate.deleteTimeLimit)
    editedTemplate.deleteTimeLimit = "IMMEDIATELY";
  if (!editedTemplate.suggestionList) editedTemplate.onlySuggestionsAllowed = false;
  if (!editedTemplate.locationEnabled) editedTemplate.locationRequired = false;
  return editedTemplate;
}

/**
 * Normalizes a template for storage: tasks, nodes and destinations numbered in order, names of photo and drawing tasks without
 * characters invalid in file names, lists of options and extensions without blanks, answers of preconditions as answers are stored.
 */
export const normalizeTemplate = (template: TemplateContent): TemplateContent => ({
  ...template,
  exportDocumentTypes: [...new Set(template.exportDocumentTypes)],
  tasks: renumberTasks(
    normalizeConditionAnswers(
      taskTree.mapNodes(plainTasks(template.tasks), (task) => ({
        ...task,
        name: taskNameFor(task.type, task.name).trim(),
        options: hasOptions(task.type) ? normalizeList(task.options) : task.options,
        fileExtensions: normalizeList(task.fileExtensions?.toLowerCase() ?? null, /^\*?\./),
      })),
    ),
  ),
  templateExportConfigurations: template.templateExportConfigurations.map((configuration, position) => ({
    ...configuration,
    position,
    nodes: renumberNodes(configuration.nodes),
  })),
});

function normalizeConditionAnswers(tasks: readonly TemplateTask[]): TemplateTask[] {
  const byId = new Map(taskTree.flatten(tasks).map(({ node }) => [node.id, node]));
  return taskTree.mapNodes(tasks, (task) => ({
    ...task,
    preconditions: task.preconditions.map((precondition) => {
      const { type, params } = precondition;
      const target = type === "TASK_ANSWER" ? byId.get(params.task ?? "") : undefined;
      return target && params.answer
        ? { ...precondition, params: { ...params, answer: normalizeConditionAnswer(target, params.answer) } }
        : precondition;
    }),
  }));
}

const normalizeList = (list: string | null, prefix = /^$/): string | null =>
  splitSemicolons(list)
    .map((item) => item.replace(prefix, ""))
    .filter(Boolean)
    .join(";") || null;

import type { Grants } from "#domain/access/authorities.ts";
import { isOneOf } from "#domain/core/objects.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { hasOptions, requiredValuesFor, takesFiles, takesPhotos } from "#domain/task/types.ts";
import type { TemplateContent } from "./content.ts";
import { nodeTree, validateTemplateExport } from "./exportRules.ts";
import { validateProducts } from "./productGates.ts";
import type { TemplateTask } from "./task.ts";
import { sanitizeTaskName, taskTree } from "./taskRules.ts";
import { validatePrecondition, wouldCreateCycle } from "./templatePreconditions.ts";
import { headingSizes, maxTaskLevel, maxTasks, predefinedOptions } from "./types.ts";

/**
 * All errors of a template by the rules of 3§5, by path: `tasks.3.tasks.0.name`. The console highlights them and the Worker refuses
 * them; the Worker also checks what requires the database (names that are taken, ids that do not exist for the customer).
 * @param storedTemplate the template before the change: features its customer no longer has are kept
 */
export const validateTemplate = (
  template: TemplateContent,
  grants: Grants,
  storedTemplate: TemplateContent | null = null,
): FieldErrors => ({
  ...validateProducts(template, grants, storedTemplate),
  ...validateTemplateFields(template),
  ...validateTaskTree(template.tasks),
  ...prefixPaths(
    template.templateExportConfigurations.map(validateTemplateExport),
    "templateExportConfigurations",
  ),
  ...findDuplicateIds(template),
});

function validateTemplateFields(template: TemplateContent): FieldErrors {
  const errors: FieldErrors = {};
  if (!template.name.trim()) errors.name = "required";
  if (!Number.isInteger(template.position)) errors.position = "required";
  if (template.locationRequired && !template.locationEnabled) errors.locationRequired = "notAllowed";
  if (template.onlySuggestionsAllowed && !template.suggestionList)
    errors.onlySuggestionsAllowed = "notAllowed";
  if (template.deleteAutomatically && !template.deleteTimeLimit) errors.deleteTimeLimit = "required";
  template.templateExportConfigurations.forEach(({ name, exportConfiguration }, index) => {
    if (!name.trim()) errors[`templateExportConfigurations.${index}.name`] = "required";
    if (!exportConfiguration)
      errors[`templateExportConfigurations.${index}.exportConfiguration`] = "required";
  });
  template.replacementTexts.forEach(({ code }, index) => {
    if (!code.trim()) errors[`replacementTexts.${index}.code`] = "required";
  });
  return errors;
}

function validateTaskTree(tasks: readonly TemplateTask[]): FieldErrors {
  const errors: FieldErrors = {};
  const flatTasks = taskTree.flatten(tasks);
  if (flatTasks.length > maxTasks) errors.tasks = "tooLarge";
  const byId = new Map(flatTasks.map(({ node }) => [node.id, node]));
  const isCircular = wouldCreateCycle(tasks);
  for (const { node, level, path } of flatTasks) {
    const taskPath = `tasks.${path.join(".tasks.")}`;
    if (level > maxTaskLevel) errors[`${taskPath}.level`] = "tooLarge";
    for (const [field, error] of Object.entries(validateTemplateTask(node)))
      errors[`${taskPath}.${field}`] = error;
    const context = { byId, createsCycle: (target: string) => isCircular(node.id, target) };
    for (const [index, precondition] of node.preconditions.entries())
      for (const [field, error] of Object.entries(validatePrecondition(precondition, context)))
        errors[`${taskPath}.preconditions.${index}.${field}`] = error;
  }
  return errors;
}

/** Validation errors of a single task. */
export function validateTemplateTask(task: TemplateTask): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  const { type, options } = task;
  if (!task.name.trim()) errors.name = "required";
  else if (takesPhotos(type) && sanitizeTaskName(task.name) !== task.name) errors.name = "invalid";
  if (!requiredValuesFor(type).includes(task.required)) errors.required = "notAllowed";
  if (type !== "GROUP" && task.tasks.length > 0) errors.tasks = "notAllowed";
  if (hasOptions(type)) {
    const choices = splitSemicolons(options);
    if (choices.length === 0) errors.options = "required";
    else if (new Set(choices).size < choices.length) errors.options = "duplicate";
  }
  // No option means size 1.
  if (type === "HEADER" && options !== null && !isOneOf(headingSizes, options)) errors.options = "invalid";
  if (type === "PREDEFINED") {
    if (!options) errors.options = "required";
    else if (!isOneOf(predefinedOptions, options)) errors.options = "invalid";
  }
  if (
    takesFiles(type) &&
    !splitSemicolons(task.fileExtensions).every((word) => /^[a-z0-9]{1,20}$/i.test(word))
  )
    errors.fileExtensions = "invalid";
  return errors;
}

/** Errors of ids and links that occur more than once. */
function findDuplicateIds(template: TemplateContent): FieldErrors {
  const tasks = taskTree.flatten(template.tasks).map(({ node, path }) => ({
    node,
    path: `tasks.${path.join(".tasks.")}`,
  }));
  const { templateExportConfigurations: destinations, replacementTexts, templateGraphics } = template;
  return {
    ...createDuplicateErrors(tasks.map(({ node, path: basePath }) => [node.id, `${basePath}.id`])),
    ...createDuplicateErrors(
      tasks.flatMap(({ node, path: basePath }) =>
        node.preconditions.map(({ id }, index) => [id, `${basePath}.preconditions.${index}.id`]),
      ),
    ),
    ...createDuplicateErrors(
      tasks.flatMap(({ node, path: basePath }) =>
        node.referencePhotos.map(({ id }, index) => [
          `${node.id} ${id}`,
          `${basePath}.referencePhotos.${index}.id`,
        ]),
      ),
    ),
    ...createDuplicateErrors(
      destinations.map(({ id }, index) => [id, `templateExportConfigurations.${index}.id`]),
    ),
    ...createDuplicateErrors(
      destinations.flatMap(({ nodes }, index) =>
        nodeTree
          .flatten(nodes)
          .map(({ node, path }) => [
            node.id,
            `templateExportConfigurations.${index}.nodes.${path.join(".children.")}.id`,
          ]),
      ),
    ),
    ...createDuplicateErrors(replacementTexts.map(({ id }, index) => [id, `replacementTexts.${index}.id`])),
    ...createDuplicateErrors(
      replacementTexts.map(({ code }, index) => [code, `replacementTexts.${index}.code`]),
    ),
    ...createDuplicateErrors(templateGraphics.map(({ id }, index) => [id, `templateGraphics.${index}.id`])),
    ...createDuplicateErrors(
      templateGraphics.map(({ graphic }, index) => [graphic, `templateGraphics.${index}.graphic`]),
    ),
    ...createDuplicateErrors(
      template.templateLicenses.map(({ license }, index) => [license, `templateLicenses.${index}.license`]),
    ),
    ...createDuplicateErrors(
      template.exportDocumentConfigurations.map(({ id }, index) => [
        id,
        `exportDocumentConfigurations.${index}.id`,
      ]),
    ),
  };
}

function createDuplicateErrors(idPaths: [id: string, path: string][]): FieldErrors {
  const seenIds = new Set<string>();
  const errors: FieldErrors = {};
  for (const [id, path] of idPaths) {
    if (seenIds.has(id)) errors[path] = "duplicate";
    seenIds.add(id);
  }
  return errors;
}

const prefixPaths = (errorsByIndex: readonly FieldErrors[], field: string): FieldErrors =>
  Object.fromEntries(
    errorsByIndex.flatMap((errors, index) =>
      Object.entries(errors).map(([path, error]) => [`${field}.${index}.${path}`, error]),
    ),
  );

/** Splits the path of a task error: `tasks.3.tasks.0.name` becomes `path` "3.0", the indexes in the tree, and `field` "name". */
export function splitTaskPath(path: string): { path: string; field: string } {
  const segments = path.split(".");
  const indexes: string[] = [];
  while (segments[0] === "tasks" && Number.isInteger(Number(segments[1])) && segments[1] !== "")
    indexes.push(...segments.splice(0, 2).slice(1));
  return { path: indexes.join("."), field: segments.join(".") };
}

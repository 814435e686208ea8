import { type Grants, hasProduct, type Product, spansCustomers } from "#domain/access/authorities.ts";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import { entriesOf, keysOf } from "#domain/core/objects.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { productsFor } from "#domain/task/types.ts";
import type { TemplateContent } from "./content.ts";
import type { TemplateTask } from "./task.ts";
import { taskTree } from "./taskRules.ts";

/** Template features that depend on a customer's products (3§1, 3§6). */

export const canUseTaskType = (grants: Grants, type: TaskType): boolean =>
  productsFor(type).every((product) => hasProduct(grants, product));

/** Whether the console offers task types, groups and preconditions. */
export const showsTaskTypes = (grants: Grants): boolean => hasProduct(grants, "FORM");

export const fieldProducts = {
  graphicEnabled: "GRAPHIC",
  referencePhotosEnabled: "REFERENCE_PHOTO",
  predefinedEnabled: "PREDEFINED",
} as const satisfies Partial<Record<keyof TemplateContent, Product>>;

/**
 * Errors of features used without their product. Features already stored are kept, so that a template can still be edited after a
 * product was removed.
 */
export function validateProducts(
  template: TemplateContent,
  grants: Grants,
  storedTemplate: TemplateContent | null,
): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  for (const [field, product] of entriesOf(fieldProducts))
    if (template[field] && !storedTemplate?.[field] && !hasProduct(grants, product))
      errors[field] = "notAllowed";
  if (
    template.predefinedConfiguration &&
    template.predefinedConfiguration !== storedTemplate?.predefinedConfiguration &&
    !hasProduct(grants, "PREDEFINED")
  )
    errors.predefinedConfiguration = "notAllowed";
  if (!hasProduct(grants, "GRAPHIC")) {
    const storedGraphicIds = new Set(storedTemplate?.templateGraphics.map(({ graphic }) => graphic));
    template.templateGraphics.forEach(({ graphic }, index) => {
      if (!storedGraphicIds.has(graphic)) errors[`templateGraphics.${index}.graphic`] = "notAllowed";
    });
  }
  if (!spansCustomers(grants) && !hasSameLicenses(template, storedTemplate))
    errors.templateLicenses = "notAllowed";
  return Object.assign(errors, validateTaskProducts(template.tasks, grants, storedTemplate?.tasks ?? []));
}

function validateTaskProducts(
  tasks: readonly TemplateTask[],
  grants: Grants,
  storedTasks: readonly TemplateTask[],
): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  const storedById = new Map(taskTree.flatten(storedTasks).map(({ node }) => [node.id, node]));
  for (const { node, path } of taskTree.flatten(tasks)) {
    const taskPath = `tasks.${path.join(".tasks.")}`;
    const storedTask = storedById.get(node.id);
    if (storedTask?.type !== node.type && !canUseTaskType(grants, node.type))
      errors[`${taskPath}.type`] = "notAllowed";
    if (!showsTaskTypes(grants)) {
      const storedIds = new Set(storedTask?.preconditions.map(({ id }) => id));
      node.preconditions.forEach(({ id }, index) => {
        if (!storedIds.has(id)) errors[`${taskPath}.preconditions.${index}.type`] = "notAllowed";
      });
    }
    if (!hasProduct(grants, "REFERENCE_PHOTO")) {
      const storedIds = new Set(storedTask?.referencePhotos.map(({ id }) => id));
      node.referencePhotos.forEach(({ id }, index) => {
        if (!storedIds.has(id)) errors[`${taskPath}.referencePhotos.${index}.id`] = "notAllowed";
      });
    }
  }
  return errors;
}

/** Only super admins can restrict templates to licences (3§5). */
const hasSameLicenses = (template: TemplateContent, storedTemplate: TemplateContent | null): boolean => {
  const licenseIdsOf = (content: TemplateContent | null) =>
    (content?.templateLicenses ?? []).map(({ license }) => license).sort();
  return licenseIdsOf(template).join() === licenseIdsOf(storedTemplate).join();
};

/** Something that a template loses at a customer without its product. */
export interface ProductOmission {
  kind: "feature" | "task" | "precondition" | "graphic" | "referencePhoto";
  /** The field of a feature; otherwise an id. */
  id: string;
  /** For preconditions the name of their task, for features null. */
  name: string | null;
}

/**
 * Removes everything from a template that its customer has no product for, by the rules of `validateProducts`. The tasks of a
 * removed group move up one level; preconditions on a removed task are removed too.
 */
export function removeUngrantedFeatures(
  template: TemplateContent,
  grants: Grants,
  storedTemplate: TemplateContent | null,
): { content: TemplateContent; omissions: ProductOmission[] } {
  const errors = validateProducts(template, grants, storedTemplate);
  const omissions: ProductOmission[] = [];
  const omit = (kind: ProductOmission["kind"], id: string, name: string | null = null) =>
    omissions.push({ kind, id, name });
  const content = { ...template };
  for (const field of keysOf(fieldProducts))
    if (errors[field]) {
      content[field] = false;
      omit("feature", field);
    }
  if (errors.predefinedConfiguration) {
    content.predefinedConfiguration = null;
    if (!errors.predefinedEnabled) omit("feature", "predefinedEnabled");
  }
  content.templateGraphics = template.templateGraphics.filter(({ graphic, name }, index) => {
    const isKept = !errors[`templateGraphics.${index}.graphic`];
    if (!isKept) omit("graphic", graphic, name ?? null);
    return isKept;
  });
  const removedIds = new Set<string>();
  const removeUngrantedTasks = (tasks: readonly TemplateTask[], path: string): TemplateTask[] =>
    tasks.flatMap((task, index) => {
      const taskPath = `${path}.${index}`;
      const children = removeUngrantedTasks(task.tasks, `${taskPath}.tasks`);
      if (errors[`${taskPath}.type`]) {
        removedIds.add(task.id);
        omit("task", task.id, task.name);
        return children;
      }
      return {
        ...task,
        tasks: children,
        preconditions: task.preconditions.filter(({ id }, position) => {
          const isKept = !errors[`${taskPath}.preconditions.${position}.type`];
          if (!isKept) omit("precondition", id, task.name);
          return isKept;
        }),
        referencePhotos: task.referencePhotos.filter(({ id, name }, position) => {
          const isKept = !errors[`${taskPath}.referencePhotos.${position}.id`];
          if (!isKept) omit("referencePhoto", id, name ?? null);
          return isKept;
        }),
      };
    });
  const tasks = removeUngrantedTasks(template.tasks, "tasks");
  content.tasks = taskTree.mapNodes(tasks, (task) => ({
    ...task,
    preconditions: task.preconditions.filter(({ id, params }) => {
      const isKept = !removedIds.has(params.task ?? "");
      if (!isKept) omit("precondition", id, task.name);
      return isKept;
    }),
  }));
  return { content, omissions };
}

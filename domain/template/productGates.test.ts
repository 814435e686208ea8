import { describe, expect, test } from "vitest";
import { type Product, products, restrictToProducts } from "#domain/access/authorities.ts";
import { taskTypes } from "#domain/core/documentationTypes.ts";
import { template } from "#domain/resources/template.ts";
import { type TemplateContent, templateContentOf } from "./content.ts";
import { removeUngrantedFeatures, validateProducts } from "./productGates.ts";
import type { TemplateTask } from "./task.ts";
import { createTask, taskTree } from "./taskRules.ts";
import { createPrecondition } from "./templatePreconditions.ts";

/** A template with a task of every type, alone and in a group, each with a precondition on the one before. */
function templateWithEverything(): TemplateContent {
  let previousTaskId = "";
  const tasks = (): TemplateTask[] =>
    taskTypes.map((type) => {
      const task = createTask(type, {
        name: type,
        referencePhotos: [{ id: crypto.randomUUID(), name: "photo" }],
      });
      if (previousTaskId)
        task.preconditions = [{ ...createPrecondition(), params: { task: previousTaskId } }];
      previousTaskId = task.id;
      return task;
    });
  const [group, ...otherTasks] = [createTask("GROUP", { name: "group", tasks: tasks() }), ...tasks()];
  return {
    ...templateContentOf(template.creation.parse({ name: "x", position: 0, customerId: 7 })),
    graphicEnabled: true,
    referencePhotosEnabled: true,
    predefinedEnabled: true,
    predefinedConfiguration: crypto.randomUUID(),
    templateGraphics: [{ id: crypto.randomUUID(), graphic: crypto.randomUUID(), name: "graphic" }],
    tasks: [group, ...otherTasks],
  };
}

const grantsFor = (...customerProducts: Product[]) =>
  restrictToProducts(
    { authorities: new Set(["ROLE_SUPER_ADMIN"]), products: new Set() },
    new Set(customerProducts),
  );

describe("3§6 a template within the products of its customer", () => {
  test.each([[], ["FORM"], ["GRAPHIC", "PREDEFINED"], ["FORM", "REFERENCE_PHOTO"]] as Product[][])(
    "has nothing outside the products %s, and lists what was omitted",
    (...customerProducts) => {
      const content = templateWithEverything();
      const grants = grantsFor(...customerProducts);
      const errors = validateProducts(content, grants, null);
      expect(Object.keys(errors)).not.toEqual([]);
      const reduction = removeUngrantedFeatures(content, grants, null);
      expect(validateProducts(reduction.content, grants, null)).toEqual({});
      const ids = new Set(taskTree.flatten(reduction.content.tasks).map(({ node }) => node.id));
      for (const { node } of taskTree.flatten(reduction.content.tasks))
        for (const { params } of node.preconditions) expect(ids.has(params.task ?? "")).toBe(true);
      const removedTasks = taskTree.flatten(content.tasks).filter(({ node }) => !ids.has(node.id));
      expect(reduction.omissions.filter(({ kind }) => kind === "task")).toHaveLength(removedTasks.length);
    },
  );

  test("is unchanged with every product, and keeps what it already had without them", () => {
    const content = templateWithEverything();
    expect(removeUngrantedFeatures(content, grantsFor(...products), null)).toEqual({
      content,
      omissions: [],
    });
    expect(removeUngrantedFeatures(content, grantsFor(), content)).toEqual({ content, omissions: [] });
  });
});

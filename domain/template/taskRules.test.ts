import { describe, expect, it } from "vitest";
import type { Authority, Product } from "#domain/access/authorities.ts";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import { requiredValuesFor } from "#domain/task/types.ts";
import { type TemplateContent, templateContent } from "./content.ts";
import type { TemplateTask } from "./task.ts";
import {
  changeTask,
  createTask,
  findTasksReferencing,
  taskTree,
  withAddedTask,
  withCopiedTask,
  withMovedTask,
  withoutTask,
  withType,
} from "./taskRules.ts";
import { createTemplate, normalizeTemplate } from "./templateEdit.ts";
import { createPrecondition } from "./templatePreconditions.ts";
import { validateTemplate } from "./templateValidation.ts";

const grants = (products: Product[] = [], authorities: Authority[] = ["ROLE_TEMPLATE_WRITE"]) => ({
  products: new Set(products),
  authorities: new Set(authorities),
});
const allGrants = grants([], ["ROLE_SUPER_ADMIN"]);
const templateWith = (overrides: Partial<TemplateContent> = {}): TemplateContent => ({
  ...createTemplate(),
  name: "Mast",
  ...overrides,
});
const task = (name: string, type: TaskType = "TEXT", overrides: Partial<TemplateTask> = {}) =>
  createTask(type, { name, ...overrides });
const names = (tasks: readonly TemplateTask[]) =>
  taskTree.flatten(tasks).map(({ node, level }) => `${node.position}:${level}:${node.name}`);
const preconditionOn = (
  target: TemplateTask,
  type: "TASK_ANSWER" | "TASK_PHOTOS_TAKEN" | "TASK_FINISHED" = "TASK_ANSWER",
) => {
  const precondition = createPrecondition(type);
  const answer: Record<string, string> =
    target.type === "CHECKBOX" && type === "TASK_ANSWER" ? { answer: "true" } : {};
  return { ...precondition, params: { ...precondition.params, ...answer, task: target.id } };
};

describe("the tasks of a template", () => {
  const corrosion = task("Corrosion", "CHECKBOX");
  const closeUp = task("Close-up", "PHOTO", { preconditions: [preconditionOn(corrosion)] });
  const tower = task("Tower", "GROUP", { tasks: [corrosion, task("Inner", "GROUP", { tasks: [closeUp] })] });
  const remark = task("Remark", "TEXT", { preconditions: [preconditionOn(closeUp, "TASK_PHOTOS_TAKEN")] });
  const tree = normalizeTemplate(templateWith({ tasks: [tower, remark] })).tasks;

  it("3§3 are numbered in reading order, with level and parent by nesting", () => {
    expect(names(tree)).toEqual(["0:0:Tower", "1:1:Corrosion", "2:1:Inner", "3:2:Close-up", "4:0:Remark"]);
    expect(taskTree.find(tree, closeUp.id)?.node.parent).toBe(tree[0]?.tasks[1]?.id);
  });

  it("formidable-forms#1925 formbricks#283 an option that a precondition names cannot be removed or renamed unnoticed", () => {
    const area = task("Area", "SINGLE_CHOICE", { options: "Roof;Wall" });
    const slope = task("Slope", "TEXT", { preconditions: [preconditionOn(area)] });
    slope.preconditions[0]!.params.answer = "Roof";
    const errorsWith = (options: string) =>
      validateTemplate(
        templateWith({
          tasks: normalizeTemplate(templateWith({ tasks: [{ ...area, options }, slope] })).tasks,
        }),
        allGrants,
      );
    for (const options of ["Wall;Roof", "wall;roof"]) expect(errorsWith(options)).toEqual({});
    for (const options of ["Wall", "Wall;Roofs"])
      expect(errorsWith(options)).toEqual({ "tasks.1.preconditions.0.params.answer": "notAllowed" });
  });

  it("kpi#763 a copied question keeps its conditions", () => {
    const copy = withCopiedTask(tree, remark.id).at(-1);
    expect(copy?.preconditions.map(({ type, params }) => [type, params])).toEqual(
      remark.preconditions.map(({ type, params }) => [type, params]),
    );
  });

  it("3§4 deleting one renumbers, and removes preconditions that refer to it", () => {
    expect(findTasksReferencing(tree, tower.id).map(({ name }) => name)).toEqual(["Remark"]);
    const remainingTasks = withoutTask(tree, tower.id);
    expect(names(remainingTasks)).toEqual(["0:0:Remark"]);
    expect(remainingTasks[0]?.preconditions).toEqual([]);
    expect(names(tree)).toHaveLength(5);
  });

  it("3§4 a copy follows its original with new ids, and refers to the tasks copied with it", () => {
    const tasksWithCopy = withCopiedTask(tree, tower.id);
    expect(names(tasksWithCopy)).toHaveLength(9);
    const [, copy] = tasksWithCopy;
    expect(copy?.id).not.toBe(tower.id);
    expect(copy?.tasks[1]?.tasks[0]?.preconditions[0]?.params.task).toBe(copy?.tasks[0]?.id);
    // A precondition on a task that was not copied keeps its target.
    const copiedTwice = withCopiedTask(tree, remark.id);
    expect(copiedTwice.at(-1)?.preconditions[0]?.params.task).toBe(closeUp.id);
    expect(validateTemplate(templateWith({ tasks: tasksWithCopy }), allGrants)).toEqual({});
  });

  it("3§4 can move between groups, but not into themselves, into a task that is not a group, or below level 5", () => {
    expect(names(withMovedTask(tree, remark.id, null, 0)!)[0]).toBe("0:0:Remark");
    expect(names(withMovedTask(tree, remark.id, tower.id, 1)!)[2]).toBe("2:1:Remark");
    expect(withMovedTask(tree, tower.id, tree[0]!.tasks[1]!.id, 0)).toBeNull();
    expect(withMovedTask(tree, tower.id, remark.id, 0)).toBeNull();
    let deepTree = tree;
    for (let parent: string | null = null, level = 0; level < 5; level += 1) {
      const group = task(`Level ${level}`, "GROUP");
      deepTree = withAddedTask(deepTree, group, parent);
      parent = group.id;
    }
    const deepestTask = taskTree.flatten(deepTree).at(-1)!;
    expect(deepestTask.level).toBe(4);
    expect(withMovedTask(deepTree, remark.id, deepestTask.node.id, 0)).not.toBeNull();
    expect(withMovedTask(deepTree, tower.id, deepestTask.node.id, 0)).toBeNull();
  });

  it("3§4 keep their identity if unchanged, so that only one row re-renders", () => {
    const changedTasks = changeTask(tree, remark.id, (first) => ({ ...first, name: "Note" }));
    expect(changedTasks[0]).toBe(tree[0]);
    expect(changedTasks[1]).not.toBe(tree[1]);
  });

  it.each([
    ["PHOTO", ["NO", "YES", "NO_WITH_VALID_EXPLANATION", "NO_LATER_UPLOAD_POSSIBLE"]],
    ["FILE", ["NO", "YES", "NO_WITH_LATER_UPLOAD", "NO_LATER_UPLOAD_POSSIBLE"]],
    ["TEXT", ["NO", "YES"]],
    ["HEADER", ["NO"]],
    ["GROUP", ["NO"]],
  ] as const)("3§5 %s can be required as %j", (type, values) =>
    expect(requiredValuesFor(type)).toEqual(values),
  );

  it("3§4 changing a PHOTO to another type resets fields that only photos have; 3§5 names lose characters invalid in file names", () => {
    const photo = task("Mast", "PHOTO", { required: "NO_LATER_UPLOAD_POSSIBLE" });
    expect(withType(photo, "FILE").required).toBe("NO");
    expect(withType({ ...photo, required: "YES" }, "FILE").required).toBe("YES");
    expect(withType(task("Yes", "TEXT", { required: "YES" }), "GROUP").required).toBe("NO");
    const choice = task("Corrosion", "SINGLE_CHOICE", { options: "None;Severe" });
    const optionsAfterTypes = (...types: TaskType[]) => types.reduce(withType, choice).options;
    expect(optionsAfterTypes("TEXT", "MULTI_CHOICE")).toBe("None;Severe");
    expect(optionsAfterTypes("FILE")).toBeNull();
    expect(optionsAfterTypes("HEADER")).toBe("1");
    expect(optionsAfterTypes("HEADER", "SINGLE_CHOICE")).toBeNull();
    expect(
      withType(task("Who", "PREDEFINED", { options: "CUSTOMER_NAME" }), "MULTI_CHOICE").options,
    ).toBeNull();
    expect(withType(task('a~"#%&*:<>?/\\{|}b'), "DRAWING").name).toBe("ab");
    const normalizedTemplate = normalizeTemplate(
      templateWith({
        tasks: [
          task("a/b", "PHOTO"),
          task("a/b", "TEXT"),
          task("c", "FILE", { fileExtensions: ".PDF; csv;" }),
        ],
      }),
    );
    expect(normalizedTemplate.tasks.map(({ name }) => name)).toEqual(["ab", "a/b", "c"]);
    expect(normalizedTemplate.tasks[2]?.fileExtensions).toBe("pdf;csv");
  });

  it.each<[Partial<TemplateTask> & { type: TaskType }, Record<string, string>]>([
    [{ type: "TEXT", name: " " }, { "tasks.0.name": "required" }],
    [{ type: "PHOTO", name: "a:b" }, { "tasks.0.name": "invalid" }],
    [{ type: "TEXT", required: "NO_WITH_LATER_UPLOAD" }, { "tasks.0.required": "notAllowed" }],
    [{ type: "HEADER", required: "YES", options: "4" }, { "tasks.0.required": "notAllowed" }],
    [{ type: "HEADER", options: "5" }, { "tasks.0.options": "invalid" }],
    [{ type: "SINGLE_CHOICE", options: ";" }, { "tasks.0.options": "required" }],
    [{ type: "MULTI_CHOICE", options: "a;a" }, { "tasks.0.options": "duplicate" }],
    [{ type: "PREDEFINED", options: "NOBODY" }, { "tasks.0.options": "invalid" }],
    [{ type: "PREDEFINED", options: "CUSTOMER_NAME" }, {}],
    [{ type: "FILE", fileExtensions: "pdf;c v" }, { "tasks.0.fileExtensions": "invalid" }],
    [{ type: "TEXT", tasks: [task("x")] }, { "tasks.0.tasks": "notAllowed" }],
  ])("3§5 a task %j has the errors %j", (taskFields, faults) =>
    expect(
      validateTemplate(templateWith({ tasks: [task("Task", taskFields.type, taskFields)] }), allGrants),
    ).toEqual(faults),
  );

  it("3§5 six levels are allowed, seven are not", () => {
    const nest = (levels: number): TemplateTask =>
      task("Group", "GROUP", { tasks: levels > 1 ? [nest(levels - 1)] : [] });
    const parse = (levels: number) =>
      templateContent.safeParse(templateWith({ tasks: [nest(levels)] })).success;
    expect([parse(6), parse(7)]).toEqual([true, false]);
    expect(validateTemplate(templateWith({ tasks: [nest(6)] }), allGrants)).toEqual({});
    expect(Object.values(validateTemplate(templateWith({ tasks: [nest(7)] }), allGrants))).toEqual([
      "tooLarge",
    ]);
  });

  it("3§3 a duplicate id is reported", () => {
    const firstTask = task("One");
    expect(
      validateTemplate(templateWith({ tasks: [firstTask, { ...firstTask, name: "Two" }] }), allGrants),
    ).toEqual({
      "tasks.1.id": "duplicate",
    });
  });
});

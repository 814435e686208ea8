import { describe, expect, it } from "vitest";
import type { Authority, Product } from "#domain/access/authorities.ts";
import { type TaskType, taskTypes } from "#domain/core/documentationTypes.ts";
import type { TemplateContent } from "./content.ts";
import { copyName, withFreshTemplateIds } from "./copyTemplate.ts";
import {
  createExportNode,
  withAddedNode,
  withCopiedNode,
  withMovedNode,
  withoutNode,
} from "./exportRules.ts";
import type { TemplateTask } from "./task.ts";
import { createTask, withType } from "./taskRules.ts";
import { applyEdit, createTemplate } from "./templateEdit.ts";
import {
  canTarget,
  createPrecondition,
  findPreconditionTargets,
  withPreconditionType,
} from "./templatePreconditions.ts";
import { validateTemplate } from "./templateValidation.ts";
import { exportNodeTypes } from "./types.ts";

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
const preconditionOn = (
  target: TemplateTask,
  type: "TASK_ANSWER" | "TASK_PHOTOS_TAKEN" | "TASK_FINISHED" = "TASK_ANSWER",
) => {
  const precondition = createPrecondition(type);
  const answer: Record<string, string> =
    target.type === "CHECKBOX" && type === "TASK_ANSWER" ? { answer: "true" } : {};
  return { ...precondition, params: { ...precondition.params, ...answer, task: target.id } };
};

describe("a template's own fields", () => {
  it("3§9 start with the defaults", () =>
    expect(createTemplate()).toMatchObject({
      exportUnzippedPhotos: true,
      photoCommentEnabled: true,
      photoDrawingEnabled: true,
      allTasksRequired: "NO",
      hidden: false,
      tasks: [],
    }));

  it("3§4 automatic deletion without a limit deletes immediately; an existing limit stays", () => {
    expect(applyEdit(templateWith(), { deleteAutomatically: true }).deleteTimeLimit).toBe("IMMEDIATELY");
    expect(
      applyEdit(templateWith({ deleteTimeLimit: "WEEK" }), { deleteAutomatically: true }).deleteTimeLimit,
    ).toBe("WEEK");
    expect(applyEdit(templateWith(), { hidden: true }).deleteTimeLimit).toBeNull();
  });

  it("3§4 clearing the suggestion list allows other names; 3§5 no position is required if positions are disabled", () => {
    const strictTemplate = templateWith({
      suggestionList: crypto.randomUUID(),
      onlySuggestionsAllowed: true,
    });
    expect(applyEdit(strictTemplate, { name: "x" }).onlySuggestionsAllowed).toBe(true);
    expect(applyEdit(strictTemplate, { suggestionList: null }).onlySuggestionsAllowed).toBe(false);
    const templateWithLocation = templateWith({ locationEnabled: true, locationRequired: true });
    expect(applyEdit(templateWithLocation, { locationEnabled: false }).locationRequired).toBe(false);
  });

  it.each([
    [{ name: "  " }, { name: "required" }],
    [{ locationRequired: true }, { locationRequired: "notAllowed" }],
    [{ onlySuggestionsAllowed: true }, { onlySuggestionsAllowed: "notAllowed" }],
    [{ deleteAutomatically: true }, { deleteTimeLimit: "required" }],
    [{ position: Number.NaN }, { position: "required" }],
  ])("3§5 %j has the errors %j", (edit, faults) =>
    expect(validateTemplate(templateWith(edit), allGrants)).toEqual(faults),
  );

  it("3§4 a copy has new ids, and ' - Kopia' within the same customer", () => {
    const source = { name: "Mast", customerId: 1 };
    expect(copyName(source, { name: null, customerId: 1, hasMultiple: false })).toBe("Mast - Kopia");
    expect(copyName(source, { name: null, customerId: 2, hasMultiple: true })).toBe("Mast");
    expect(copyName(source, { name: "Pole", customerId: 1, hasMultiple: false })).toBe("Pole");
    expect(copyName(source, { name: "North", customerId: 1, hasMultiple: true })).toBe("North - Mast");
    const corrosion = task("Corrosion", "CHECKBOX");
    const remark = task("Remark", "TEXT", { preconditions: [preconditionOn(corrosion)] });
    const template = templateWith({ tasks: [task("Tower", "GROUP", { tasks: [corrosion] }), remark] });
    const copy = withFreshTemplateIds(template);
    const ids = (content: TemplateContent) => JSON.stringify(content).match(/[0-9a-f-]{36}/g) ?? [];
    expect(ids(copy).filter((id) => (ids(template) as string[]).includes(id))).toEqual([]);
    expect(copy.tasks[1]?.preconditions[0]?.params.task).toBe(copy.tasks[0]?.tasks[0]?.id);
    expect(validateTemplate(copy, allGrants)).toEqual({});
  });
});

describe("preconditions of a template", () => {
  it("3§4 changing the type resets the params", () => {
    const precondition = createPrecondition("TASK_ANSWER");
    expect(precondition.params).toEqual({ operator: "EQUALS", answer: "" });
    const platform = withPreconditionType(precondition, "PLATFORM");
    expect(platform).toEqual({
      ...precondition,
      type: "PLATFORM",
      params: { operator: "EQUALS", platform: "APP" },
    });
    expect(withPreconditionType(platform, "TASK_FINISHED").params).toEqual({});
  });

  it.each([
    [
      "TASK_ANSWER",
      [
        "TEXT",
        "INTEGER",
        "DECIMAL",
        "CHECKBOX",
        "SINGLE_CHOICE",
        "MULTI_CHOICE",
        "SINGLE_CHOICE_SUGGESTION",
        "MULTI_CHOICE_SUGGESTION",
      ],
    ],
    ["TASK_PHOTOS_TAKEN", ["PHOTO"]],
    ["TASK_NO_PHOTOS_TAKEN", ["PHOTO"]],
    ["PLATFORM", []],
    [
      "TASK_FINISHED",
      taskTypes.filter((type) => !["GROUP", "HEADER", "STATIC_TEXT", "PREDEFINED"].includes(type)),
    ],
  ] as const)("3§5 %s can refer to %j", (type, types) =>
    expect(taskTypes.filter((target) => canTarget(type, target))).toEqual(types),
  );

  const firstTask = task("First", "CHECKBOX");
  const secondTask = task("Second", "CHECKBOX", { preconditions: [preconditionOn(firstTask)] });
  const innerTask = task("Inner", "CHECKBOX");
  const group = task("Group", "GROUP", { tasks: [innerTask], preconditions: [preconditionOn(secondTask)] });
  const tasks = [firstTask, secondTask, group, task("Free")];

  it("3§5 never refer to the task itself, its subtasks, or tasks that depend on it", () => {
    const targets = (dependentTask: TemplateTask) =>
      findPreconditionTargets(tasks, dependentTask.id, "TASK_ANSWER").map(({ name }) => name);
    expect(targets(firstTask)).toEqual(["Free"]);
    expect(targets(secondTask)).toEqual(["First", "Free"]);
    expect(targets(group)).toEqual(["First", "Second", "Free"]);
    expect(targets(innerTask)).toEqual(["First", "Second", "Free"]);
  });

  it.each([
    [preconditionOn(firstTask), "tasks.0.preconditions.0.params.task", "notAllowed"],
    [preconditionOn(secondTask), "tasks.0.preconditions.0.params.task", "notAllowed"],
    [preconditionOn(innerTask), "tasks.0.preconditions.0.params.task", "notAllowed"],
    [preconditionOn(group, "TASK_FINISHED"), "tasks.0.preconditions.0.params.task", "notAllowed"],
    [preconditionOn(task("Elsewhere")), "tasks.0.preconditions.0.params.task", "notFound"],
    [createPrecondition("TASK_PHOTOS_TAKEN"), "tasks.0.preconditions.0.params.task", "required"],
    [
      { ...createPrecondition("PLATFORM"), params: { operator: "EQUALS", platform: "FAX" } },
      "tasks.0.preconditions.0.params.platform",
      "invalid",
    ],
    [
      { ...preconditionOn(tasks[3]!), params: { task: tasks[3]!.id, answer: "x" } },
      "tasks.0.preconditions.0.params.operator",
      "invalid",
    ],
  ])("3§5 %j is refused", (precondition, path, error) => {
    const [, ...rest] = tasks;
    const errors = validateTemplate(
      templateWith({ tasks: [{ ...firstTask, preconditions: [precondition] }, ...rest] }),
      allGrants,
    );
    expect(errors[path]).toBe(error);
  });
});

describe("the answer that a precondition compares with", () => {
  const answerErrorOf = (target: TemplateTask, answer: string) =>
    validateTemplate(
      templateWith({
        tasks: [
          target,
          task("Shown", "TEXT", {
            preconditions: [
              {
                ...createPrecondition("TASK_ANSWER"),
                params: { task: target.id, operator: "EQUALS", answer },
              },
            ],
          }),
        ],
      }),
      allGrants,
    )["tasks.1.preconditions.0.params.answer"];
  const checkbox = task("Crosses a road", "CHECKBOX");
  const singleChoice = task("Corrosion", "SINGLE_CHOICE", { options: "None;Severe" });
  const multiChoice = task("Tools", "MULTI_CHOICE", { options: "Saw;Axe;Rope" });

  it.each([
    [checkbox, "true", undefined],
    [checkbox, "false", undefined],
    [checkbox, "Yes", "notAllowed"],
    [checkbox, "", "required"],
    [singleChoice, "Severe", undefined],
    [singleChoice, "severe", "notAllowed"],
    [singleChoice, "None;Severe", "notAllowed"],
    [singleChoice, "", "required"],
    [multiChoice, "Axe", undefined],
    [multiChoice, "Saw;Rope", undefined],
    [multiChoice, "Rope;Saw", "notAllowed"],
    [multiChoice, "Saw;Spade", "notAllowed"],
    [task("Free"), "anything", undefined],
    [task("Nothing offered", "SINGLE_CHOICE"), "anything", undefined],
  ])("3§5 of %o can be %j: %s", (target, answer, error) => expect(answerErrorOf(target, answer)).toBe(error));

  it("3§4 a task whose type changes loses a list that the new type cannot use", () => {
    const suggestionList = crypto.randomUUID();
    const contacts = task("Crew", "CONTACT_PERSONS", { suggestionList, suggestionListName: "Crews" });
    expect(withType(contacts, "SINGLE_CHOICE_SUGGESTION")).toMatchObject({
      suggestionList: null,
      suggestionListName: null,
    });
    const choice = task("Tool", "SINGLE_CHOICE_SUGGESTION", { suggestionList });
    expect(withType(choice, "MULTI_CHOICE_SUGGESTION")).toMatchObject({ suggestionList });
  });
});

describe("the export of a template", () => {
  it("3§5 only folders and zips have children; 3§9 a zip starts with its name", () => {
    const zip = createExportNode("ZIP_FILE");
    expect(zip.params.name).toBe("{DOCUMENTATION_NAME}.zip");
    const photos = createExportNode("PHOTOS");
    const tree = withAddedNode(withAddedNode([], zip)!, photos, zip.id)!;
    expect(tree[0]?.children[0]).toMatchObject({ type: "PHOTOS", parent: zip.id, position: 0 });
    for (const type of exportNodeTypes) {
      const parentNode = createExportNode(type);
      const treeWithChild = withAddedNode([parentNode], createExportNode("FILES"), parentNode.id);
      expect([type, treeWithChild !== null]).toEqual([type, type === "FOLDER" || type === "ZIP_FILE"]);
    }
    expect(withMovedNode(tree, zip.id, photos.id, 0)).toBeNull();
    expect(withMovedNode(tree, photos.id, null, 0)?.map(({ type }) => type)).toEqual(["PHOTOS", "ZIP_FILE"]);
    expect(withCopiedNode(tree, zip.id).map(({ position }) => position)).toEqual([0, 1]);
    expect(withoutNode(tree, photos.id)[0]?.children).toEqual([]);
  });

  it.each([
    [{ quality: "101" }, { quality: "tooLarge" }],
    [{ quality: "-1" }, { quality: "tooSmall" }],
    [{ quality: "much" }, { quality: "wrongType" }],
    [{ maxSize: "-1" }, { maxSize: "tooSmall" }],
    [{ quality: "0", maxSize: "0" }, {}],
  ])("3§5 photos with %j have the errors %j", (params, faults) => {
    const template = templateWith({
      templateExportConfigurations: [
        {
          id: crypto.randomUUID(),
          exportConfiguration: crypto.randomUUID(),
          name: "SharePoint",
          position: 0,
          params: {},
          nodes: [{ ...createExportNode("PHOTOS"), params } as never],
        },
      ],
    });
    const basePath = "templateExportConfigurations.0.nodes.0.params.";
    expect(validateTemplate(template, allGrants)).toEqual(
      Object.fromEntries(Object.entries(faults).map(([field, error]) => [basePath + field, error])),
    );
  });
});

describe("products", () => {
  const template = templateWith({
    graphicEnabled: true,
    predefinedEnabled: true,
    referencePhotosEnabled: true,
    tasks: [
      task("Photo", "PHOTO", { referencePhotos: [{ id: crypto.randomUUID() }] }),
      task("Group", "GROUP", { preconditions: [createPrecondition("PLATFORM")] }),
      task("Tag", "ZEBRA_SCANNER"),
      task("Manager", "PREDEFINED", { options: "PROJECT_MANAGER_NAME" }),
    ],
  });

  it("3§1 are needed for types, groups, preconditions and features; every part without its product is reported by path", () => {
    expect(validateTemplate(template, grants())).toEqual({
      graphicEnabled: "notAllowed",
      predefinedEnabled: "notAllowed",
      referencePhotosEnabled: "notAllowed",
      "tasks.0.referencePhotos.0.id": "notAllowed",
      "tasks.1.type": "notAllowed",
      "tasks.1.preconditions.0.type": "notAllowed",
      "tasks.2.type": "notAllowed",
      "tasks.3.type": "notAllowed",
    });
    expect(Object.keys(validateTemplate(template, grants(["FORM", "GRAPHIC", "REFERENCE_PHOTO"])))).toEqual([
      "predefinedEnabled",
      "tasks.2.type",
      "tasks.3.type",
    ]);
    expect(
      validateTemplate(
        template,
        grants(["FORM", "GRAPHIC", "REFERENCE_PHOTO", "PREDEFINED", "ZEBRA_SCANNER"]),
      ),
    ).toEqual({});
    expect(validateTemplate(template, allGrants)).toEqual({});
  });

  it("3§1 stored parts can stay, but nothing can be added to them", () => {
    expect(validateTemplate({ ...template, name: "Renamed" }, grants(), template)).toEqual({});
    const longerTemplate = { ...template, tasks: [...template.tasks, task("New")] };
    expect(validateTemplate(longerTemplate, grants(), template)).toEqual({ "tasks.4.type": "notAllowed" });
  });

  it("3§5 only super admins can restrict to licences", () => {
    const restrictedTemplate = templateWith({ templateLicenses: [{ license: crypto.randomUUID() }] });
    expect(validateTemplate(restrictedTemplate, grants())).toEqual({ templateLicenses: "notAllowed" });
    expect(validateTemplate(restrictedTemplate, grants(), restrictedTemplate)).toEqual({});
    expect(validateTemplate(templateWith(), grants(), restrictedTemplate)).toEqual({
      templateLicenses: "notAllowed",
    });
    expect(validateTemplate(restrictedTemplate, allGrants)).toEqual({});
  });
});

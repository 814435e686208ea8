import { describe, expect, it } from "vitest";
import {
  computePhotoNames,
  createSuggestedMapping,
  isCompatible,
  type SourcePhoto,
  type SourceTask,
  targetsOf,
  targetTaskOf,
} from "./mapping.ts";
import { createTask } from "./taskRules.ts";
import { applyTemplateChange, validateTemplateChange } from "./templateChange.ts";

const sourceTask = (id: string, overrides: Partial<SourceTask> = {}): SourceTask => ({
  id,
  name: id,
  key: null,
  parentId: null,
  templateTaskId: null,
  type: "TEXT",
  answer: null,
  position: 0,
  ...overrides,
});
const target = (
  id: string,
  overrides: Parameters<typeof createTask>[1] = {},
  type: SourceTask["type"] = "TEXT",
) => ({
  ...createTask(type, { name: id, ...overrides }),
  id,
});

const group = sourceTask("group", { name: "Mast", type: "GROUP" });
const rust = sourceTask("rust", { parentId: "group", key: "corrosion", answer: "Severe", position: 1 });
const view = sourceTask("view", { name: "View", type: "PHOTO", parentId: "group", position: 2 });
const remark = sourceTask("remark", { answer: "Ladder missing", position: 3 });
const tasks = [group, rust, view, remark];
const targets = targetsOf([
  target("T-photo", { name: "Overview" }, "PHOTO"),
  target(
    "T-group",
    {
      name: "mast ",
      tasks: [
        target("T-rust", { name: "Corrosion", key: "CORROSION" }),
        target("T-view", { name: "View" }, "PHOTO"),
      ],
    },
    "GROUP",
  ),
  target("T-new"),
]);
const photo = (id: string, documentationTaskId: string | null, name: string): SourcePhoto => ({
  id,
  documentationTaskId,
  name,
});
const photos = [
  photo("1", "view", "View_03"),
  photo("2", "view", "View_07"),
  photo("3", "view", "View_08"),
  photo("4", null, "Overview_01"),
];
const request = {
  tasks: [
    { id: "group", templateTaskId: "T-group", name: "Mast" },
    { id: "rust", templateTaskId: "T-rust", name: "Corrosion" },
    { id: "view", templateTaskId: "T-view", name: "View" },
  ],
  photos: [{ id: "3", templateTaskId: "T-photo", name: "Overview_02" }],
  drop: [],
};
const facts = { tasks, photos, targets, taskIdsWithFiles: new Set<string>() };

describe("changing the template of a documentation", () => {
  it("2§2 Change template suggests template tasks by key, then by name in the same group, then by name, each once", () => {
    expect(Object.fromEntries(createSuggestedMapping(tasks, targets))).toEqual({
      group: "T-group",
      rust: "T-rust",
      view: "T-view",
    });
    const sameNameTasks = [sourceTask("a", { name: "T-new" }), sourceTask("b", { name: "T-new" })];
    expect(Object.fromEntries(createSuggestedMapping(sameNameTasks, targets))).toEqual({ a: "T-new" });
    const mappedTasks = [sourceTask("a", { name: "Other", templateTaskId: "T-new" })];
    expect(Object.fromEntries(createSuggestedMapping(mappedTasks, targets))).toEqual({ a: "T-new" });
  });

  it("2§3 a task is compatible if its answer and contents are allowed", () => {
    const choice = target("c", { options: "None;Severe" }, "SINGLE_CHOICE");
    expect(isCompatible(rust, choice)).toBe(true);
    expect(isCompatible(remark, choice)).toBe(false);
    expect(isCompatible(sourceTask("n", { type: "INTEGER", answer: "4" }), target("t"))).toBe(true);
    expect(isCompatible(remark, target("i", {}, "INTEGER"))).toBe(false);
    expect(isCompatible(view, target("d", {}, "DRAWING"))).toBe(true);
    expect(isCompatible(view, target("t"))).toBe(false);
    expect(isCompatible(group, target("t"))).toBe(false);
  });

  it("3§9 photos on the template's tasks are renamed taskName_NN, counting up; the others keep their names", () => {
    const mapping = new Map([["view", "T-view"]]);
    const names = new Map([
      ["T-view", "View"],
      ["T-photo", "Overview"],
    ]);
    const photoTargets = new Map([["3", "T-photo"]]);
    const targetOf = (photo: SourcePhoto) => targetTaskOf(photo, photoTargets.get(photo.id) ?? null, mapping);
    expect(Object.fromEntries(computePhotoNames(photos, targetOf, names))).toEqual({
      1: "View_01",
      2: "View_02",
      3: "Overview_01",
      4: "Overview_02",
    });
    const sameNames = new Map([
      ["T-view", "View"],
      ["T-photo", "View"],
    ]);
    expect(Object.fromEntries(computePhotoNames(photos, targetOf, sameNames))).toEqual({
      1: "View_01",
      2: "View_02",
      3: "View_03",
      4: "Overview_01",
    });
  });

  it("2§2 Change template the tasks become the template's, unmapped ones stay, and missing ones are added", () => {
    const changedTasks = applyTemplateChange(facts, request, (id) => `new ${id}`);
    expect(
      changedTasks.map(({ id, parentId, level, position, name }) => [position, level, id, parentId, name]),
    ).toEqual([
      [0, 0, "new T-photo", null, "Overview"],
      [1, 0, "group", null, "Mast"],
      [2, 1, "rust", "group", "Corrosion"],
      [3, 1, "view", "group", "View"],
      [4, 0, "new T-new", null, "T-new"],
      [5, 0, "remark", null, "remark"],
    ]);
    const partialChange = applyTemplateChange(
      facts,
      { ...request, tasks: request.tasks.slice(0, 1), drop: ["rust"] },
      (id) => id,
    );
    expect(partialChange.map(({ id, parentId }) => [id, parentId])).toEqual([
      ["T-photo", null],
      ["group", null],
      ["T-rust", "group"],
      ["T-view", "group"],
      // It stays in its group, now the template's.
      ["view", "group"],
      ["T-new", null],
      ["remark", null],
    ]);
  });

  it("2§7 reports errors by field, and never drops photos and files with their task", () => {
    expect(validateTemplateChange(facts, request)).toEqual({});
    const errors = (change: object, overrides: object = {}) =>
      validateTemplateChange({ ...facts, ...overrides }, { ...request, ...change });
    const task = (id: string, templateTaskId: string) => ({ tasks: [{ id, templateTaskId, name: "x" }] });
    expect(errors(task("nobody", "T-new"))).toEqual({ "tasks.0.id": "notFound" });
    expect(errors(task("remark", "nothing"))).toEqual({ "tasks.0.templateTaskId": "notFound" });
    expect(errors(task("remark", "T-photo"))).toEqual({ "tasks.0.templateTaskId": "notAllowed" });
    expect(errors({ tasks: [...task("remark", "T-new").tasks, ...task("rust", "T-new").tasks] })).toEqual({
      "tasks.1.templateTaskId": "duplicate",
    });
    const photoChange = (id: string, templateTaskId: string | null, name: string) => ({
      photos: [{ id, templateTaskId, name }],
    });
    expect(errors(photoChange("9", "T-photo", "x"))).toEqual({ "photos.0.id": "notFound" });
    expect(errors(photoChange("3", "T-new", "x"))).toEqual({ "photos.0.templateTaskId": "notAllowed" });
    expect(errors(photoChange("3", null, "View_07"))).toEqual({ "photos.0.name": "duplicate" });
    expect(errors({ drop: ["remark"] })).toEqual({});
    expect(errors({ drop: ["group"] })).toEqual({ "drop.0": "notAllowed" });
    expect(errors({ drop: ["remark"] }, { taskIdsWithFiles: new Set(["remark"]) })).toEqual({
      "drop.0": "notAllowed",
    });
    const emptyMapping = { tasks: [], photos: [] };
    expect(errors({ ...emptyMapping, drop: ["view"] })).toEqual({ "drop.0": "notAllowed" });
    expect(errors({ ...emptyMapping, drop: ["rust"] })).toEqual({});
  });
});

import { describe, expect, test } from "vitest";
import { formatAnswer } from "#features/documentation/formatAnswer.ts";
import { aFile, aPhoto, aPrecondition, aTask } from "#testing/fixtures.ts";
import {
  buildTaskTree,
  countVisibleTasks,
  filterTree,
  groupIds,
  hasHiddenTasks,
  progressOf,
} from "./taskTree.ts";

const formatWithType = (type: Parameters<typeof aTask>[0] & object, text: string | null) =>
  formatAnswer(aTask({ ...type, answer: text }));

describe("2§3 answers are formatted for their type", () => {
  test("multi choice values are joined by ';'", () => {
    expect(formatWithType({ type: "MULTI_CHOICE" }, "7 mm; 12 mm;")).toEqual({
      kind: "values",
      values: ["7 mm", "12 mm"],
    });
  });
  test("a date range is 'date1;date2'", () => {
    expect(formatWithType({ type: "DATE_RANGE" }, "2026-11-14;2026-11-18")).toEqual({
      kind: "range",
      from: "2026-11-14",
      to: "2026-11-18",
    });
  });
  test("contact persons are rows of equal length", () => {
    const params = { columns: "Name;Phone" };
    expect(formatWithType({ type: "CONTACT_PERSONS", params }, "Alva;070\nHelge;;Näset 1:9\n\n")).toEqual({
      kind: "table",
      columns: ["Name", "Phone", ""],
      rows: [
        ["Alva", "070", ""],
        ["Helge", "", "Näset 1:9"],
      ],
    });
  });
  test("a checkbox is yes or no, and other text is shown as stored", () => {
    expect(formatWithType({ type: "CHECKBOX" }, "true")).toEqual({ kind: "yesNo", yes: true });
    expect(formatWithType({ type: "CHECKBOX" }, "false")).toEqual({ kind: "yesNo", yes: false });
    expect(formatWithType({ type: "CHECKBOX" }, "maybe")).toEqual({ kind: "text", text: "maybe" });
  });
  test("an empty text, or one of only spaces, is not an answer", () => {
    expect(formatWithType({ type: "TEXT" }, null)).toEqual({ kind: "none" });
    expect(formatWithType({ type: "TEXT" }, "  ")).toEqual({ kind: "none" });
  });
});

describe("2§2 tasks are grouped", () => {
  const roadTask = aTask({ name: "Crosses a road", type: "CHECKBOX", answer: "false" });
  const group = aTask({ name: "Crossings", type: "GROUP" });
  const crossing = aTask({ name: "Crossing", type: "PHOTO", parentId: group.id });
  const withCondition = (equal: string) => ({
    preconditions: [
      aPrecondition({
        type: "TASK_ANSWER",
        params: { task: roadTask.id, operator: "EQUALS", answer: equal },
      }),
    ],
  });
  const build = (tasks: ReturnType<typeof aTask>[], overrides: object = {}) =>
    buildTaskTree({ tasks, photos: [], files: [], platform: "APP", ...overrides });

  test("with their photos and files, in order", () => {
    const photo = aPhoto({ documentationTaskId: crossing.id });
    const file = aFile({ documentationTaskId: roadTask.id });
    const tree = build([roadTask, group, crossing], { photos: [photo], files: [file] });
    expect(tree.map(({ task }) => task.name)).toEqual(["Crosses a road", "Crossings"]);
    expect(tree[0]?.files).toEqual([file]);
    expect(tree[1]?.children[0]?.photos).toEqual([photo]);
    expect(groupIds(tree)).toEqual([group.id]);
    expect(progressOf(tree)).toEqual({ answeredCount: 2, total: 2 });
  });

  test("tasks whose preconditions fail are skipped, with their subtasks", () => {
    const tree = build([roadTask, { ...group, ...withCondition("true") }, crossing]);
    expect(tree[1]).toMatchObject({ isSkipped: true, isAnswered: false });
    expect(tree[1]?.children[0]).toMatchObject({ isSkipped: true });
    expect(hasHiddenTasks(tree)).toBe(true);
    expect(progressOf(tree)).toEqual({ answeredCount: 1, total: 1 });
    expect(build([roadTask, { ...group, ...withCondition("false") }, crossing])[1]?.isSkipped).toBe(false);
  });

  test("captured answers are never hidden, whatever the preconditions are now", () => {
    const photos = [aPhoto({ documentationTaskId: crossing.id })];
    const tree = build([roadTask, { ...group, ...withCondition("true") }, crossing], { photos });
    expect(tree[1]).toMatchObject({ isSkipped: true, isAnswered: true });
    expect(hasHiddenTasks(tree)).toBe(false);
  });

  test("a task whose parent is missing is a root, and a cycle of parents terminates", () => {
    const orphan = aTask({ parentId: aTask().id });
    const first = aTask();
    const cycle = { ...first, parentId: first.id };
    expect(build([orphan]).map(({ task }) => task.id)).toEqual([orphan.id]);
    expect(build([cycle])).toEqual([]);
  });
});

describe("3§5 task filters in the form view", () => {
  const heading = (name: string, level: string) => aTask({ name, type: "HEADER", options: level });
  const group = aTask({ name: "Mast", type: "GROUP" });
  const tasks = [
    heading("Site", "1"),
    heading("Access", "2"),
    aTask({ name: "Gate", type: "TEXT", answer: "open" }),
    heading("Ground", "2"),
    aTask({ name: "Depth", type: "INTEGER" }),
    heading("Rest", "1"),
    group,
    aTask({ name: "Before", type: "PHOTO", parentId: group.id }),
    aTask({ name: "After", type: "PHOTO", parentId: group.id }),
  ];
  const photos = [aPhoto({ documentationTaskId: tasks[7]!.id })];
  const tree = buildTaskTree({ tasks, photos, files: [], platform: "APP" });
  const names = (nodes: ReturnType<typeof buildTaskTree>): unknown[] =>
    nodes.map(({ task, children }) => (children.length ? [task.name, ...names(children)] : task.name));
  const filteredNames = (...filters: Parameters<typeof filterTree>[1]) => names(filterTree(tree, filters));

  test("keep tasks in their groups, and headings above tasks that stay", () => {
    expect(filteredNames({ type: "ANSWERED", params: {} })).toEqual([
      "Site",
      "Access",
      "Gate",
      "Rest",
      ["Mast", "Before"],
    ]);
    expect(filteredNames({ type: "UNANSWERED", params: {} })).toEqual([
      "Site",
      "Ground",
      "Depth",
      "Rest",
      ["Mast", "After"],
    ]);
    expect(filteredNames({ type: "ANSWER", params: { ANSWER: "Open" } })).toEqual(["Site", "Access", "Gate"]);
    expect(filteredNames()).toEqual(names(tree));
  });

  test("show tasks that pass all of them, and do not change the progress", () => {
    const filters = [
      { type: "UNANSWERED", params: {} },
      { type: "TASK_TYPE", params: { TASK_TYPE: "PHOTO" } },
    ] as const;
    const filteredTree = filterTree(tree, filters);
    expect(names(filteredTree)).toEqual(["Rest", ["Mast", "After"]]);
    expect([countVisibleTasks(filteredTree), countVisibleTasks(tree)]).toEqual([1, 4]);
    expect(filteredTree[1]?.progress).toEqual({ answeredCount: 1, total: 2 });
    expect(filteredNames({ type: "TASK_TYPE", params: { TASK_TYPE: "GROUP" } })).toEqual([
      "Rest",
      ["Mast", "Before", "After"],
    ]);
  });
});

import { describe, expect, test } from "vitest";
import { formatAnswer } from "#features/documentation/formatAnswer.ts";
import { aFile, aPhoto, aPrecondition, aTask } from "#testing/fixtures.ts";
import {
  filteredTree,
  groupIds,
  hasHiddenTasks,
  progressOf,
  taskTree,
  visibleTaskCount,
} from "./taskTree.ts";

const answer = (type: Parameters<typeof aTask>[0] & object, text: string | null) =>
  formatAnswer(aTask({ ...type, answer: text }));

describe("2§3 answers are formatted for their type", () => {
  test("multi choice values are joined by ';'", () => {
    expect(answer({ type: "MULTI_CHOICE" }, "7 mm; 12 mm;")).toEqual({
      kind: "values",
      values: ["7 mm", "12 mm"],
    });
  });
  test("a date range is 'date1;date2'", () => {
    expect(answer({ type: "DATE_RANGE" }, "2026-11-14;2026-11-18")).toEqual({
      kind: "range",
      from: "2026-11-14",
      to: "2026-11-18",
    });
  });
  test("contact persons are rows of equal length", () => {
    const params = { columns: "Name;Phone" };
    expect(answer({ type: "CONTACT_PERSONS", params }, "Alva;070\nHelge;;Näset 1:9\n\n")).toEqual({
      kind: "table",
      columns: ["Name", "Phone", ""],
      rows: [
        ["Alva", "070", ""],
        ["Helge", "", "Näset 1:9"],
      ],
    });
  });
  test("a checkbox is yes or no, and other text is shown as stored", () => {
    expect(answer({ type: "CHECKBOX" }, "true")).toEqual({ kind: "yesNo", yes: true });
    expect(answer({ type: "CHECKBOX" }, "false")).toEqual({ kind: "yesNo", yes: false });
    expect(answer({ type: "CHECKBOX" }, "maybe")).toEqual({ kind: "text", text: "maybe" });
  });
  test("nothing, or blanks, is not an answer", () => {
    expect(answer({ type: "TEXT" }, null)).toEqual({ kind: "none" });
    expect(answer({ type: "TEXT" }, "  ")).toEqual({ kind: "none" });
  });
});

describe("2§2 tasks are grouped", () => {
  const asks = aTask({ name: "Crosses a road", type: "CHECKBOX", answer: "false" });
  const group = aTask({ name: "Crossings", type: "GROUP" });
  const within = aTask({ name: "Crossing", type: "PHOTO", parentId: group.id });
  const when = (equal: string) => ({
    preconditions: [
      aPrecondition({ type: "TASK_ANSWER", params: { task: asks.id, operator: "EQUALS", answer: equal } }),
    ],
  });
  const build = (tasks: ReturnType<typeof aTask>[], more: object = {}) =>
    taskTree({ tasks, photos: [], files: [], platform: "APP", ...more });

  test("with their photos and files, in order", () => {
    const photo = aPhoto({ documentationTaskId: within.id });
    const file = aFile({ documentationTaskId: asks.id });
    const tree = build([asks, group, within], { photos: [photo], files: [file] });
    expect(tree.map(({ task }) => task.name)).toEqual(["Crosses a road", "Crossings"]);
    expect(tree[0]?.files).toEqual([file]);
    expect(tree[1]?.children[0]?.photos).toEqual([photo]);
    expect(groupIds(tree)).toEqual([group.id]);
    expect(progressOf(tree)).toEqual({ answered: 2, total: 2 });
  });

  test("tasks whose preconditions fail are skipped, with their subtasks", () => {
    const tree = build([asks, { ...group, ...when("true") }, within]);
    expect(tree[1]).toMatchObject({ skipped: true, answered: false });
    expect(tree[1]?.children[0]).toMatchObject({ skipped: true });
    expect(hasHiddenTasks(tree)).toBe(true);
    expect(progressOf(tree)).toEqual({ answered: 1, total: 1 });
    expect(build([asks, { ...group, ...when("false") }, within])[1]?.skipped).toBe(false);
  });

  test("captured answers are never hidden, whatever the conditions say now", () => {
    const photos = [aPhoto({ documentationTaskId: within.id })];
    const tree = build([asks, { ...group, ...when("true") }, within], { photos });
    expect(tree[1]).toMatchObject({ skipped: true, answered: true });
    expect(hasHiddenTasks(tree)).toBe(false);
  });

  test("a task whose parent is missing stands at the top, and a circle of parents ends", () => {
    const lost = aTask({ parentId: aTask().id });
    const first = aTask();
    const circle = { ...first, parentId: first.id };
    expect(build([lost]).map(({ task }) => task.id)).toEqual([lost.id]);
    expect(build([circle])).toEqual([]);
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
  const tree = taskTree({ tasks, photos, files: [], platform: "APP" });
  const names = (nodes: ReturnType<typeof taskTree>): unknown[] =>
    nodes.map(({ task, children }) => (children.length ? [task.name, ...names(children)] : task.name));
  const through = (...filters: Parameters<typeof filteredTree>[1]) => names(filteredTree(tree, filters));

  test("keep tasks in their groups, and headings above what stays", () => {
    expect(through({ type: "ANSWERED", params: {} })).toEqual([
      "Site",
      "Access",
      "Gate",
      "Rest",
      ["Mast", "Before"],
    ]);
    expect(through({ type: "UNANSWERED", params: {} })).toEqual([
      "Site",
      "Ground",
      "Depth",
      "Rest",
      ["Mast", "After"],
    ]);
    expect(through({ type: "ANSWER", params: { ANSWER: "Open" } })).toEqual(["Site", "Access", "Gate"]);
    expect(through()).toEqual(names(tree));
  });

  test("show what passes all of them, and count as before", () => {
    const both = [
      { type: "UNANSWERED", params: {} },
      { type: "TASK_TYPE", params: { TASK_TYPE: "PHOTO" } },
    ] as const;
    const filtered = filteredTree(tree, both);
    expect(names(filtered)).toEqual(["Rest", ["Mast", "After"]]);
    expect([visibleTaskCount(filtered), visibleTaskCount(tree)]).toEqual([1, 4]);
    expect(filtered[1]?.progress).toEqual({ answered: 1, total: 2 });
    expect(through({ type: "TASK_TYPE", params: { TASK_TYPE: "GROUP" } })).toEqual([
      "Rest",
      ["Mast", "Before", "After"],
    ]);
  });
});

import { describe, expect, it } from "vitest";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import {
  findAnswerConflicts,
  findTasksWithoutGroup,
  type MergeTask,
  mergedPhotoNames,
  mergeTasks,
  withoutTask,
  withTask,
} from "./merge.ts";

/** `a/Group` is documentation a's copy of the template's task Group. */
const aTask = (id: string, overrides: Partial<MergeTask> = {}): MergeTask => {
  const [documentationId, templateTaskId] = id.split("/") as [string, string];
  return {
    id,
    documentationId,
    templateTaskId,
    parentId: null,
    type: "TEXT",
    answer: null,
    position: 0,
    ...overrides,
  };
};
const group = (id: string, position: number) => aTask(id, { type: "GROUP" as TaskType, position });
const visits = [
  group("a/Mast", 0),
  aTask("a/Rust", { parentId: "a/Mast", position: 1, answer: "None" }),
  aTask("a/Bolts", { parentId: "a/Mast", position: 2, answer: "Tight" }),
  aTask("a/View", { type: "PHOTO", position: 3 }),
  group("b/Mast", 0),
  aTask("b/Rust", { parentId: "b/Mast", position: 1, answer: "Severe" }),
  aTask("b/Bolts", { parentId: "b/Mast", position: 2, answer: "Tight" }),
  aTask("b/View", { type: "PHOTO", position: 3 }),
];
const all = new Set(visits.map(({ id }) => id));
const mergedRows = (selected: ReadonlySet<string>, tasks = visits) =>
  mergeTasks(tasks, selected).map(({ main, from, parent, position, level }) => [
    ...[position, level, main.id, from.map(({ id }) => id).join("+"), parent?.main.id ?? null],
  ]);

describe("merging documentations", () => {
  it("2§2 a selected task requires its group; selecting a task includes its group, excluding a group excludes its subtasks", () => {
    expect(findTasksWithoutGroup(visits, new Set(["a/Rust", "b/View"])).map(({ id }) => id)).toEqual([
      "a/Rust",
    ]);
    const selected = withTask(visits, new Set(["b/View"]), "a/Rust");
    expect([...selected].sort()).toEqual(["a/Mast", "a/Rust", "b/View"]);
    expect(findTasksWithoutGroup(visits, selected)).toEqual([]);
    expect([...withoutTask(visits, all, "a/Mast")].sort()).toEqual([
      ...["a/View", "b/Bolts", "b/Mast", "b/Rust", "b/View"],
    ]);
  });

  it("2§2 different answers are reported as conflicts", () => {
    expect([...findAnswerConflicts(visits)].map(([task, same]) => [task, same.map(({ id }) => id)])).toEqual([
      ["Rust", ["a/Rust", "b/Rust"]],
    ]);
  });

  it("2§2 groups and equal answers are joined, different answers are both kept, in the template's order", () => {
    expect(mergedRows(all)).toEqual([
      [0, 0, "a/Mast", "a/Mast+b/Mast", null],
      [1, 1, "a/Rust", "a/Rust", "a/Mast"],
      [2, 1, "b/Rust", "b/Rust", "a/Mast"],
      [3, 1, "a/Bolts", "a/Bolts+b/Bolts", "a/Mast"],
      [4, 0, "a/View", "a/View+b/View", null],
    ]);
    expect(mergedRows(withoutTask(visits, all, "a/Rust")).map(([, , main]) => main)).toEqual([
      ...["a/Mast", "b/Rust", "a/Bolts", "a/View"],
    ]);
  });

  it("2§2 an answer replaces an empty one, and tasks without a template task are never joined", () => {
    const remarks = [aTask("a/Remark"), aTask("b/Remark", { answer: "Ladder missing" })];
    expect(mergedRows(new Set(["a/Remark", "b/Remark"]), remarks)).toEqual([
      [0, 0, "b/Remark", "a/Remark+b/Remark", null],
    ]);
    const ownRemarks = remarks.map((task) => ({ ...task, templateTaskId: null }));
    expect(mergedRows(new Set(["a/Remark", "b/Remark"]), ownRemarks)).toHaveLength(2);
  });

  it("3§9 photos keep their names unless they collide; then taskName_NN continues after the highest number", () => {
    const photo = (id: string, name: string, taskName: string | null = "View") => ({ id, name, taskName });
    const names = mergedPhotoNames([
      photo("1", "View_01"),
      photo("2", "View_02"),
      photo("3", "View_01"),
      photo("4", "View_07"),
      photo("5", "View_02"),
      photo("6", "Sketch", null),
      photo("7", "Sketch", null),
    ]);
    expect(Object.fromEntries(names)).toEqual({
      1: "View_01",
      2: "View_02",
      3: "View_08",
      4: "View_07",
      5: "View_09",
      6: "Sketch",
      7: "Sketch_01",
    });
  });
});

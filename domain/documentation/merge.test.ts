import { describe, expect, it } from "vitest";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import {
  createMergedPhotoNames,
  findAnswerConflicts,
  findTasksWithoutGroup,
  type MergeTask,
  mergeTasks,
  withoutTask,
  withTask,
} from "./merge.ts";

/** `a/Group` is documentation a's copy of the template's task Group. */
const makeTask = (id: string, overrides: Partial<MergeTask> = {}): MergeTask => {
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
const makeGroup = (id: string, position: number) => makeTask(id, { type: "GROUP" as TaskType, position });
const visits = [
  makeGroup("a/Mast", 0),
  makeTask("a/Rust", { parentId: "a/Mast", position: 1, answer: "None" }),
  makeTask("a/Bolts", { parentId: "a/Mast", position: 2, answer: "Tight" }),
  makeTask("a/View", { type: "PHOTO", position: 3 }),
  makeGroup("b/Mast", 0),
  makeTask("b/Rust", { parentId: "b/Mast", position: 1, answer: "Severe" }),
  makeTask("b/Bolts", { parentId: "b/Mast", position: 2, answer: "Tight" }),
  makeTask("b/View", { type: "PHOTO", position: 3 }),
];
const allTaskIds = new Set(visits.map(({ id }) => id));
const mergedRows = (selectedIds: ReadonlySet<string>, tasks = visits) =>
  mergeTasks(tasks, selectedIds).map(({ main, from, parent, position, level }) => [
    ...[position, level, main.id, from.map(({ id }) => id).join("+"), parent?.main.id ?? null],
  ]);

describe("merging documentations", () => {
  it("2§2 a selected task requires its group; selecting a task includes its group, excluding a group excludes its subtasks", () => {
    expect(findTasksWithoutGroup(visits, new Set(["a/Rust", "b/View"])).map(({ id }) => id)).toEqual([
      "a/Rust",
    ]);
    const selectedIds = withTask(visits, new Set(["b/View"]), "a/Rust");
    expect([...selectedIds].sort()).toEqual(["a/Mast", "a/Rust", "b/View"]);
    expect(findTasksWithoutGroup(visits, selectedIds)).toEqual([]);
    expect([...withoutTask(visits, allTaskIds, "a/Mast")].sort()).toEqual([
      ...["a/View", "b/Bolts", "b/Mast", "b/Rust", "b/View"],
    ]);
  });

  it("2§2 different answers are reported as conflicts", () => {
    expect(
      [...findAnswerConflicts(visits)].map(([task, conflictingTasks]) => [
        task,
        conflictingTasks.map(({ id }) => id),
      ]),
    ).toEqual([["Rust", ["a/Rust", "b/Rust"]]]);
  });

  it("2§2 groups and equal answers are joined, different answers are both kept, in the template's order", () => {
    expect(mergedRows(allTaskIds)).toEqual([
      [0, 0, "a/Mast", "a/Mast+b/Mast", null],
      [1, 1, "a/Rust", "a/Rust", "a/Mast"],
      [2, 1, "b/Rust", "b/Rust", "a/Mast"],
      [3, 1, "a/Bolts", "a/Bolts+b/Bolts", "a/Mast"],
      [4, 0, "a/View", "a/View+b/View", null],
    ]);
    expect(mergedRows(withoutTask(visits, allTaskIds, "a/Rust")).map(([, , main]) => main)).toEqual([
      ...["a/Mast", "b/Rust", "a/Bolts", "a/View"],
    ]);
  });

  it("2§2 an answer replaces an empty answer, and tasks without a template task are never joined", () => {
    const remarks = [makeTask("a/Remark"), makeTask("b/Remark", { answer: "Ladder missing" })];
    expect(mergedRows(new Set(["a/Remark", "b/Remark"]), remarks)).toEqual([
      [0, 0, "b/Remark", "a/Remark+b/Remark", null],
    ]);
    const ownRemarks = remarks.map((task) => ({ ...task, templateTaskId: null }));
    expect(mergedRows(new Set(["a/Remark", "b/Remark"]), ownRemarks)).toHaveLength(2);
  });

  it("3§9 photos keep their names unless they collide; then taskName_NN continues after the highest number", () => {
    const makePhoto = (id: string, name: string, taskName: string | null = "View") => ({
      id,
      name,
      taskName,
    });
    const names = createMergedPhotoNames([
      makePhoto("1", "View_01"),
      makePhoto("2", "View_02"),
      makePhoto("3", "View_01"),
      makePhoto("4", "View_07"),
      makePhoto("5", "View_02"),
      makePhoto("6", "Sketch", null),
      makePhoto("7", "Sketch", null),
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

import { describe, expect, it } from "vitest";
import { type ConditionalTask, findApplicableTasks } from "./applicability.ts";
import type { Precondition } from "./preconditions.ts";

const task = (id: string, overrides: Partial<ConditionalTask> = {}): ConditionalTask => ({
  ...{ id, parentId: null, type: "TEXT", answer: null, preconditions: [] },
  ...overrides,
});
const answerIs = (id: string, answer: string): Precondition => ({
  type: "TASK_ANSWER",
  params: { task: id, operator: "EQUALS", answer },
});
const applicable = (tasks: ConditionalTask[]) => [
  ...findApplicableTasks(tasks, { countPhotos: () => 0, platform: "APP" }),
];

it("2§4 a task applies if its preconditions and those of its groups hold, in any order of the rows", () => {
  const innerTask = task("inside", { parentId: "group" });
  const group = task("group", { type: "GROUP", preconditions: [answerIs("asked", "2.5")] });
  const conditionTask = (answer: string) => task("asked", { type: "DECIMAL", answer });
  expect(applicable([innerTask, group, conditionTask("2,5")])).toEqual(["inside", "group", "asked"]);
  expect(applicable([innerTask, group, conditionTask("3")])).toEqual(["asked"]);
});

it("2§4 a task that a device did not show applies once an answer makes its preconditions hold", () => {
  const conditionTask = task("asked", { answer: "Ja" });
  const group = { type: "GROUP", enabled: false, preconditions: [answerIs("asked", "ja")] };
  const innerTask = task("inside", { parentId: "group", enabled: false });
  expect(applicable([conditionTask, task("group", group), innerTask])).toEqual(["asked", "group", "inside"]);
});

it("2§4 tasks with conditions that only a device can evaluate stay as the device sent them", () => {
  const finishedCondition: Precondition = { type: "TASK_FINISHED", params: { task: "asked" } };
  expect(
    applicable([
      task("asked", { answer: "Ja" }),
      task("unconditional", { enabled: false }),
      task("after", { enabled: false, preconditions: [answerIs("asked", "Ja"), finishedCondition] }),
      task("finished", { preconditions: [finishedCondition] }),
    ]),
  ).toEqual(["asked", "finished"]);
});

it("2§4 tasks that contain each other are evaluated too", () => {
  expect(applicable([task("a", { parentId: "b" }), task("b", { parentId: "a" })])).toEqual(["a", "b"]);
});

describe("a task that does not apply satisfies no condition", () => {
  const conditionOn = (type: Precondition["type"], id: string, params = {}): Precondition => ({
    type,
    params: { task: id, ...params },
  });
  const hiddenType = task("type", { answer: "Steel", preconditions: [answerIs("exists", "Yes")] });

  it.each<[string, Precondition]>([
    ["an answer", answerIs("type", "Steel")],
    ["another answer", conditionOn("TASK_ANSWER", "type", { operator: "NOT_EQUALS", answer: "Wood" })],
    ["photos", conditionOn("TASK_PHOTOS_TAKEN", "type")],
    ["no photos", conditionOn("TASK_NO_PHOTOS_TAKEN", "type")],
    ["what devices evaluate", conditionOn("TASK_FINISHED", "type")],
  ])("2§4 F4 enketo-core#624 %s", (_name, precondition) => {
    const tasks = [
      task("exists", { answer: "No" }),
      hiddenType,
      task("rust", { preconditions: [precondition] }),
    ];
    expect(applicable(tasks)).toEqual(["exists"]);
    // Neither do the tasks that depend on it.
    expect(
      applicable([...tasks, task("next", { preconditions: [conditionOn("TASK_NO_PHOTOS_TAKEN", "rust")] })]),
    ).toEqual(["exists"]);
  });

  it("2§4 F4 civiform#1544 this also holds through groups, in any order of the rows, until the first condition is met", () => {
    const tasks = (answer: string) => [
      task("deepest", { preconditions: [answerIs("inside", "x")] }),
      task("inside", { parentId: "group", answer: "x" }),
      task("group", { type: "GROUP", preconditions: [answerIs("type", "Steel")] }),
      hiddenType,
      task("exists", { answer }),
    ];
    expect(applicable(tasks("No"))).toEqual(["exists"]);
    expect(applicable(tasks("Yes"))).toEqual(["deepest", "inside", "group", "type", "exists"]);
  });

  it("2§4 F4 enketo-core#624 nor does a task that the device did not show, or that is only for another platform", () => {
    const portal = task("portal", {
      answer: "x",
      preconditions: [conditionOn("PLATFORM", "", { platform: "WEB" })],
    });
    expect(
      applicable([
        task("unshown", { answer: "x", enabled: false }),
        portal,
        task("a", { preconditions: [answerIs("unshown", "x")] }),
        task("b", { preconditions: [answerIs("portal", "x")] }),
      ]),
    ).toEqual([]);
  });

  it("2§4 F4 enketo-core#624 the tasks in a cycle of conditions apply together or not at all", () => {
    const cycle = (answer: string) => [
      task("a", { answer, preconditions: [answerIs("b", "x")] }),
      task("b", { answer: "x", preconditions: [answerIs("c", "x")] }),
      task("c", { answer: "x", preconditions: [answerIs("a", "x")] }),
    ];
    expect(applicable(cycle("x"))).toEqual(["a", "b", "c"]);
    expect(applicable(cycle("y"))).toEqual([]);
  });
});

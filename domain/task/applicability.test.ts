import { expect, it } from "vitest";
import { applicableTasks, type ConditionalTask } from "./applicability.ts";
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
  ...applicableTasks(tasks, { photos: () => 0, platform: "APP" }),
];

it("2§4 a task applies if its preconditions and those of its groups hold, in any order of the rows", () => {
  const inside = task("inside", { parentId: "group" });
  const group = task("group", { type: "GROUP", preconditions: [answerIs("asked", "2.5")] });
  const conditionTask = (answer: string) => task("asked", { type: "DECIMAL", answer });
  expect(applicable([inside, group, conditionTask("2,5")])).toEqual(["inside", "group", "asked"]);
  expect(applicable([inside, group, conditionTask("3")])).toEqual(["asked"]);
});

it("2§4 a task that a device did not show applies once an answer makes its preconditions hold", () => {
  const conditionTask = task("asked", { answer: "Ja" });
  const group = { type: "GROUP", enabled: false, preconditions: [answerIs("asked", "ja")] };
  const inside = task("inside", { parentId: "group", enabled: false });
  expect(applicable([conditionTask, task("group", group), inside])).toEqual(["asked", "group", "inside"]);
});

it("2§4 what only a device knows stays as the device sent it", () => {
  const finished: Precondition = { type: "TASK_FINISHED", params: { task: "asked" } };
  expect(
    applicable([
      task("asked", { answer: "Ja" }),
      task("unconditional", { enabled: false }),
      task("after", { enabled: false, preconditions: [answerIs("asked", "Ja"), finished] }),
      task("finished", { preconditions: [finished] }),
    ]),
  ).toEqual(["asked", "finished"]);
});

it("2§4 tasks that contain each other are decided too", () => {
  expect(applicable([task("a", { parentId: "b" }), task("b", { parentId: "a" })])).toEqual(["a", "b"]);
});

import { describe, expect, it } from "vitest";
import { type FilteredTask, passesTaskFilter, type TaskFilter } from "./filters.ts";

const task = (overrides: Partial<FilteredTask>): FilteredTask => ({
  ...{ type: "TEXT", answer: null, preconditions: [], hasMedia: false },
  ...overrides,
});
const conditionalTask = (answer: string, operator?: string): FilteredTask =>
  task({
    preconditions: [{ type: "TASK_ANSWER", params: { task: "t", answer, ...(operator && { operator }) } }],
  });
const withPhotosPrecondition = task({
  preconditions: [{ type: "TASK_PHOTOS_TAKEN", params: { task: "t" } }],
});

describe("3§5 a task filter", () => {
  it.each<[TaskFilter["type"], TaskFilter["params"], FilteredTask, boolean]>([
    ["ANSWER", { ANSWER: "ok" }, task({ answer: " OK " }), true],
    ["ANSWER", { ANSWER: "ok" }, task({ answer: "not ok" }), false],
    ["ANSWER", { ANSWER: "Sand" }, task({ type: "MULTI_CHOICE", answer: "Rock;Sand" }), true],
    ["ANSWER", { ANSWER: "Sand" }, task({ answer: "Rock;Sand" }), false],
    ["ANSWER", { ANSWER: "ja" }, task({ type: "CHECKBOX", answer: "true" }), true],
    ["ANSWER", { ANSWER: "No" }, task({ type: "CHECKBOX", answer: "true" }), false],
    ["ANSWER_NOT", { ANSWER: "ok" }, task({ answer: "ok" }), false],
    ["ANSWER_NOT", { ANSWER: "ok" }, task({}), true],
    ["ANSWER_NOT", { ANSWER: "ok" }, task({ type: "GROUP" }), false],
    ["PRECONDITION", {}, conditionalTask("yes"), true],
    ["PRECONDITION", { ANSWER: "yes" }, conditionalTask("yes"), true],
    ["PRECONDITION", { ANSWER: "no" }, conditionalTask("yes"), false],
    ["PRECONDITION", { OPERATOR: "NOT_EQUALS", ANSWER: "yes" }, conditionalTask("yes", "NOT_EQUALS"), true],
    ["PRECONDITION", { OPERATOR: "NOT_EQUALS", ANSWER: "yes" }, conditionalTask("yes"), false],
    ["PRECONDITION", { PRECONDITION_TYPE: "TASK_PHOTOS_TAKEN", ANSWER: "x" }, withPhotosPrecondition, true],
    ["PRECONDITION", { PRECONDITION_TYPE: "TASK_NO_PHOTOS_TAKEN" }, withPhotosPrecondition, false],
    ["PRECONDITION", {}, task({}), false],
    ["TASK_TYPE", { TASK_TYPE: "PHOTO" }, task({ type: "PHOTO" }), true],
    ["TASK_TYPE", { TASK_TYPE: "PHOTO" }, task({ type: "FILE" }), false],
    ["ANSWERED", {}, task({ answer: "x" }), true],
    ["ANSWERED", {}, task({ answer: " " }), false],
    ["ANSWERED", {}, task({ type: "PHOTO", hasMedia: true }), true],
    ["ANSWERED", {}, task({ type: "HEADER", answer: "x" }), false],
    ["UNANSWERED", {}, task({}), true],
    ["UNANSWERED", {}, task({ type: "PHOTO", hasMedia: true }), false],
    ["UNANSWERED", {}, task({ type: "STATIC_TEXT" }), false],
  ])("%s %j", (type, params, filteredTask, passes) => {
    expect(passesTaskFilter(filteredTask, { type, params })).toBe(passes);
  });
});

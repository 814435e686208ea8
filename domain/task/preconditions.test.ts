import { describe, expect, it } from "vitest";
import { type PreconditionFacts, preconditionsHold } from "./preconditions.ts";

describe("preconditions", () => {
  const facts = (
    answers: Record<string, string>,
    photos: Record<string, number> = {},
    platform: "APP" | "WEB" = "WEB",
  ): PreconditionFacts => ({
    findTask: (id) => (answers[id] === undefined ? undefined : { type: "TEXT", answer: answers[id] }),
    countPhotos: (task) => photos[task] ?? 0,
    platform,
  });
  it.each([
    ["TASK_ANSWER", { task: "a", operator: "EQUALS", answer: "yes" }, facts({ a: "yes" }), true],
    ["TASK_ANSWER", { task: "a", operator: "EQUALS", answer: "yes" }, facts({ a: "no" }), false],
    ["TASK_ANSWER", { task: "a", operator: "NOT_EQUALS", answer: "yes" }, facts({ a: "no" }), true],
    ["TASK_ANSWER", { task: "a", operator: "NOT_EQUALS", answer: "yes" }, facts({}), true],
    ["TASK_ANSWER", { task: "a", operator: "EQUALS", answer: "" }, facts({}), true],
    ["TASK_PHOTOS_TAKEN", { task: "a" }, facts({}, { a: 1 }), true],
    ["TASK_PHOTOS_TAKEN", { task: "a" }, facts({}), false],
    ["TASK_NO_PHOTOS_TAKEN", { task: "a" }, facts({}), true],
    ["TASK_NO_PHOTOS_TAKEN", { task: "a" }, facts({}, { a: 2 }), false],
    ["PLATFORM", { operator: "EQUALS", platform: "APP" }, facts({}), false],
    ["PLATFORM", { operator: "EQUALS", platform: "APP" }, facts({}, {}, "APP"), true],
    ["PLATFORM", { operator: "NOT_EQUALS", platform: "APP" }, facts({}), true],
    ["TASK_FINISHED", { task: "a" }, facts({}), true],
    ["TASK_UNFINISHED", { task: "a" }, facts({}), true],
  ] as const)("2§4 %s with %j", (type, params, input, expected) =>
    expect(preconditionsHold([{ type, params }], input)).toBe(expected),
  );
  it("2§4 all preconditions must hold", () => {
    const photoPrecondition = { type: "TASK_PHOTOS_TAKEN", params: { task: "a" } } as const;
    const answerPrecondition = {
      type: "TASK_ANSWER",
      params: { task: "b", operator: "EQUALS", answer: "x" },
    } as const;
    expect(preconditionsHold([photoPrecondition, answerPrecondition], facts({ b: "x" }, { a: 1 }))).toBe(
      true,
    );
    expect(preconditionsHold([photoPrecondition, answerPrecondition], facts({ b: "y" }, { a: 1 }))).toBe(
      false,
    );
    expect(preconditionsHold([], facts({}))).toBe(true);
  });
});

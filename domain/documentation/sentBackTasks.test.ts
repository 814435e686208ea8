import { describe, expect, test } from "vitest";
import { getBulkOutcome } from "./bulkChange.ts";
import { findSentBackTasks, maxRetakes } from "./sentBackTasks.ts";

const task = {
  type: "PHOTO",
  required: "YES",
  isApplicable: true,
  answer: null,
  photoCount: 0,
  fileCount: 0,
};

describe("design§Retakes the tasks that a bulk change sends back", () => {
  test.each([
    ["a required task without a photo", {}, ["MISSING", "ALL"]],
    ["a required task with a photo", { photoCount: 1 }, ["ALL"]],
    ["an optional task", { required: "NO" }, ["ALL"]],
    ["a required text with an answer", { type: "TEXT", answer: "A-17" }, ["ALL"]],
    ["a required text without one", { type: "TEXT", answer: " " }, ["MISSING", "ALL"]],
    ["a file that may come later", { type: "FILE", required: "NO_WITH_LATER_UPLOAD" }, ["MISSING", "ALL"]],
    ["a task that does not apply", { isApplicable: false }, []],
    ["a heading", { type: "HEADER" }, []],
  ])("%s", (_, overrides, expected) => {
    const tasks = [{ ...task, ...overrides }];
    expect(
      (["MISSING", "ALL"] as const).filter((which) => findSentBackTasks(tasks, which).length > 0),
    ).toEqual(expected);
  });

  test.each([
    ["COMPLETED", 1, true, "change"],
    ["PAUSED", 1, true, "change"],
    ["ONGOING", 1, false, "change"],
    ["ONGOING", 1, true, "statusDoesNotFollow"],
    ["HANDLED", 0, false, "nothingToSendBack"],
    ["HANDLED", maxRetakes + 1, false, "tooManyTasks"],
    ["DELETED", 1, false, "deleted"],
  ] as const)(
    "of a documentation that is %s, %i tasks, handed over: %s",
    (status, taskCount, handsOver, expected) => {
      const outcome = getBulkOutcome("SEND_BACK", {
        ...{ status, hidden: false, enabled: ["PAUSED"], superAdmin: false },
        sendBack: { taskCount, handsOver },
      });
      expect(outcome.effect === "refuse" ? outcome.reason : outcome.effect).toBe(expected);
    },
  );

  test("are not handed over where the customer does not use that status", () => {
    const facts = { status: "COMPLETED", hidden: false, enabled: [], superAdmin: false } as const;
    const sendBack = { taskCount: 1, handsOver: true };
    expect(getBulkOutcome("SEND_BACK", { ...facts, sendBack })).toEqual({
      effect: "refuse",
      reason: "statusNotEnabled",
    });
  });
});

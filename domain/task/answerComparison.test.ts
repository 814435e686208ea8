import { describe, expect, it } from "vitest";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import { isAnsweredWith, isSameConditionAnswer, normalizeConditionAnswer } from "./answerComparison.ts";

const colours = "Red;Green;Dark red";

describe("2§4 an answer equals that of a condition", () => {
  it.each<[TaskType, string | null, string]>([
    ["DECIMAL", "2,5", "2.5"],
    ["DECIMAL", "2.5", "2,5"],
    ["DECIMAL", "2.50", "2.5"],
    ["DECIMAL", "-0", "0"],
    ["DECIMAL", "0,10", ".10".padStart(4, "0")],
    ["DECIMAL", "12345678901234567890,10", "12345678901234567890.1"],
    ["DECIMAL", "1\u00a0000", "1000,0"],
    ["DECIMAL", "1\u202f000", "1000"],
    ["INTEGER", "1 000", "1000"],
    ["INTEGER", "+5", "5"],
    ["INTEGER", "5", "+5"],
    ["INTEGER", "−7", "-7"],
    ["INTEGER", "007", "7"],
    ["INTEGER", "5", "5,0"],
    ["TEXT", "Ja ", "Ja"],
    ["TEXT", "ja", " Ja"],
    ["TEXT", "Bra\u030a", "brå"],
    ["TEXT", "a\r\nb", "a\nb"],
    ["TEXT", null, ""],
    ["CHECKBOX", "true", "Ja"],
    ["CHECKBOX", "true", " yes"],
    ["CHECKBOX", "false", "nej"],
    ["CHECKBOX", null, "false"],
    ["CHECKBOX", "", "No"],
    ["CHECKBOX", null, ""],
    ["SINGLE_CHOICE", "Dark red", "dark red "],
    ["MULTI_CHOICE", "Red;Green", "Green"],
    ["MULTI_CHOICE", "Red;Green", "Green; Red"],
    ["MULTI_CHOICE_SUGGESTION", "b;a", "a;b"],
    ["MULTI_CHOICE", null, ""],
    ["TIME", "7:05", "07:05"],
  ])("%s %j is %j", (type, answer, expected) =>
    expect(isAnsweredWith({ type, answer, options: colours }, expected)).toBe(true),
  );

  it.each<[TaskType, string | null, string]>([
    ["DECIMAL", "2,5", "25"],
    ["DECIMAL", null, "0"],
    ["INTEGER", "10", "1"],
    ["INTEGER", "-5", "5"],
    ["TEXT", "1 000", "1000"],
    ["TEXT", "Ja!", "Ja"],
    ["TEXT", "true", "Ja"],
    ["CHECKBOX", null, "true"],
    ["CHECKBOX", "false", ""],
    ["SINGLE_CHOICE", "Red;Green", "Red"],
    ["MULTI_CHOICE", "Dark red", "Red"],
    ["MULTI_CHOICE", "Red", "Red;Green"],
    ["MULTI_CHOICE", "Red;Green;Dark red", "Red;Green"],
    ["MULTI_CHOICE", "Red", ""],
  ])("%s %j is not %j", (type, answer, expected) =>
    expect(isAnsweredWith({ type, answer, options: colours }, expected)).toBe(false),
  );

  it("only with all of several choices, in any order, if the condition requires the whole answer", () => {
    const isWholeAnswer = (answer: string, expected: string) =>
      isAnsweredWith({ type: "MULTI_CHOICE", answer, options: colours }, expected, { requiresAll: true });
    expect([
      isWholeAnswer("Red;Green", "Red"),
      isWholeAnswer("Red", "Red"),
      isWholeAnswer("Red;Green", "Green;Red"),
    ]).toEqual([false, true, true]);
  });

  it("but not if they are choices that differ only in case", () => {
    const unitTask = (answer: string) => ({ type: "SINGLE_CHOICE", answer, options: "m;M" });
    expect([isAnsweredWith(unitTask("m"), "m"), isAnsweredWith(unitTask("m"), "M")]).toEqual([true, false]);
  });
});

it("3§5 the answer of a condition is stored in the same form as an answer of its task", () => {
  const toStored = (type: TaskType, text: string, options: string | null = null) =>
    normalizeConditionAnswer({ type, options }, text);
  expect([
    toStored("DECIMAL", " 2,5"),
    toStored("INTEGER", "1 000"),
    toStored("CHECKBOX", "Ja"),
    toStored("CHECKBOX", "NO "),
    toStored("TEXT", " Ja "),
    toStored("SINGLE_CHOICE", "green", colours),
    toStored("MULTI_CHOICE", "green; RED", colours),
    toStored("MULTI_CHOICE", "Pink", colours),
    toStored("DECIMAL", "many"),
  ]).toEqual(["2.5", "1000", "true", "false", "Ja", "Green", "Red;Green", "Pink", "many"]);
});

it("3§5 a task filter finds a precondition however its answer is written", () => {
  expect([
    isSameConditionAnswer("true", "Ja"),
    isSameConditionAnswer("2.5", "2,50"),
    isSameConditionAnswer("a", "b"),
  ]).toEqual([true, true, false]);
});

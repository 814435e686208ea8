import { describe, expect, it } from "vitest";
import { replaceAnswerTexts, replaceTaskTexts } from "./replacement.ts";

const codes = new Map([
  ["title", "Mastbesiktning"],
  ["m2", "m²"],
  ["both", "a;b"],
]);

describe("3§2 replacement texts in a task", () => {
  it("replace codes in names, groups and descriptions", () => {
    const task = {
      name: "title",
      type: "TEXT",
      path: ["{title} 1"],
      description: "Area, {m2}",
      answer: "m2",
    };
    expect(replaceTaskTexts(task, codes)).toEqual({
      ...{ name: "Mastbesiktning", type: "TEXT", path: ["Mastbesiktning 1"] },
      ...{ description: "Area, m²", answer: "m2" },
    });
    expect(replaceTaskTexts(task, new Map())).toBe(task);
  });

  it.each([
    ["SINGLE_CHOICE", "m2", "m²"],
    ["MULTI_CHOICE", "m2; title;other", "m²;Mastbesiktning;other"],
    ["MULTI_CHOICE", "both;m2", "a,b;m²"],
    ["SINGLE_CHOICE_SUGGESTION", "title", "Mastbesiktning"],
    ["TEXT", "title", "title"],
    ["MULTI_CHOICE", null, null],
  ])("stand for choices, and not for free answers: %s %s", (type, answer, expected) => {
    expect(replaceAnswerTexts({ type, answer }, codes)).toBe(expected);
  });
});

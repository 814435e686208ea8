import { describe, expect, test } from "vitest";
import { findMentionQuery, splitMentions } from "./mentions.ts";

describe("design§Threads mentions", () => {
  test.each([
    ["@", 1, ""],
    ["@an", 3, "an"],
    ["Hi @an", 6, "an"],
    ["Hi\n@an there", 6, "an"],
    ["@an there", 9, null],
    ["anna@example", 12, null],
    ["no", 2, null],
    ["", 0, null],
    [`@${"x".repeat(80)}`, 81, null],
  ])("the mention at the caret of %j at %i is %j", (text, caret, term) => {
    expect(findMentionQuery(text, caret)?.term ?? null).toBe(term);
  });

  test("are distinguished from the text, the longest name first", () => {
    expect(splitMentions("Hi @anna.b and @anna, mail a@b @bo", ["anna", "anna.b"])).toMatchObject([
      { text: "Hi ", isMention: false },
      { text: "@anna.b", isMention: true },
      { text: " and ", isMention: false },
      { text: "@anna", isMention: true },
      { text: ", mail a@b @bo", isMention: false },
    ]);
    expect(splitMentions("<b>@x</b>", [])).toMatchObject([{ text: "<b>@x</b>", isMention: false }]);
    expect(splitMentions("", ["anna"])).toEqual([]);
  });
});

import { expect, test } from "vitest";
import { getHeadingFontSize, getTaskFontSize } from "./taskTextSizes.ts";

test("3§5 the four sizes of headings and tasks are distinct; a heading without a size is the smallest", () => {
  const headings = ["1", "2", "3", "4"].map(getHeadingFontSize);
  const tasks = (["largest", "larger", "large", "normal"] as const).map(getTaskFontSize);
  expect(new Set(headings).size).toBe(4);
  expect(tasks).toEqual(headings);
  expect([getHeadingFontSize(null), getHeadingFontSize("7")]).toEqual([headings[3], headings[3]]);
});

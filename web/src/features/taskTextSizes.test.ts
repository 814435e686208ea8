import { expect, test } from "vitest";
import { headingFontSize, taskFontSize } from "./taskTextSizes.ts";

test("3§5 the four sizes of headings and tasks are distinct; a heading without a size is the smallest", () => {
  const headings = ["1", "2", "3", "4"].map(headingFontSize);
  const tasks = (["largest", "larger", "large", "normal"] as const).map(taskFontSize);
  expect(new Set(headings).size).toBe(4);
  expect(tasks).toEqual(headings);
  expect([headingFontSize(null), headingFontSize("7")]).toEqual([headings[3], headings[3]]);
});

import { expect, it } from "vitest";
import { formatDuration } from "./duration.ts";

it("design§Web durations are shown in the unit that fits", () => {
  const seconds = [0, 59 * 60, 3600, 5.25 * 3600, 47 * 3600, 2 * 86_400, 12.6 * 86_400];
  const normalize = (text: string) => text.replaceAll("\u00a0", " ");
  expect(seconds.map((value) => normalize(formatDuration(value, "en")))).toEqual([
    ...["0 min", "59 min", "1 hr", "5.3 hrs", "47 hrs", "2 days", "13 days"],
  ]);
  expect(seconds.map((value) => normalize(formatDuration(value, "sv")))).toEqual([
    ...["0 min", "59 min", "1 tim", "5,3 tim", "47 tim", "2 dygn", "13 dygn"],
  ]);
});

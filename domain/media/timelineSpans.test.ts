import { expect, test } from "vitest";
import { groupIntoSpans, type Hour } from "./timelineSpans.ts";

const makeHour = (hour: string, count: number): Hour => ({ hour, count });

test("design§Web a timeline span stays within a Swedish day and a number of photos; an hour is never split", () => {
  expect(
    groupIntoSpans([
      makeHour("2026-05-04T10", 150),
      makeHour("2026-05-04T09", 0),
      makeHour("2026-05-04T06", 40),
      makeHour("2026-05-04T05", 20),
      makeHour("2026-05-03T22", 1),
      makeHour("2026-05-03T21", 5),
      makeHour("2026-05-03T10", 900),
      makeHour("2026-05-03T09", 3),
    ]),
  ).toEqual([
    { day: "2026-05-04", from: "2026-05-04T06:00:00Z", before: "2026-05-04T11:00:00Z", count: 190 },
    { day: "2026-05-04", from: "2026-05-03T22:00:00Z", before: "2026-05-04T06:00:00Z", count: 21 },
    { day: "2026-05-03", from: "2026-05-03T21:00:00Z", before: "2026-05-03T22:00:00Z", count: 5 },
    { day: "2026-05-03", from: "2026-05-03T10:00:00Z", before: "2026-05-03T11:00:00Z", count: 900 },
    { day: "2026-05-03", from: "2026-05-03T09:00:00Z", before: "2026-05-03T10:00:00Z", count: 3 },
  ]);
  expect(groupIntoSpans([])).toEqual([]);
});

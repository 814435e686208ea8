import { expect, test } from "vitest";
import { type Hour, spansOf } from "./timelineSpans.ts";

const at = (hour: string, count: number): Hour => ({ hour, count });

test("design§Web a timeline's spans keep to a Swedish day and to so many photos; one hour is never cut", () => {
  expect(
    spansOf([
      at("2026-05-04T10", 150),
      at("2026-05-04T09", 0),
      at("2026-05-04T06", 40),
      at("2026-05-04T05", 20),
      at("2026-05-03T22", 1),
      at("2026-05-03T21", 5),
      at("2026-05-03T10", 900),
      at("2026-05-03T09", 3),
    ]),
  ).toEqual([
    { day: "2026-05-04", from: "2026-05-04T06:00:00Z", before: "2026-05-04T11:00:00Z", count: 190 },
    { day: "2026-05-04", from: "2026-05-03T22:00:00Z", before: "2026-05-04T06:00:00Z", count: 21 },
    { day: "2026-05-03", from: "2026-05-03T21:00:00Z", before: "2026-05-03T22:00:00Z", count: 5 },
    { day: "2026-05-03", from: "2026-05-03T10:00:00Z", before: "2026-05-03T11:00:00Z", count: 900 },
    { day: "2026-05-03", from: "2026-05-03T09:00:00Z", before: "2026-05-03T10:00:00Z", count: 3 },
  ]);
  expect(spansOf([])).toEqual([]);
});

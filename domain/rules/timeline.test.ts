import { expect, test } from "vitest";
import { type Minute, spansOf } from "./timeline";

const at = (minute: string, count: number): Minute => ({ minute, count });

test("design§Web a timeline's spans keep to a Swedish day and to so many photos; one minute is never cut", () => {
  expect(
    spansOf([
      at("2026-05-04T08:31", 150),
      at("2026-05-04T08:30", 0),
      at("2026-05-04T06:10", 40),
      at("2026-05-04T06:09", 20),
      at("2026-05-03T22:00", 1),
      at("2026-05-03T21:59", 5),
      at("2026-05-03T10:00", 900),
      at("2026-05-03T09:00", 3),
    ]),
  ).toEqual([
    { day: "2026-05-04", from: "2026-05-04T06:10:00Z", before: "2026-05-04T08:32:00Z", count: 190 },
    { day: "2026-05-04", from: "2026-05-03T22:00:00Z", before: "2026-05-04T06:10:00Z", count: 21 },
    { day: "2026-05-03", from: "2026-05-03T21:59:00Z", before: "2026-05-03T22:00:00Z", count: 5 },
    { day: "2026-05-03", from: "2026-05-03T10:00:00Z", before: "2026-05-03T10:01:00Z", count: 900 },
    { day: "2026-05-03", from: "2026-05-03T09:00:00Z", before: "2026-05-03T09:01:00Z", count: 3 },
  ]);
  expect(spansOf([])).toEqual([]);
});

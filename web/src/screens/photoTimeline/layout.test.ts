import { expect, test } from "vitest";
import { computeGridMetrics } from "./gridMetrics.ts";
import {
  buildTimeline,
  chunksIn,
  computeRowOffset,
  findDay,
  findNextIndex,
  findVisibleDays,
  layOutDays,
} from "./layout.ts";

const span = (day: string, count: number, hour = "08") => ({
  ...{ day, count },
  from: `${day}T${hour}:00:00Z`,
  before: `${day}T${hour}:30:00Z`,
});
const timeline = buildTimeline([
  span("2026-05-04", 5),
  span("2026-05-03", 600, "09"),
  span("2026-05-03", 1),
  span("2026-05-02", 2),
]);
const sizes = { columns: 3, tile: 100, gap: 10, row: 130, head: 50 };

test("design§Web spans are merged into days, and long ones are fetched in chunks", () => {
  expect(timeline.days).toEqual([
    { day: "2026-05-04", first: 0, count: 5 },
    { day: "2026-05-03", first: 5, count: 601 },
    { day: "2026-05-02", first: 606, count: 2 },
  ]);
  expect(timeline.chunks.map(({ first, offset, count }) => [first, offset, count])).toEqual([
    [0, 0, 5],
    [5, 0, 500],
    [505, 500, 100],
    [605, 0, 1],
    [606, 0, 2],
  ]);
  expect(chunksIn(timeline.chunks, 4, 6).map(({ first }) => first)).toEqual([0, 5]);
  expect(chunksIn(timeline.chunks, 504, 505).map(({ first }) => first)).toEqual([5]);
  expect(chunksIn([], 0, 100)).toEqual([]);
});

test("design§Web only the rows near the window are rendered", () => {
  const days = layOutDays(timeline.days, sizes);
  expect(days.map(({ top, rows }) => [top, rows])).toEqual([
    [0, 2],
    [310, 201],
    [26_490, 1],
  ]);
  const renderedRows = (top: number, bottom: number) =>
    findVisibleDays(days, sizes, top, bottom).map(({ day, firstRow, endRow }) => [day.day, firstRow, endRow]);
  expect(renderedRows(-500, 320)).toEqual([
    ["2026-05-04", 0, 2],
    ["2026-05-03", 0, 0],
  ]);
  expect(renderedRows(10_000, 10_300)).toEqual([["2026-05-03", 74, 77]]);
  expect(computeRowOffset(days, sizes, 8)).toEqual({ top: 490, bottom: 620 });
  expect(findDay(timeline.days, 605)?.day).toBe("2026-05-03");
  expect([computeGridMetrics(358).columns, computeGridMetrics(1392).columns]).toEqual([3, 8]);
});

test("design§Web arrow keys keep the column from day to day", () => {
  const step = (key: string, index: number) => findNextIndex(key, index, timeline, 3);
  expect([step("ArrowRight", 4), step("ArrowLeft", 0), step("ArrowDown", 0)]).toEqual([5, 0, 3]);
  // From the first row to a shorter last one, from there into the next day, and back up.
  expect([step("ArrowDown", 2), step("ArrowDown", 4), step("ArrowUp", 6)]).toEqual([4, 6, 4]);
  expect([step("ArrowDown", 607), step("Home", 9), step("End", 9), step("a", 9)]).toEqual([
    607,
    0,
    607,
    null,
  ]);
});

import { expect, test } from "vitest";
import { compareAnswer, isOrdered } from "./answerOrder.ts";

test.each([
  ["INTEGER", "9", "10", -1],
  ["DECIMAL", "72.5", "72,4", 1],
  ["DECIMAL", "-1", "1", -1],
  ["DECIMAL", "2.50", "2.5", 0],
  ["TEXT", "12", "9", 1],
  ["SINGLE_CHOICE", "3", "3.0", 0],
  ["DATE", "2026-02-01", "2026-01-31", 1],
  ["DATE_TIME", "2026-02-01 08:00", "2026-02-01", 1],
  ["DATE_TIME", "2026-02-01 08:00", "2026-02-01T09:00", -1],
  ["TIME", "08:30", "8:45", -1],
  ["TIME", "23:59", "8.45", 1],
  ["TEXT", "ten", "9", null],
  ["DATE", "2026-02-01", "9", null],
  ["TIME", "08:30", "2026-02-01", null],
  ["DECIMAL", null, "9", null],
] as const)("3§4 a %s answered %j compares with %j as %j", (type, answer, value, expected) => {
  const order = compareAnswer({ type, answer }, value);
  expect(order === null ? null : Math.sign(order)).toBe(expected);
});

test("3§4 numbers, dates and times have an order, other texts none", () => {
  expect(["1,5", "-2", "2026-01-01", "2026-01-01 10:00", "7:05"].map(isOrdered)).not.toContain(false);
  expect(["", "OK", "2026-13-01", "25:00", "1-2"].map(isOrdered)).not.toContain(true);
});

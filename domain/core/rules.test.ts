import { describe, expect, it } from "vitest";
import { z } from "zod";
import { generatePassword, validatePassword } from "#domain/access/password.ts";
import {
  accessTokenLifetimeSeconds,
  refreshAgeMs,
  refreshCheckIntervalMs,
  refreshIsDue,
} from "#domain/access/sessionTimes.ts";
import { acceptsDeviceUploads, statusAfterCompletion } from "#domain/documentation/completion.ts";
import { type PreconditionFacts, preconditionsHold } from "#domain/task/preconditions.ts";
import { pageNumbers } from "#ui/table/pageNumbers.ts";
import { addDays, dayStart, subtractMonth, validatePeriod } from "./calendar/days.ts";
import { formatSize } from "./text/byteSize.ts";
import { validate } from "./validation.ts";

describe("sizes", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.00 kB"],
    [999_994, "999.99 kB"],
    [999_995, "1.00 MB"],
    [1_234_567, "1.23 MB"],
    [5_000_000_000, "5.00 GB"],
    [12_345_678_901_234, "12.35 TB"],
    [9_999_000_000_000_000, "9999.00 TB"],
  ])("1§9 %d bytes read %s", (bytes, text) => expect(formatSize(bytes)).toBe(text));
  it("1§9 uses the decimal mark of the language", () => expect(formatSize(1500, "sv")).toBe("1,50 kB"));
});

describe("preconditions", () => {
  const facts = (
    answers: Record<string, string>,
    photos: Record<string, number> = {},
    platform: "APP" | "WEB" = "WEB",
  ): PreconditionFacts => ({
    answer: (task) => answers[task] ?? null,
    photos: (task) => photos[task] ?? 0,
    platform,
  });
  it.each([
    ["TASK_ANSWER", { task: "a", operator: "EQUALS", answer: "yes" }, facts({ a: "yes" }), true],
    ["TASK_ANSWER", { task: "a", operator: "EQUALS", answer: "yes" }, facts({ a: "no" }), false],
    ["TASK_ANSWER", { task: "a", operator: "NOT_EQUALS", answer: "yes" }, facts({ a: "no" }), true],
    ["TASK_ANSWER", { task: "a", operator: "NOT_EQUALS", answer: "yes" }, facts({}), true],
    ["TASK_ANSWER", { task: "a", operator: "EQUALS", answer: "" }, facts({}), true],
    ["TASK_PHOTOS_TAKEN", { task: "a" }, facts({}, { a: 1 }), true],
    ["TASK_PHOTOS_TAKEN", { task: "a" }, facts({}), false],
    ["TASK_NO_PHOTOS_TAKEN", { task: "a" }, facts({}), true],
    ["TASK_NO_PHOTOS_TAKEN", { task: "a" }, facts({}, { a: 2 }), false],
    ["PLATFORM", { operator: "EQUALS", platform: "APP" }, facts({}), false],
    ["PLATFORM", { operator: "EQUALS", platform: "APP" }, facts({}, {}, "APP"), true],
    ["PLATFORM", { operator: "NOT_EQUALS", platform: "APP" }, facts({}), true],
    ["TASK_FINISHED", { task: "a" }, facts({}), true],
    ["TASK_UNFINISHED", { task: "a" }, facts({}), true],
  ] as const)("2§4 %s with %j", (type, params, given, expected) =>
    expect(preconditionsHold([{ type, params }], given)).toBe(expected),
  );
  it("2§4 all preconditions must hold", () => {
    const first = { type: "TASK_PHOTOS_TAKEN", params: { task: "a" } } as const;
    const two = { type: "TASK_ANSWER", params: { task: "b", operator: "EQUALS", answer: "x" } } as const;
    expect(preconditionsHold([first, two], facts({ b: "x" }, { a: 1 }))).toBe(true);
    expect(preconditionsHold([first, two], facts({ b: "y" }, { a: 1 }))).toBe(false);
    expect(preconditionsHold([], facts({}))).toBe(true);
  });
});

describe("completion", () => {
  it.each([
    [3, 2, 0, "ONGOING"],
    [3, 3, 0, "COMPLETED"],
    [3, 4, 0, "COMPLETED"],
    [0, 0, 0, "COMPLETED"],
    [3, 3, 1, "WAITING_FOR_FILE"],
    [3, 2, 1, "ONGOING"],
  ])(
    "2§4 %d announced, %d arrived, %d files awaited: %s",
    (numberOfPhotos, uploadedPhotos, awaitedFiles, status) =>
      expect(statusAfterCompletion({ numberOfPhotos, uploadedPhotos, awaitedFiles })).toBe(status),
  );
  it("2§4 once staff have taken over, a documentation is closed to devices", () => {
    for (const status of ["COMPLETED", "HANDLED", "APPROVED", "DELETED"] as const)
      expect(acceptsDeviceUploads(status)).toBe(false);
    for (const status of ["ONGOING", "PAUSED", "DOWNLOADED", "WAITING_FOR_FILE"] as const)
      expect(acceptsDeviceUploads(status)).toBe(true);
  });
});

describe("gallery pages", () => {
  it("2§2 offers all pages if fewer than ten, otherwise the first three, the last three and the neighbours", () => {
    expect(pageNumbers(1, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(pageNumbers(1, 10)).toEqual([1, 2, 3, null, 8, 9, 10]);
    expect(pageNumbers(4, 10)).toEqual([1, 2, 3, 4, 5, null, 8, 9, 10]);
    expect(pageNumbers(10, 20)).toEqual([1, 2, 3, null, 9, 10, 11, null, 18, 19, 20]);
    expect(pageNumbers(1, 0)).toEqual([]);
  });
});

describe("passwords", () => {
  it.each([
    ["", "", "required"],
    ["Ab!4567", "Ab!4567", "tooShort"],
    ["Abcdefg!", "Abcdefg?", "noMatch"],
    ["abcdefg!", "abcdefg!", "noCapital"],
    ["Abcdefgh", "Abcdefgh", "noSpecial"],
    ["Åbcdefg!", "Åbcdefg!", null],
    ["Siteproof-1!", "Siteproof-1!", null],
  ])("1§5 %j, %j: %s", (password, repeated, error) =>
    expect(validatePassword(password, repeated)).toBe(error),
  );
});

describe("generated passwords", () => {
  const seeded = (seed: number) => (exclusiveMax: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * exclusiveMax);
  };

  it("1§5 have 12 characters without lookalikes, and meet the rules", () => {
    for (let seed = 1; seed < 500; seed += 1) {
      const password = generatePassword(seeded(seed));
      expect(password).toHaveLength(12);
      expect(password).not.toMatch(/[0Oo1lIi5Ss2Zz8BuvVU|]/);
      expect(validatePassword(password)).toBeNull();
    }
  });
});

describe("errors of a body", () => {
  const schema = z.strictObject({
    name: z.string().min(1).max(3),
    kind: z.enum(["A", "B"]),
    mail: z.email().or(z.literal("")),
    rows: z.array(z.object({ id: z.int() })).default([]),
  });
  it.each([
    [{}, { name: "required", kind: "required", mail: "required" }],
    [
      { name: 1, kind: "C", mail: "x" },
      { name: "wrongType", kind: "invalid", mail: "invalid" },
    ],
    [{ name: "", kind: "A", mail: "" }, { name: "required" }],
    [
      { name: "long", kind: "A", mail: "", more: 1 },
      { name: "tooLong", more: "unknown" },
    ],
    [{ name: "a", kind: "A", mail: "", rows: [{ id: 1 }, { id: "x" }] }, { "rows.1.id": "wrongType" }],
    [null, { body: "wrongType" }],
    [undefined, { body: "required" }],
  ])("design§HTTP %j is %j", (body, faults) => expect(validate(schema, body).faults).toEqual(faults));
});

describe("days", () => {
  it("1§5 a period is complete, in order, and ends no later than today", () => {
    const now = "2026-11-21";
    const errors = (startDate: string, endDate: string) => validatePeriod({ startDate, endDate }, { now });
    expect(errors("2026-10-21", now)).toEqual({});
    expect(errors("", "")).toEqual({ startDate: "required", endDate: "required" });
    expect(errors("2026-11-20", "2026-11-19")).toEqual({ startDate: "afterEnd", endDate: "beforeStart" });
    expect(errors("2026-11-20", "2026-11-22")).toEqual({ endDate: "inFuture" });
    const openPeriod = { now, open: true, minimum: "2021-01-01" };
    expect(validatePeriod({ startDate: "", endDate: "" }, openPeriod)).toEqual({});
    expect(validatePeriod({ startDate: "2020-12-31", endDate: "" }, openPeriod)).toEqual({
      startDate: "tooSmall",
    });
  });

  it("1§9 an invoice's period starts a month ago, at the end of shorter months too", () => {
    expect(subtractMonth("2026-11-21")).toBe("2026-10-21");
    expect(subtractMonth("2026-03-31")).toBe("2026-02-28");
    expect(subtractMonth("2026-01-15")).toBe("2025-12-15");
  });

  it("1§5 a day begins at midnight Swedish time, in winter, in summer and on the days when the clocks change", () => {
    expect(dayStart("2026-01-15")).toBe("2026-01-14T23:00:00Z");
    expect(dayStart("2026-07-15")).toBe("2026-07-14T22:00:00Z");
    expect(dayStart("2026-03-29")).toBe("2026-03-28T23:00:00Z");
    expect(dayStart("2026-10-25")).toBe("2026-10-24T22:00:00Z");
    expect(addDays("2026-02-28")).toBe("2026-03-01");
  });
});

describe("the session clock", () => {
  it("1§9 refreshes only when the last refresh is older than ten minutes, and never after the token expires", () => {
    expect(refreshIsDue(0, 600_000)).toBe(false);
    expect(refreshIsDue(0, 600_001)).toBe(true);
    expect(accessTokenLifetimeSeconds * 1000).toBeGreaterThan(refreshCheckIntervalMs + refreshAgeMs);
  });
});

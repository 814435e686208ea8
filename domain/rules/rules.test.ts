import { describe, expect, it } from "vitest";
import { openToDevices, statusOnceComplete } from "./completion";
import { offeredPages } from "./pagination";
import { passwordFault } from "./password";
import { type PreconditionFacts, preconditionsHold } from "./preconditions";
import { accessTokenLifetime, refreshCheckEvery, refreshIsDue, refreshWhenOlderThan } from "./session";
import { formatSize } from "./sizes";

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
  it("2§4 all of them must hold", () => {
    const one = { type: "TASK_PHOTOS_TAKEN", params: { task: "a" } } as const;
    const two = { type: "TASK_ANSWER", params: { task: "b", operator: "EQUALS", answer: "x" } } as const;
    expect(preconditionsHold([one, two], facts({ b: "x" }, { a: 1 }))).toBe(true);
    expect(preconditionsHold([one, two], facts({ b: "y" }, { a: 1 }))).toBe(false);
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
      expect(statusOnceComplete({ numberOfPhotos, uploadedPhotos, awaitedFiles })).toBe(status),
  );
  it("2§4 what staff has taken over is closed to devices", () => {
    for (const status of ["COMPLETED", "HANDLED", "APPROVED", "DELETED"] as const)
      expect(openToDevices(status)).toBe(false);
    for (const status of ["ONGOING", "PAUSED", "DOWNLOADED", "WAITING_FOR_FILE"] as const)
      expect(openToDevices(status)).toBe(true);
  });
});

describe("gallery pages", () => {
  it("2§2 offers all below ten, else the first three, the last three and the neighbours", () => {
    expect(offeredPages(1, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(offeredPages(1, 10)).toEqual([1, 2, 3, null, 8, 9, 10]);
    expect(offeredPages(4, 10)).toEqual([1, 2, 3, 4, 5, null, 8, 9, 10]);
    expect(offeredPages(10, 20)).toEqual([1, 2, 3, null, 9, 10, 11, null, 18, 19, 20]);
    expect(offeredPages(1, 0)).toEqual([]);
  });
});

describe("passwords", () => {
  it.each([
    ["", "", "empty"],
    ["Ab!4567", "Ab!4567", "tooShort"],
    ["Abcdefg!", "Abcdefg?", "noMatch"],
    ["abcdefg!", "abcdefg!", "noCapital"],
    ["Abcdefgh", "Abcdefgh", "noSpecial"],
    ["Åbcdefg!", "Åbcdefg!", null],
    ["Siteproof-1!", "Siteproof-1!", null],
  ])("1§5 %j, %j: %s", (password, repeated, fault) => expect(passwordFault(password, repeated)).toBe(fault));
});

describe("the session's clock", () => {
  it("1§9 refreshes only when the last refresh is older than ten minutes, and never later than the token lives", () => {
    expect(refreshIsDue(0, 600_000)).toBe(false);
    expect(refreshIsDue(0, 600_001)).toBe(true);
    expect(accessTokenLifetime * 1000).toBeGreaterThan(refreshCheckEvery + refreshWhenOlderThan);
  });
});

import { expect, it } from "vitest";
import { listMondays, toMonday } from "./weeks.ts";

it("design§Web weeks begin on Mondays, also over the end of a year and the change to summer time", () => {
  expect(["2026-03-29", "2026-03-30", "2026-04-05", "2027-01-01"].map(toMonday)).toEqual([
    "2026-03-23",
    "2026-03-30",
    "2026-03-30",
    "2026-12-28",
  ]);
  expect(listMondays("2027-01-03", 3)).toEqual(["2026-12-14", "2026-12-21", "2026-12-28"]);
});

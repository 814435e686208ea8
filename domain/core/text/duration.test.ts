import { expect, it } from "vitest";
import type { Language } from "../language.ts";
import { formatDuration } from "./duration.ts";

it("design§Web durations are shown in the unit that fits", () => {
  const seconds = [0, 59 * 60, 3600, 5.25 * 3600, 47 * 3600, 2 * 86_400, 12.6 * 86_400];
  const format = (language: Language) =>
    seconds.map((value) => formatDuration(value, language).replaceAll("\u00a0", " ")).join(", ");
  // Versions of ICU disagree about the plural of min.
  expect(format("en")).toMatch(/^0 mins?, 59 mins?, 1 hr, 5\.3 hrs, 47 hrs, 2 days, 13 days$/);
  expect(format("sv")).toBe("0 min, 59 min, 1 tim, 5,3 tim, 47 tim, 2 dygn, 13 dygn");
});

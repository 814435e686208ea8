import { describe, expect, it } from "vitest";
import { cronMatcher } from "./cron.ts";
import { readWranglerConfig } from "./local-config.ts";

const due = (expression: string, instant: string) => cronMatcher(expression)(new Date(instant));

describe("a cron expression", () => {
  it.each([
    ["*/2 * * * *", "2026-05-04T09:30:15Z", true],
    ["*/2 * * * *", "2026-05-04T09:31:00Z", false],
    ["17 3 * * *", "2026-05-04T03:17:59Z", true],
    ["17 3 * * *", "2026-05-04T04:17:00Z", false],
    ["0,30 8-10 * * *", "2026-05-04T10:30:00Z", true],
    ["0,30 8-10 * * *", "2026-05-04T11:30:00Z", false],
    ["5/20 * * * *", "2026-05-04T09:45:00Z", true],
    ["0 6 1 JAN-MAR *", "2026-02-01T06:00:00Z", true],
    ["0 6 1 JAN-MAR *", "2026-04-01T06:00:00Z", false],
  ])("%s at %s: %s", (expression, instant, expected) => expect(due(expression, instant)).toBe(expected));

  it("counts weekdays from Sunday, 1, as Cloudflare does", () => {
    const sunday = "2026-05-03T06:00:00Z";
    expect(due("0 6 * * 1", sunday)).toBe(true);
    expect(due("0 6 * * SUN", sunday)).toBe(true);
    expect(due("0 6 * * 2-6", sunday)).toBe(false);
  });

  it("takes a day of the month and a weekday as alternatives", () => {
    expect(due("0 6 13 * MON", "2026-05-04T06:00:00Z")).toBe(true);
    expect(due("0 6 13 * MON", "2026-05-13T06:00:00Z")).toBe(true);
    expect(due("0 6 13 * MON", "2026-05-14T06:00:00Z")).toBe(false);
  });

  it.each(["* * * *", "60 * * * *", "*/0 * * * *", "a * * * *", "5-1 * * * *", "* * L * *", "1-2-3 * * * *"])(
    "refuses %s",
    (expression) => expect(() => cronMatcher(expression)).toThrow(/cron/),
  );

  it("can read all those of wrangler.toml", async () => {
    for (const cron of (await readWranglerConfig()).triggers.crons)
      expect(cronMatcher(cron)).toBeTypeOf("function");
  });
});

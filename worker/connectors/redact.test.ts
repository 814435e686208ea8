import { describe, expect, test } from "vitest";
import { redact } from "./redact.ts";

describe("text from a destination", () => {
  test("design§Tenancy is quoted without secrets, the longest first", () => {
    expect(redact("530 hunter22-long and hunter2 refused", ["hunter2", "hunter22-long"])).toBe(
      "530 … and … refused",
    );
  });

  test("design§Tenancy a short secret is redacted only as a whole word; gaps within other words would reveal it", () => {
    expect(redact("530 Login as a failed: a, [a] or 'a'", ["a"])).toBe(
      "530 Login as … failed: …, […] or '…'",
    );
    expect(redact("password åäö-x refused", ["åäö-x"])).toBe("password … refused");
  });

  test("design§Tenancy is one short line", () => {
    expect(redact(` 550\r\n ${"x".repeat(500)}`, [""])).toBe(`550 ${"x".repeat(196)}`);
  });
});

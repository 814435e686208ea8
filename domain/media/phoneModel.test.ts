import { expect, test } from "vitest";
import { phoneModelName } from "./phoneModel.ts";

test("2§2 phone models are shown by their marketing names, unknown ones as reported", () => {
  expect(phoneModelName("iPhone14,5")).toBe("iPhone 13");
  expect(phoneModelName("SM-S921B")).toBe("Galaxy S24");
  expect(phoneModelName("SM-G525F")).toBe("Galaxy XCover 5");
  expect(phoneModelName("XQ-AT51")).toBe("Xperia 1 II");
  expect(phoneModelName("CPH2449")).toBe("OnePlus 11 5G");
  expect(phoneModelName("2201116SG")).toBe("Redmi Note 11 Pro 5G");
  expect(phoneModelName("iPad13,1")).toContain("iPad Air");
  expect(phoneModelName("Pixel 8")).toBe("Pixel 8");
  expect(phoneModelName("N/A")).toBe("N/A");
});

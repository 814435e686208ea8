import { expect, test } from "vitest";
import { getPhoneModelName } from "./phoneModel.ts";

test("2§2 phone models are shown by their marketing names, unknown ones as reported", () => {
  expect(getPhoneModelName("iPhone14,5")).toBe("iPhone 13");
  expect(getPhoneModelName("SM-S921B")).toBe("Galaxy S24");
  expect(getPhoneModelName("SM-G525F")).toBe("Galaxy XCover 5");
  expect(getPhoneModelName("XQ-AT51")).toBe("Xperia 1 II");
  expect(getPhoneModelName("CPH2449")).toBe("OnePlus 11 5G");
  expect(getPhoneModelName("2201116SG")).toBe("Redmi Note 11 Pro 5G");
  expect(getPhoneModelName("iPad13,1")).toContain("iPad Air");
  expect(getPhoneModelName("Pixel 8")).toBe("Pixel 8");
  expect(getPhoneModelName("N/A")).toBe("N/A");
});

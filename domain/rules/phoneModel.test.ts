import { expect, test } from "vitest";
import { phoneModelName } from "./phoneModel";

test("2§2 phone models are shown by their marketing names, unknown ones as they were reported", () => {
  expect(phoneModelName("iPhone14,5")).toBe("iPhone 13");
  expect(phoneModelName("SM-S921B")).toBe("Galaxy S24");
  expect(phoneModelName("Pixel 8")).toBe("Pixel 8");
  expect(phoneModelName("N/A")).toBe("N/A");
});

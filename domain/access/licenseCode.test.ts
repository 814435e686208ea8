import { describe, expect, it } from "vitest";
import { generateLicenseCode, isGuessableLicenseCode } from "./licenseCode.ts";

describe("licence codes", () => {
  const seededRandom = (seed: number) => (exclusiveMax: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * exclusiveMax);
  };

  it("design§Tenancy are generated without lookalikes, and are not guessable", () => {
    for (let seed = 1; seed < 500; seed += 1) {
      const code = generateLicenseCode(seededRandom(seed));
      expect(code).toMatch(/^(?:[2-9A-HJKMNP-TW-Z]{4}-){3}[2-9A-HJKMNP-TW-Z]{4}$/);
      expect(isGuessableLicenseCode(code)).toBe(false);
    }
  });

  it.each([
    "",
    "KOD-1",
    "NORR-1",
    "NORR-1copy",
    "AAAAAAAAAAAAAAAAAAAAAAAA",
    "ABABABABABABABABABAB",
    "123456789012345678901234567890",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "49281746",
    "🏗️🏗️🏗️🏗️🏗️🏗️🏗️🏗️🏗️🏗️🏗️🏗️🏗️🏗️🏗️🏗️",
  ])("design§Tenancy %j is guessable", (code) => expect(isGuessableLicenseCode(code)).toBe(true));

  it.each(["7KQM-X2PD-9RTB-HW4C", "7KQM-X2PD-9RTB-HW4Ccopy", "6f1b29a07c3d48e5"])(
    "design§Tenancy %j is not guessable",
    (code) => expect(isGuessableLicenseCode(code)).toBe(false),
  );
});

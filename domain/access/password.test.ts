import { describe, expect, it } from "vitest";
import { containsName, generatePassword, listGuessableForms, validatePassword } from "./password.ts";

describe("passwords", () => {
  it.each([
    ["", "", "required"],
    ["Ab!4567", "Ab!4567", "tooShort"],
    ["Abcdefg!", "Abcdefg?", "noMatch"],
    ["abcdefg!", "abcdefg!", "noCapital"],
    ["Abcdefgh", "Abcdefgh", "noSpecial"],
    ["Åbcdefg!", "Åbcdefg!", null],
    ["Siteproof-1!", "Siteproof-1!", null],
  ])("1§5 %j, %j: %s", (password, repeatedPassword, error) =>
    expect(validatePassword(password, repeatedPassword)).toBe(error),
  );
});

describe("generated passwords", () => {
  const seededRandom = (seed: number) => (exclusiveMax: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * exclusiveMax);
  };

  it("1§5 have 12 characters without lookalikes, and meet the rules", () => {
    for (let seed = 1; seed < 500; seed += 1) {
      const password = generatePassword(seededRandom(seed));
      expect(password).toHaveLength(12);
      expect(password).not.toMatch(/[0Oo1lIi5Ss2Zz8BuvVU|]/);
      expect(validatePassword(password)).toBeNull();
    }
  });
});

describe("guessable passwords", () => {
  const names = ["anna.berg", "Anna Bergström", "anna.berg@norrfiber.example", null];
  it.each([
    ["Bergström-77!", true],
    ["ANNA.BERG-1!", true],
    ["xNorrfiber!7", true],
    ["Granit-Fall-7", false],
    // Too short to count as a name.
    ["Ann-Kälebo-7!", false],
  ])("1§5 %j contains a name: %s", (password, expected) =>
    expect(containsName(password, names)).toBe(expected),
  );

  it("1§5 decorations and lookalikes do not hide a common password", () => {
    expect(listGuessableForms("P@ssword-1!")).toContain("password");
    expect(listGuessableForms("Sommar2026!")).toContain("sommar");
    expect(listGuessableForms("Granit-Fall-7")).not.toContain("granit");
  });
});

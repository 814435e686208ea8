import { describe, expect, test } from "vitest";
import { findUnusedFileName } from "./fileName.ts";

/** Names as phones, scanners and people give them, from a reproducible generator. */
function makeNames(seed: number, count: number): string[] {
  let state = seed;
  const nextRandom = (exclusiveMax: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % exclusiveMax;
  };
  const stems = ["image", "IMAGE", "Scan", "bil\u0061\u030a", "bilå", "image (2)", "", "a".repeat(260), "📷"];
  const extensions = [".jpg", ".JPG", ".pdf", "", ".tar.gz"];
  return Array.from(
    { length: count },
    () => stems[nextRandom(stems.length)]! + extensions[nextRandom(extensions.length)]!,
  );
}

describe("2§5 P1 enketo-express#374 names of files", () => {
  test("the second image.jpg becomes image (2).jpg, whatever the case and the encoding of accents", () => {
    expect(findUnusedFileName("image.jpg", [])).toBe("image.jpg");
    expect(findUnusedFileName("image.jpg", ["IMAGE.JPG"])).toBe("image (2).jpg");
    expect(findUnusedFileName("image.jpg", ["image.jpg", "image (2).jpg"])).toBe("image (3).jpg");
    expect(findUnusedFileName("bilå.jpg", ["bila\u030a.jpg"])).toBe("bilå (2).jpg");
    expect(findUnusedFileName("scan", ["scan"])).toBe("scan (2)");
    expect(findUnusedFileName(".jpg", [".jpg"])).toBe(" (2).jpg");
  });

  test("names assigned one after the other are all different, keep their extension and are never too long", () => {
    for (let seed = 1; seed <= 50; seed++) {
      const usedNames: string[] = [];
      for (const name of makeNames(seed, 40)) {
        const assignedName = findUnusedFileName(name, usedNames);
        expect(assignedName.length).toBeLessThanOrEqual(255);
        expect(usedNames.map((usedName) => usedName.normalize("NFC").toLowerCase())).not.toContain(
          assignedName.normalize("NFC").toLowerCase(),
        );
        expect(assignedName.endsWith(/\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "")).toBe(true);
        usedNames.push(assignedName);
      }
    }
  });
});

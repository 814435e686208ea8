import { describe, expect, it } from "vitest";
import { seededRandom } from "#domain/testing/random.ts";
import { maxPathUnits, shortenPaths } from "./archivePaths.ts";
import { maxNameBytes } from "./safeNames.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

const samples = [
  "Kabelskåp 17 vid Storgatan 5",
  "etapp",
  "Ombyggnad av ställverket i Älvkarleby nedre kraftstation, etapp tre av sju, södra sidan",
  "Före",
  "🚧👷‍♀️ 日本語",
  "مخطط الحفر",
  "x".repeat(255),
  "Ö".repeat(255),
  "👷‍♀️".repeat(50),
];

/** Unique paths of up to ten folders, many of which begin alike. */
function randomPaths(seed: number): string[] {
  const random = seededRandom(seed);
  const part = () => `${random.pick(samples)}${random.chance(0.3) ? ` ${random.number(50)}` : ""}`;
  const folders = Array.from({ length: 1 + random.number(6) }, () =>
    Array.from({ length: random.number(10) }, part).join("/"),
  );
  const paths = Array.from({ length: 40 }, (_, index) =>
    [random.pick(folders), `${part()}-${index}${random.pick([".jpg", ".pdf", ""])}`]
      .filter(Boolean)
      .join("/"),
  );
  return [...new Map(paths.map((path) => [path.toLowerCase(), path])).values()];
}

describe("paths in archives", () => {
  it("D3 DirectX-Graphics-Samples#632 have at most 180 characters, stay different and keep files of a folder together", () => {
    for (let seed = 0; seed < 200; seed++) {
      const paths = randomPaths(seed);
      const shortened = shortenPaths(paths);
      expect(shortened).toHaveLength(paths.length);
      expect(shortened.filter((path) => path.length > maxPathUnits)).toEqual([]);
      expect(
        shortened
          .flatMap((path) => path.split("/"))
          .filter((part) => bytesOf(part.replace(/\.(jpg|pdf)$/, "")) > maxNameBytes),
      ).toEqual([]);
      expect(new Set(shortened.map((path) => path.toLowerCase())).size).toBe(paths.length);
      const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
      const folders = new Map<string, string>();
      paths.forEach((path, index) => {
        const folder = folderOf(shortened[index]!);
        expect(folders.get(folderOf(path)) ?? folder).toBe(folder);
        folders.set(folderOf(path), folder);
        expect(/\.\w+$/.exec(shortened[index]!)?.[0]).toBe(/\.\w+$/.exec(path)?.[0]);
      });
      expect(shortenPaths(paths)).toEqual(shortened);
    }
  });

  it("D3 AttackSurfaceAnalyzer#52 are unchanged if they fit, and names that differ only at their end stay different", () => {
    const fitting = ["Odenplan 2/contents.txt", "Odenplan 2/Schakt/Före/Före_01.jpg"];
    expect(shortenPaths(fitting)).toEqual(fitting);
    const long = ["1", "2"].map((end) => `Odenplan 2/${"Kabelskåp ".repeat(20)}${end}/a.jpg`);
    const [first, second] = shortenPaths(long);
    expect(first).not.toBe(second);
    expect(first).toMatch(/^Odenplan 2\/Kabelskåp .*~[0-9a-z]{7}\/a\.jpg$/);
  });

  it("a shortened name differs from a file that already has that name", () => {
    const [shortenedName] = shortenPaths([`${"a".repeat(300)}.jpg`]);
    const shortenedNames = shortenPaths([shortenedName!, `${"a".repeat(300)}.jpg`]);
    expect(new Set(shortenedNames).size).toBe(2);
    expect(shortenedNames[0]).toBe(shortenedName);
  });
});

import { describe, expect, test } from "vitest";
import { splitName, toSafeName, UniquePaths } from "./safeNames.ts";

describe("2§7 downloadZipFile: names", () => {
  test.each([
    ["Åäö Återställning", "Åäö Återställning"],
    ["a/b\\c:d", "a_b_c_d"],
    ["../../etc/passwd", "_.._etc_passwd"],
    ["..", "_"],
    ["", "_"],
    ["con", "_con"],
    ["NUL.txt", "_NUL.txt"],
    ["COM1", "_COM1"],
    ["console", "console"],
    ["trailing. . ", "trailing"],
    [" .hidden", "hidden"],
    ["tab\tline\nnul\u0000", "tab_line_nul_"],
    ["photo\u202egpj.exe", "photo_gpj.exe"],
    ["lone \ud800", "lone �"],
    ["two   spaces", "two spaces"],
  ])("%j becomes %j", (name, safe) => {
    expect(toSafeName(name)).toBe(safe);
  });

  test("long names are cut between characters", () => {
    const safe = toSafeName("👷‍♀️".repeat(40));
    expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(120);
    expect(safe.replaceAll("👷‍♀️", "")).toMatch(/^~[0-9a-z]{7}$/);
  });

  test("an extension is split off", () => {
    expect(splitName("Drawing A.pdf")).toEqual({ stem: "Drawing A", extension: ".pdf" });
    expect(splitName("no extension")).toEqual({ stem: "no extension", extension: "" });
    expect(splitName("v1.2 of it")).toEqual({ stem: "v1.2 of it", extension: "" });
    expect(splitName(".env", "file")).toEqual({ stem: "file", extension: ".env" });
  });

  test("each path is unique, ignoring case and the encoding of accents", () => {
    const paths = new UniquePaths();
    const entryPaths = ["a", "a", "A", "a (2)", "e\u0301", "\u00e9"].map((stem) =>
      paths.reserve("x/", stem, ".jpg"),
    );
    expect(entryPaths).toEqual([
      "x/a.jpg",
      "x/a (2).jpg",
      "x/A (3).jpg",
      "x/a (2) (2).jpg",
      "x/e\u0301.jpg",
      "x/\u00e9 (2).jpg",
    ]);
    expect(paths.reserve("y/", "a", ".jpg")).toBe("y/a.jpg");
  });
});

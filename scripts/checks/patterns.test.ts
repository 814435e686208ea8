import { describe, expect, it } from "vitest";
import { describeBacktracking, findPatterns } from "./patterns.ts";

describe("check:patterns", () => {
  it.each([
    ["^(a+)+$", "takes exponential time"],
    ["^(\\S+?)[ T]+(\\S+)$", "backtracks"],
    ["[;\\s]+$", "starts over at every letter"],
    ["^[^\\p{Cc}\\p{Cs}]*$", null],
    ["^\\d{4}-\\d{2}$", null],
  ])("1§7 /%s/: %s", (source, reason) => expect(describeBacktracking({ source, flags: "u" })).toBe(reason));

  it("1§7 finds the patterns of a source with their lines, ignoring texts and comments", () => {
    const source = `// /a+/\nconst found = text.match(/a+;/g);\nconst path = "/b+/";\nexport const C = () => <p>{/c/.test("")}</p>;\n`;
    expect(findPatterns(source, "a.tsx")).toEqual([
      { source: "a+;", flags: "g", line: 2 },
      { source: "c", flags: "", line: 4 },
    ]);
  });
});

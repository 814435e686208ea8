import { describe, expect, it } from "vitest";
import { findCasts } from "./casts.ts";

const linesIn = (text: string, file = "a.ts") =>
  findCasts(text, file).map(({ line, hasReason }) => [line, hasReason]);

describe("check:casts", () => {
  it("design§Entities finds each cast of a source with its line, ignoring constants, imports, texts and comments", () => {
    const source = [
      `import { a as b } from "./b.ts";`,
      `// b as string`,
      `const list = ["b as string", b] as const;`,
      `const text = b as string;`,
      `const twice = b as unknown as`,
      `  string;`,
      `const old = <string>b;`,
    ].join("\n");
    expect(linesIn(source)).toEqual([
      [4, false],
      [6, false],
      [5, false],
      [7, false],
    ]);
    expect(linesIn("export const C = () => <p>{(b as string).trim()}</p>;", "a.tsx")).toEqual([[1, false]]);
  });

  it("design§Entities accepts a reason on the line of a cast or the one before", () => {
    const reason = "// Cast: the driver types every row as any.";
    expect(linesIn(`const a = b as string; ${reason}`)).toEqual([[1, true]]);
    expect(linesIn(`${reason}\nconst a = b as string;`)).toEqual([[2, true]]);
    expect(linesIn(`${reason}\n\nconst a = b as string;`)).toEqual([[3, false]]);
    expect(linesIn("// A cast.\nconst a = b as string;")).toEqual([[2, false]]);
  });
});

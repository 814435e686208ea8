import { expect, it } from "vitest";
import { findCycles, formatCycle } from "./cycles.ts";

const cycles = (imports: Record<string, string[]>) => findCycles(new Map(Object.entries(imports)));

it("finds nothing where imports go one way", () => {
  expect(
    cycles({
      "web/a.ts": ["./b.ts", "./c.ts", "react"],
      "web/b.ts": ["./c.ts"],
      "web/c.ts": ["../domain/d.ts"],
      "domain/d.ts": ["zod"],
    }),
  ).toEqual([]);
});

it("finds two files that import each other, however the specifier is written", () => {
  expect(cycles({ "web/a.tsx": ["./b.ts"], "web/b.ts": ["./a.tsx"] })).toEqual([["web/a.tsx", "web/b.ts"]]);
  expect(cycles({ "scripts/a.ts": ["./b.mjs"], "scripts/b.mjs": ["../scripts/a.ts"] })).toHaveLength(1);
  expect(cycles({ "domain/core/a.ts": ["#domain/core/b.ts"], "domain/core/b.ts": ["./a.ts"] })).toHaveLength(
    1,
  );
});

it("finds a file that imports itself", () => {
  expect(cycles({ "web/a.ts": ["./a.ts"] })).toEqual([["web/a.ts"]]);
});

it("names the shortest cycle of files that reach each other, and each such group once", () => {
  expect(
    cycles({
      "a.ts": ["./b.ts"],
      "b.ts": ["./c.ts"],
      "c.ts": ["./d.ts"],
      "d.ts": ["./a.ts", "./c.ts"],
      "outside.ts": ["./a.ts"],
      "x.ts": ["./y.ts"],
      "y.ts": ["./x.ts", "./a.ts"],
    }),
  ).toEqual([
    ["c.ts", "d.ts"],
    ["x.ts", "y.ts"],
  ]);
});

it("follows a chain of files longer than the stack is deep", () => {
  const chain = Array.from(
    { length: 30_000 },
    (_, index) => [`f${index}.ts`, [`./f${index + 1}.ts`]] as const,
  );
  expect(cycles(Object.fromEntries([...chain, ["f30000.ts", []]]))).toEqual([]);
});

it("prints a cycle closed by its first file", () => {
  expect(formatCycle(["a.ts", "b.ts"])).toBe("a.ts -> b.ts -> a.ts");
});

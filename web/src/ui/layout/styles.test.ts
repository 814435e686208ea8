import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../../**/*.{ts,tsx}", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** The sorted declarations of every styled component, with its names and files. */
function bodiesIn(sources: Record<string, string>): Map<string, string[]> {
  const bodies = new Map<string, string[]>();
  for (const [file, source] of Object.entries(sources))
    for (const [, name, body = ""] of source.matchAll(/const (\w+) = styled[^`]*`([^`]*)`/g)) {
      const lines = body.split("\n").flatMap((line) => line.trim() || []);
      // Ignores single declarations: they are shorter than an import.
      if (lines.filter((line) => line.endsWith(";")).length < 2) continue;
      const key = lines.sort().join("\n");
      bodies.set(key, [...(bodies.get(key) ?? []), `${file} ${name}`]);
    }
  return bodies;
}

const findRepeated = (sources: Record<string, string>) =>
  [...bodiesIn(sources)].filter(([, selectors]) => selectors.length > 1);

test("two components with the same style share it from ui/layout/typography, ui/layout/boxes or a file beside them", () => {
  expect(findRepeated(sources)).toEqual([]);
});

test("declarations in another order count as the same style", () => {
  const a = "const A = styled.p`\n  color: red;\n  margin: 0;\n`;";
  const b = "const B = styled(Link)`\n  margin: 0;\n  color: red;\n`;";
  expect(findRepeated({ a, b })).toEqual([["color: red;\nmargin: 0;", ["a A", "b B"]]]);
});

import { describe, expect, it } from "vitest";
import {
  checkCitations,
  citationsOf,
  findCitationFaults,
  linksIn,
  pathsIn,
  sectionsOf,
} from "./citations.ts";

/** Citations are assembled, so that the check does not take these examples for real ones. */
const cite = (document: string, section: string | number) => `${document}§${section}`;
const [first, second, part] = [cite("7", 1), cite("7", 2), cite("design", "Sound")];

const document = `
# Sections
### ${first} Bells
A bell rings. Built: \`worker/bell.ts\`. Proven: \`worker/bell.test.ts\`.
### ${part}
Built: \`worker/sound/\`. Proven: \`worker/bell.test.ts\`.
`;
const citationsByFile = new Map([
  ["worker/bell.ts", [first]],
  ["worker/bell.test.ts", [first, part]],
]);

describe("citations", () => {
  it("are found anywhere in a text, each once", () =>
    expect(citationsOf(`/** A bell (${first}, ${second}); ${part} and ${first}; RFC 9110 §14 */`)).toEqual([
      first,
      second,
      part,
    ]));

  it("have sections with the paths named in them", () =>
    expect(sectionsOf(document)).toEqual([
      { name: first, paths: ["worker/bell.ts", "worker/bell.test.ts"] },
      { name: part, paths: ["worker/sound/", "worker/bell.test.ts"] },
    ]));

  it("hold when everything is in place", () =>
    expect(findCitationFaults(document, citationsByFile)).toEqual([]));

  it.each([
    [
      "cites a section that does not exist",
      new Map([...citationsByFile, ["web/a.ts", [second]]]),
      `cites ${second}`,
    ],
    ["no longer cites a section", new Map([["worker/bell.test.ts", [first]]]), `nothing cites ${part}`],
    [
      "proves a section without citing it",
      new Map([...citationsByFile, ["worker/bell.test.ts", [first]], ["web/a.ts", [part]]]),
      "does not cite it",
    ],
  ])("are at fault when a file %s", (_, files, fault) =>
    expect(findCitationFaults(document, files)).toEqual([expect.stringContaining(fault)]),
  );

  it.each([
    ["no implementation", "`worker/bell.ts`"],
    ["no test", "`worker/bell.test.ts`"],
  ])("are at fault when a section names %s", (word, path) =>
    expect(findCitationFaults(document.replace(path, ""), citationsByFile)).toEqual([
      expect.stringContaining(word),
    ]),
  );
});

it("paths are distinguished from patterns and other words", () =>
  expect(
    pathsIn("`worker/a.ts`, `domain/resources/<entity>.ts`, `npm test`, `web/functions/api/[[path]].ts`"),
  ).toEqual(["worker/a.ts", "web/functions/api/[[path]].ts"]));

it("links are relative to their document", () =>
  expect(linksIn("docs/a.md", "[a](b.md#c), [d](../README.md), [e](https://example.com), [f](#g)")).toEqual([
    "docs/b.md",
    "README.md",
  ]));

it("hold in this repository", async () => expect(await checkCitations()).toEqual([]));

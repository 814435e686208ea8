/*
 * Code and tests cite the specifications by section (1§2) and the design by part (design§Jobs). docs/specification.md has a
 * heading for each, with where it is built and proven. This check compares the two, and the paths in all documents with the
 * files.
 */
import { access, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../support/install.mjs";
import { listSources } from "./sources.ts";

const parts = ["domain", "worker", "web", "queues", "scripts", "e2e", "migrations"];
const documentName = "docs/specification.md";

/** The sections a text cites. */
export const citationsOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/[\p{L}\d]+§[\p{L}\d]*/gu)].map(([citation]) => citation)),
];

export interface Section {
  name: string;
  /** The paths named below the section's heading. */
  paths: string[];
}

/** The sections in the specification's document: third-level headings that begin with a citation. */
export function sectionsOf(document: string): Section[] {
  return document
    .split(/^#{1,3} /m)
    .flatMap((block) =>
      /^[\p{L}\d]+§/u.test(block) ? [{ name: citationsOf(block)[0]!, paths: pathsIn(block) }] : [],
    );
}

/** Paths of the repository between backticks in a document; patterns (`<entity>`, `*`) do not count. */
export const pathsIn = (document: string): string[] => [
  ...new Set(
    [...document.matchAll(/`([^`\s]+)`/g)]
      .map(([, name]) => name!)
      .filter((name) => parts.concat("docs").some((part) => name.startsWith(`${part}/`)))
      .filter((name) => /^[\w./[\]-]+$/.test(name)),
  ),
];

/** A document's links within the repository, relative to the root. */
export const linksIn = (file: string, document: string): string[] =>
  [...document.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^([a-z]+:|#)/.test(target))
    .map((target) => path.posix.join(path.posix.dirname(file), target.replace(/#.*/, "")));

/** Faults between the document and the files that cite it; `citationsByFile` maps each file to its citations. */
export function findCitationFaults(
  document: string,
  citationsByFile: ReadonlyMap<string, readonly string[]>,
): string[] {
  const sections = sectionsOf(document);
  const sectionNames = new Set(sections.map(({ name }) => name));
  const citedSections = new Set([...citationsByFile.values()].flat());
  const dangling = [...citationsByFile].flatMap(([file, names]) =>
    names
      .filter((name) => !sectionNames.has(name))
      .map((name) => `${file} cites ${name}: not in ${documentName}`),
  );
  return [
    ...dangling,
    ...sections.flatMap((section) => findSectionFaults(section, citedSections, citationsByFile)),
  ];
}

function findSectionFaults(
  { name, paths }: Section,
  citedSections: ReadonlySet<string>,
  citationsByFile: ReadonlyMap<string, readonly string[]>,
): string[] {
  if (!citedSections.has(name)) return [`${documentName}: nothing cites ${name}`];
  const isTest = (file: string) => /\.test\.tsx?$/.test(file);
  const faults = paths
    .filter((file) => isTest(file) && citationsByFile.has(file) && !citationsByFile.get(file)!.includes(name))
    .map((file) => `${documentName}: ${name} names ${file}, which does not cite it`);
  if (!paths.some(isTest)) faults.push(`${documentName}: ${name} names no test`);
  if (paths.every(isTest)) faults.push(`${documentName}: ${name} names no implementation`);
  return faults;
}

const exists = (file: string): Promise<boolean> =>
  access(path.join(root, file)).then(
    () => true,
    () => false,
  );

export async function checkCitations(): Promise<string[]> {
  const read = (file: string) => readFile(path.join(root, file), "utf8");
  const sources = await listSources(root, parts, /\.(tsx?|mjs|sql|toml)$/);
  const citationsByFile = new Map(
    await Promise.all(sources.map(async (file) => [file, citationsOf(await read(file))] as const)),
  );
  const documents = ["README.md", "CONTRIBUTING.md", ...(await listSources(root, ["docs"], /\.md$/))];
  const missingPaths = await Promise.all(
    documents.map(async (file) => {
      const text = await read(file);
      const paths = [...new Set([...pathsIn(text), ...linksIn(file, text)])];
      const existing = await Promise.all(paths.map(exists));
      return paths
        .filter((_, index) => !existing[index])
        .map((name) => `${file} names ${name}: there is no such file`);
    }),
  );
  return [...findCitationFaults(await read(documentName), citationsByFile), ...missingPaths.flat()];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = await checkCitations();
  console.log(faults.length > 0 ? faults.join("\n") : "Every citation has its section, every path its file");
  process.exitCode = faults.length > 0 ? 1 : 0;
}

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { importsOf } from "../checks/imports.ts";
import { resolveImport } from "../checks/resolveImport.ts";
import { listSources } from "../checks/sources.ts";
import { root } from "./install.mjs";
import { UserFacingError } from "./state.ts";

/** The files of the repository with their imports; all paths relative to the root, with slashes. */
export type Sources = ReadonlyMap<string, readonly string[]>;

/** The checks affected by a change. */
export interface AffectedChecks {
  /** Folders of the tsconfigs to check: those with changed files, and those that import a changed file. */
  parts: readonly string[];
  /** Unit, Worker and console tests near the change, nearest first. */
  tests: readonly string[];
  /** Browser tests that changed, or that are named after a changed folder. */
  browserTests: readonly string[];
}

const folders = ["domain", "web", "worker", "queues", "scripts", "e2e"];
const tsconfigs = ["web", "worker", "domain", "scripts", "e2e"];
/** Folders that another folder's tsconfig includes. */
const includingFolder: Readonly<Record<string, string>> = { queues: "worker" };
/** Files that every part is built with. */
const globalInputs = new Set(["package-lock.json", "package.json", "tsconfig.json"]);

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const partOf = (file: string): string => {
  const folder = file.split("/")[0]!;
  return includingFolder[folder] ?? folder;
};

/** Maximum number of imports between a change and a test. */
const maxImportDistance = 3;
/** A file with this many imports (the app, the route table) connects everything, so the search does not continue through it. */
const hubImportCount = 18;

/** Files that differ from a commit: edited, staged, new, deleted. */
export async function changedSince(ref: string): Promise<string[]> {
  const runGit = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)("git", args, { cwd: root, maxBuffer: 1 << 26 });
    return stdout.split("\0").filter(Boolean);
  };
  const differing = runGit("diff", "--name-only", "--no-renames", "-z", ref, "--").catch(() => {
    throw new UserFacingError(`Unknown commit "${ref}"`);
  });
  return [...(await differing), ...(await runGit("ls-files", "--others", "--exclude-standard", "-z"))];
}

export async function readSources(): Promise<Sources> {
  const files = await listSources(root, folders);
  const fileSet = new Set(files);
  const imports = async (file: string) => {
    const source = await readFile(path.join(root, file), "utf8");
    return importsOf(source).flatMap((specifier) => {
      const target = resolveImport(file, specifier);
      return target !== undefined && fileSet.has(target) ? [target] : [];
    });
  };
  return new Map(await Promise.all(files.map(async (file) => [file, await imports(file)] as const)));
}

export function findAffected(changedFiles: readonly string[], sources: Sources): AffectedChecks {
  const importers = invertImports(sources);
  const allDistances = importDistances(changedFiles, importers, () => true);
  const parts = changedFiles.some((file) => globalInputs.has(file))
    ? tsconfigs
    : tsconfigs.filter((part) => [...allDistances.keys()].some((file) => partOf(file) === part));
  const nearby = importDistances(
    changedFiles,
    importers,
    (file, distance) =>
      distance < maxImportDistance && (distance === 0 || (sources.get(file)?.length ?? 0) < hubImportCount),
  );
  // Nearest first.
  const tests = new Set<string>();
  for (const [file, distance] of nearby)
    for (const test of isTest(file) ? [file] : distance <= 1 ? findNearbyTests(file, sources) : [])
      if (sources.has(test)) tests.add(test);
  const names = new Set(changedFiles.flatMap((file) => file.split("/").slice(0, -1)));
  const browserTests = [...sources.keys()].filter(
    (file) =>
      file.startsWith("e2e/") &&
      isTest(file) &&
      (tests.has(file) || names.has(path.basename(file, ".test.ts"))),
  );
  return {
    parts,
    tests: [...tests].filter((file) => !file.startsWith("e2e/")),
    browserTests,
  };
}

function invertImports(sources: Sources): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, imports] of sources)
    for (const importedFile of imports)
      importers.set(importedFile, [...(importers.get(importedFile) ?? []), file]);
  return importers;
}

/** The changed files and their importers, with the distance in imports. `shouldContinue` decides whether to continue from a file. */
function importDistances(
  changedFiles: readonly string[],
  importers: ReadonlyMap<string, readonly string[]>,
  shouldContinue: (file: string, distance: number) => boolean,
): Map<string, number> {
  const distanceByFile = new Map(changedFiles.map((file) => [file, 0]));
  // A Map also iterates entries added during the loop.
  for (const [file, distance] of distanceByFile)
    if (shouldContinue(file, distance))
      for (const importer of importers.get(file) ?? [])
        if (!distanceByFile.has(importer)) distanceByFile.set(importer, distance + 1);
  return distanceByFile;
}

/**
 * The tests in a file's folder, or in the nearest parent folder with tests: most tests reach their subject through the app and
 * not by an import.
 */
function findNearbyTests(file: string, sources: Sources): string[] {
  const stopFolders = /^(domain|queues|scripts|e2e)$|^worker(\/features)?$|^web\/src(\/screens)?$/;
  for (let folder = path.posix.dirname(file); !stopFolders.test(folder) && folder !== "."; ) {
    const tests = [...sources.keys()].filter((test) => isTest(test) && path.posix.dirname(test) === folder);
    if (tests.length > 0) return tests;
    folder = path.posix.dirname(folder);
  }
  return [];
}

import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { run, toolPaths } from "../support/child.ts";
import { root } from "../support/install.mjs";

/*
 * Follows the recipes of CONTRIBUTING.md in a copy of the tree. A patch makes the changes that its recipe lists, apart from the
 * migration, and adds a test of its behaviour. Types and tests then show that the recipe names everything.
 */

const recipes: Readonly<Record<string, readonly string[]>> = {
  documentationField: ["worker/features/capture/weather.test.ts", "worker/listQuery/filter.test.ts"],
  entityField: ["worker/resources/note.test.ts"],
  taskSwitch: ["worker/features/capture/readAloud.test.ts"],
};
const ignoredFolders = new Set(["node_modules", ".git", ".wrangler", "dist"]);
let copy: string;

/** @throws an error with the program's output if it fails */
async function runInCopy(advice: string, program: string, ...args: string[]): Promise<void> {
  const { code, output } = await run(program, args, { cwd: copy, env: { CI: "true" } });
  if (code !== 0) throw new Error(`${advice}\n${output}`);
}

beforeAll(async () => {
  copy = await mkdtemp(path.join(os.tmpdir(), "siteproof-recipes-"));
  await cp(root, copy, { recursive: true, filter: (source) => !ignoredFolders.has(path.basename(source)) });
  await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"));
});
afterAll(() => rm(copy, { recursive: true }));

// Only ends what hangs: it takes a minute on two cores.
const timeout = 1_200_000;

test("design§Entities the recipes for a field name all that it needs", { timeout }, async () => {
  for (const recipe of Object.keys(recipes)) {
    const patch = path.join(root, `scripts/recipes/${recipe}.patch`);
    await runInCopy(`${patch} no longer applies: recreate it`, "git", "apply", "-C1", patch);
  }
  const { execPath } = process;
  await runInCopy("No migration was made", execPath, "scripts/migration.ts", "--name", "recipes");
  // One after the other: each takes two gigabytes.
  for (const part of ["worker", "web"])
    await runInCopy(
      `A recipe misses a place in ${part}`,
      execPath,
      toolPaths.tsc,
      "--noEmit",
      "-p",
      `${part}/tsconfig.json`,
    );
  const tests = Object.values(recipes).flat();
  const project = ["--project", "worker"];
  await runInCopy(
    "What a recipe adds does not work",
    execPath,
    toolPaths.vitest,
    "run",
    ...project,
    ...tests,
  );
});

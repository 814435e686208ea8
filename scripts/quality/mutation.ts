/*
 * `npm run mutation -- domain domain/template/exportRules.ts`: changes code in one place after another (Stryker) and lists the changes
 * that no test notices. The parts are `domain` and `documentation`, the Worker's core; without files it takes all of the part, for hours.
 * `--tests worker/documentation/mediaImport.test.ts` runs these tests alone (may be repeated). The report is
 * reports/mutation/mutation.html.
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { isOneOf, keysOf } from "#domain/core/objects.ts";
import { run } from "../support/child.ts";
import { ensureInstalled, root } from "../support/install.mjs";
import { quietToolEnv } from "../support/localConfig.ts";

const parts = {
  domain: { project: "domain", mutate: ["domain/**/*.ts"] },
  documentation: { project: "worker", mutate: ["worker/documentation/**/*.ts", "worker/listQuery/**/*.ts"] },
} as const;

const { values, positionals } = parseArgs({
  options: { tests: { type: "string", multiple: true, default: [] } },
  allowPositionals: true,
});
const [name = "", ...files] = positionals;
if (!isOneOf(keysOf(parts), name)) {
  console.error(`usage: npm run mutation -- <${keysOf(parts).join("|")}> [files] [--tests file]`);
  process.exit(2);
}
const { project, mutate } = parts[name];
const folder = path.join(root, "scripts/quality/tools");
await ensureInstalled(folder);

const configuration = {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: {
    configFile: "scripts/quality/mutationProject.ts",
    related: values.tests.length === 0 && project === "domain",
  },
  mutate: [...(files.length > 0 ? files : mutate), "!**/*.test.ts"],
  coverageAnalysis: "perTest",
  // Module constants are evaluated once; their mutants would need a run of all tests each.
  ignoreStatic: true,
  concurrency: 1,
  // Beyond the usual time of the tests. Ends endless loops, also on a busy machine.
  timeoutMS: 60_000,
  ignorePatterns: ["/web", "/e2e", "/docs", "/reports", ".state"],
  reporters: ["progress-append-only", "clear-text", "html"],
  clearTextReporter: { allowColor: false, reportTests: false },
  // Stryker would rewrite the paths in tsconfig.json through an interface that TypeScript 7 lacks. Vitest does not read them.
  tsconfigFile: "none.json",
};
const configurationFile = path.join(root, "node_modules/.cache/siteproof/stryker.json");
await mkdir(path.dirname(configurationFile), { recursive: true });
await writeFile(configurationFile, JSON.stringify(configuration));
const stryker = path.join(folder, "node_modules/@stryker-mutator/core/bin/stryker.js");
const { code } = await run(process.execPath, [stryker, "run", configurationFile], {
  env: { ...quietToolEnv, MUTATION_PROJECT: project, MUTATION_TESTS: values.tests.join(" ") },
  showsOutput: true,
});
process.exitCode = code;

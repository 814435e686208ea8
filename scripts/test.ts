/*
 * `npm test`: all checks: types, lint, the project's own checks, every vitest project, a dry run of the deployment, and browser
 * tests against a fresh `npm start`.
 * `npm test -- --only worker` runs the checks with that word in their name.
 * `npm test -- --browser firefox` (or webkit) runs the browser tests alone, in an installed Firefox or WebKitGTK.
 * `npm test -- --changed [commit]` runs those near the files that differ from a commit (HEAD by default).
 * The last line is the total: each vitest test counts as one, and so does each other check.
 */
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type AffectedChecks, changedSince, findAffected, readSources } from "./support/affectedChecks.ts";
import { startCompanion, toolPaths } from "./support/child.ts";
import { mapConcurrent } from "./support/concurrently.ts";
import { root } from "./support/install.mjs";
import { quietToolEnv } from "./support/localConfig.ts";
import { runUntilStopped } from "./support/shutdown.ts";
import { UserFacingError } from "./support/state.ts";
import { type Count, countTests, failuresIn } from "./support/vitestReport.ts";

interface Check {
  name: string;
  args: readonly string[];
  /** Set for vitest runs, whose tests are counted one by one. */
  project?: string;
}

/** The compiler's cache, so that it checks only what changed. */
const cache = path.join(root, "node_modules/.cache/siteproof");

const script = (file: string, ...args: string[]): string[] => [
  "scripts/run.mjs",
  `scripts/${file}.ts`,
  ...args,
];
const types = (part: string): Check => ({
  name: `types ${part}`,
  args: [
    ...[toolPaths.tsc, "-p", `${part}/tsconfig.json`],
    // Each additional checker loads the libraries' types again: on two cores one is faster than four.
    ...["--checkers", "1", "--incremental", "--tsBuildInfoFile", path.join(cache, `types-${part}.json`)],
  ],
});
const lint = (...files: readonly string[]): Check => ({
  name: "lint",
  args: [toolPaths.biome, "check", "--error-on-warnings", "--no-errors-on-unmatched", ...files],
});
const tests = (project: string, ...files: readonly string[]): Check => ({
  name: `tests ${project}`,
  project,
  // Rendered pages are short-lived garbage: with V8's default size, collecting it takes an eighth of the console's tests.
  args: [
    "--max-semi-space-size=64",
    toolPaths.vitest,
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    ...files,
  ],
});
/** The tests of a project in `count` concurrent shards: one runtime keeps one core busy. */
const shardedTests = (project: string, count: number): Check[] =>
  Array.from({ length: count }, (_, index) => ({
    ...tests(project, `--shard=${index + 1}/${count}`),
    name: `tests ${project} ${index + 1}`,
  }));
const projectChecks: readonly Check[] = [
  { name: "imports", args: script("checks/imports") },
  { name: "citations", args: script("checks/citations") },
  { name: "locales", args: script("checks/locales") },
  { name: "migrations", args: script("checks/migrations") },
  { name: "patterns", args: script("checks/patterns") },
  { name: "casts", args: script("checks/casts") },
  { name: "dependencies", args: script("checks/dependencies") },
];
const browserSupport: Check = { name: "browsers", args: script("checks/browsers") };
const dryRun: Check = { name: "deploy dry run", args: script("deploy", "--dry-run") };

/** Checks of a stage run in parallel, two at a time, for machines with two cores. */
type Stages = readonly (readonly Check[])[];

const allStages: Stages = [
  [
    // These take minutes, so they start first; the short ones fill the cores at the end.
    tests("web"),
    ...shardedTests("worker", 2),
    ...["scripts", "domain"].map((project) => tests(project)),
    ...["web", "worker", "domain", "scripts", "e2e"].map(types),
    browserSupport,
    dryRun,
  ],
  // No other tests: a browser that shares two cores with them times out. The short checks end while the product starts.
  [tests("e2e"), lint("."), ...projectChecks],
];

/** Maximum number of test files per project; more would take too long between two edits. */
const maxAffectedFiles = 12;
const maxAffectedBrowserFiles = 2;

function stagesFor(
  changedFiles: readonly string[],
  { parts, tests: nearTests, browserTests }: AffectedChecks,
): Stages {
  const files = changedFiles.filter((file) => existsSync(path.join(root, file)));
  const testsOf = (project: string, testFiles: readonly string[], max: number): readonly Check[] => {
    if (testFiles.length > max)
      console.log(
        `${testFiles.length - max} more test files of ${project} are affected: npm test -- --only ${project}`,
      );
    return testFiles.length > 0 ? [tests(project, ...testFiles.slice(0, max))] : [];
  };
  const unitTests = ["web", "worker", "scripts", "domain"].flatMap((project) =>
    testsOf(
      project,
      nearTests.filter((file) => projectOf(file) === project),
      maxAffectedFiles,
    ),
  );
  return [
    [
      ...unitTests,
      ...parts.map(types),
      ...(files.length > 0 ? [lint(...files)] : []),
      ...projectChecks,
      ...(parts.includes("web") ? [browserSupport] : []),
    ],
    testsOf("e2e", browserTests, maxAffectedBrowserFiles),
  ];
}

const projectOf = (file: string) => (file.startsWith("queues/") ? "worker" : file.split("/")[0]);

await runUntilStopped(async (atEnd) => {
  const { values, positionals } = parseArgs({
    options: {
      only: { type: "string", multiple: true, default: [] },
      changed: { type: "boolean", default: false },
      browser: { type: "string" },
    },
    allowPositionals: true,
  });
  if (positionals.length > (values.changed ? 1 : 0))
    throw new UserFacingError(`unknown argument: ${positionals.at(-1)}`);
  const isSelected = ({ name }: Check) =>
    values.only.length === 0 || values.only.some((word) => ` ${name} `.includes(` ${word} `));
  const changedFiles = values.changed ? await changedSince(positionals[0] ?? "HEAD") : null;
  if (values.browser) process.env.E2E_BROWSER = values.browser;
  const stages = values.browser
    ? [[tests("e2e")]]
    : changedFiles
      ? stagesFor(changedFiles, findAffected(changedFiles, await readSources()))
      : allStages;
  const scratch = await mkdtemp(path.join(os.tmpdir(), "siteproof-test-"));
  atEnd(() => rm(scratch, { recursive: true, force: true }));
  const total: Count = { passed: 0, failed: 0 };
  for (const stage of stages)
    await mapConcurrent(stage.filter(isSelected), 2, async (check) => {
      const { passed, failed } = await runCheck(check, scratch, atEnd);
      total.passed += passed;
      total.failed += failed;
    });
  if (total.passed + total.failed === 0) {
    console.log(changedFiles ? "Nothing has changed" : `No check is called ${values.only.join(" or ")}`);
    total.failed = 1;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});

async function runCheck(
  check: Check,
  scratch: string,
  atEnd: (task: () => Promise<void>) => void,
): Promise<Count> {
  const startedAt = performance.now();
  const file = path.join(scratch, check.name.replaceAll(" ", "-"));
  const companion = startCompanion(process.execPath, [...check.args, ...reportArgs(check, file)], {
    env: { ...quietToolEnv, FORCE_COLOR: "0" },
    log: `${file}.log`,
  });
  atEnd(() => companion.end());
  const code = await companion.ended;
  await companion.end();
  const count = check.project
    ? await countTests(`${file}.json`, code)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(8);
  const details = check.project
    ? `${count.passed} passed${count.failed ? `, ${count.failed} failed` : ""}`
    : "";
  console.log(`${count.failed ? "FAIL" : "ok  "} ${check.name.padEnd(16)} ${seconds}  ${details}`.trimEnd());
  for (const [note] of (await readFile(`${file}.log`, "utf8")).matchAll(/^note: .*$/gm))
    console.log(`     ${note}`);
  if (count.failed) {
    // Failures come before the log, which a CI system may truncate.
    console.log(`\n${check.project ? await failuresIn(`${file}.json`) : ""}`);
    console.log(`\n${(await readFile(`${file}.log`, "utf8")).trimEnd()}\n`);
  }
  return count;
}

function reportArgs({ project }: Check, file: string): string[] {
  return project ? [`--outputFile.json=${file}.json`] : [];
}

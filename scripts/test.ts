/*
 * `npm test`: everything that has to hold. Types, lint, the project's own checks, every vitest project, a deployment's dry
 * run, and the browser tests against a fresh `npm start`. `npm test -- --only worker` runs what has that word in its name.
 * The last line is the count of it all: each test of vitest is one, and so is each other check.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startCompanion, tool } from "./support/child.ts";
import { concurrently } from "./support/concurrently.ts";
import { quietTools } from "./support/local-config.ts";
import { runUntilStopped } from "./support/shutdown.ts";
import { type Count, countTests } from "./support/vitest-report.ts";

interface Check {
  name: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Named where vitest runs: its tests are counted one by one. */
  project?: string;
}

const script = (file: string): string[] => ["scripts/run.mjs", file];
const types = (part: string): Check => ({
  name: `types ${part}`,
  args: [tool.tsc, "-p", `${part}/tsconfig.json`],
});
const tests = (project: string): Check => ({
  name: `tests ${project}`,
  project,
  args: [tool.vitest, "run", "--project", project, "--reporter=default", "--reporter=json"],
});

/** The checks of a stage run side by side, two at a time: the machine that counts has two cores. */
const stages: readonly (readonly Check[])[] = [
  [
    // Each keeps one core busy for minutes: begun first, so that the short ones fill what the other core has left.
    ...["web", "worker"].map(tests),
    ...["web", "worker", "domain", "scripts", "e2e"].map(types),
    { name: "lint", args: [tool.biome, "check", "--error-on-warnings", "."] },
    { name: "imports", args: script("scripts/checks/imports.ts") },
    { name: "locales", args: script("scripts/checks/locales.ts") },
    { name: "migrations", args: script("scripts/checks/migrations.ts") },
    { name: "deploy dry run", args: [...script("scripts/deploy.ts"), "--dry-run"] },
    ...["scripts", "domain"].map(tests),
  ],
  // Alone: a browser that shares two cores with other tests fails for want of time.
  [tests("e2e")],
];

await runUntilStopped(async (atEnd) => {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true, default: [] } } });
  const wanted = ({ name }: Check) =>
    values.only.length === 0 || values.only.some((word) => ` ${name} `.includes(` ${word} `));
  const scratch = await mkdtemp(path.join(os.tmpdir(), "siteproof-test-"));
  atEnd(() => rm(scratch, { recursive: true, force: true }));
  const total: Count = { passed: 0, failed: 0 };
  for (const stage of stages)
    await concurrently(stage.filter(wanted), 2, async (check) => {
      const { passed, failed } = await runCheck(check, scratch, atEnd);
      total.passed += passed;
      total.failed += failed;
    });
  if (total.passed + total.failed === 0) {
    console.log(`No check is called ${values.only.join(" or ")}`);
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
  const began = performance.now();
  const file = path.join(scratch, check.name.replaceAll(" ", "-"));
  const running = startCompanion(process.execPath, [...check.args, ...reportTo(check, file)], {
    env: { ...quietTools, FORCE_COLOR: "0", ...check.env },
    log: `${file}.log`,
  });
  atEnd(() => running.end());
  const code = await running.ended;
  await running.end();
  const count = check.project
    ? await countTests(`${file}.json`, code)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`.padStart(8);
  const details = check.project
    ? `${count.passed} passed${count.failed ? `, ${count.failed} failed` : ""}`
    : "";
  console.log(`${count.failed ? "FAIL" : "ok  "} ${check.name.padEnd(16)} ${seconds}  ${details}`.trimEnd());
  if (count.failed) console.log(`\n${(await readFile(`${file}.log`, "utf8")).trimEnd()}\n`);
  return count;
}

function reportTo({ project }: Check, file: string): string[] {
  return project ? [`--outputFile.json=${file}.json`] : [];
}

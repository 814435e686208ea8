/*
 * `npm run coverage -- domain domain/template`: which lines and branches of a part (domain, scripts, worker or web) are run by its tests, or
 * by those that are named. The report is coverage/index.html.
 */
import path from "node:path";
import { isOneOf, keysOf } from "#domain/core/objects.ts";
import { run, toolPaths } from "../support/child.ts";
import { ensureInstalled, root } from "../support/install.mjs";
import { quietToolEnv } from "../support/localConfig.ts";

const folders = { domain: "domain", scripts: "scripts", worker: "{worker,queues}", web: "web/src" } as const;

const [project = "", ...files] = process.argv.slice(2);
if (!isOneOf(keysOf(folders), project)) {
  console.error(`usage: npm run coverage -- <${keysOf(folders).join("|")}> [test files]`);
  process.exit(2);
}
const folder = path.join(root, "scripts/quality/tools");
await ensureInstalled(folder);
const options = Object.entries({
  enabled: "true",
  // Istanbul instruments the code; workerd measures no coverage.
  provider: "custom",
  customProviderModule: path.join(folder, "node_modules/@vitest/coverage-istanbul/dist/index.js"),
  include: `${folders[project]}/**/*.{ts,tsx}`,
  exclude: "**/{testing/**,*.test.*}",
}).map(([option, value]) => `--coverage.${option}=${value}`);
const reporters = ["text", "html"].map((reporter) => `--coverage.reporter=${reporter}`);
const args = ["run", "--project", project, ...options, ...reporters, ...files];
const { code } = await run(process.execPath, [toolPaths.vitest, ...args], {
  env: quietToolEnv,
  showsOutput: true,
});
process.exitCode = code;

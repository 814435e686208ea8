/* `npm run tool -- vitest run --project worker`: runs a tool from node_modules with the required Node version. */
import { isOneOf, keysOf } from "#domain/core/objects.ts";
import { run, toolPaths } from "./support/child.ts";
import { quietToolEnv } from "./support/localConfig.ts";

const [name = "", ...args] = process.argv.slice(2);
if (!isOneOf(keysOf(toolPaths), name)) {
  console.error(`usage: npm run tool -- <${Object.keys(toolPaths).join("|")}> …`);
  process.exit(2);
}
const { code } = await run(process.execPath, [toolPaths[name], ...args], {
  env: quietToolEnv,
  showsOutput: true,
});
process.exitCode = code;

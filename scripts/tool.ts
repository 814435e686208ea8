/* `npm run tool -- vitest run --project worker`: runs a tool from node_modules with the required Node version. */
import { isOneOf, keysOf } from "#domain/core/objects.ts";
import { run, tool } from "./support/child.ts";
import { quietTools } from "./support/localConfig.ts";

const [name = "", ...args] = process.argv.slice(2);
if (!isOneOf(keysOf(tool), name)) {
  console.error(`usage: npm run tool -- <${Object.keys(tool).join("|")}> …`);
  process.exit(2);
}
const { code } = await run(process.execPath, [tool[name], ...args], {
  env: quietTools,
  show: true,
});
process.exitCode = code;

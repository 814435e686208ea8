/* `npm run tool -- vitest run --project worker`: runs a tool from node_modules with the required Node version. */
import { run, tool } from "./support/child.ts";
import { quietTools } from "./support/localConfig.ts";

const [name = "", ...args] = process.argv.slice(2);
if (!Object.hasOwn(tool, name)) {
  console.error(`usage: npm run tool -- <${Object.keys(tool).join("|")}> …`);
  process.exit(2);
}
const { code } = await run(process.execPath, [tool[name as keyof typeof tool], ...args], {
  env: quietTools,
  show: true,
});
process.exitCode = code;

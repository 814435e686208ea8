/*
 * `npm run deploy`: migrates the remote database, deploys the Worker, then the console. `-- --dry-run` bundles everything
 * as a deployment would and uploads nothing; it needs no account and no network. Only wrangler.toml and web/wrangler.toml
 * are read here: nothing of the local state or the demo data can come along, and the bundles are searched for it.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { demoPassword } from "./demo/accounts.ts";
import { run, tool } from "./support/child.ts";
import { allowing } from "./support/contentPolicy.ts";
import { root } from "./support/install.mjs";
import { quietTools, readWranglerConfig } from "./support/localConfig.ts";
import { Stop } from "./support/state.ts";
import { buildWeb } from "./support/webBuild.ts";

const web = path.join(root, "web");
/** The secrets the Worker cannot run without; docs/operations.md. */
const secrets = ["SESSION_SECRET", "SECRETS_KEY", "STORAGE_ACCESS_KEY_ID", "STORAGE_SECRET_ACCESS_KEY"];

async function deploy(): Promise<void> {
  await refuseUnconfigured();
  await refuseLackingSecrets();
  await buildWeb();
  await allowAddresses();
  await wrangler(["d1", "migrations", "apply", "DB", "--remote"]);
  await wrangler(["deploy"]);
  await wrangler(["pages", "deploy"], web);
}

async function dryRun(): Promise<void> {
  await buildWeb();
  const out = await mkdtemp(path.join(os.tmpdir(), "siteproof-deploy-"));
  try {
    await wrangler(["deploy", "--dry-run", "--outdir", path.join(out, "worker")], root, quietTools);
    await wrangler(["pages", "functions", "build", "--outdir", path.join(out, "functions")], web, quietTools);
    for (const bundle of [out, path.join(web, "dist")]) await refuseDemoData(bundle);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
  console.log("Worker and console can be deployed");
}

/** The console uploads straight to storage, and shows map images of one server where one is configured. */
async function allowAddresses(): Promise<void> {
  const { vars } = await readWranglerConfig();
  const headers = path.join(web, "dist/_headers");
  await writeFile(headers, allowing(await readFile(headers, "utf8"), vars));
}

/** Refuses a wrangler.toml that still has the placeholder ids of an account's resources. */
async function refuseUnconfigured(): Promise<void> {
  const { d1_databases, vars } = await readWranglerConfig();
  const lacking = [
    d1_databases.some(({ database_id }) => /^[0-]*$/.test(database_id)) &&
      "database_id of the D1 database (wrangler d1 create siteproof)",
    /\.example$/.test(new URL(vars.CONSOLE_URL ?? "https://siteproof.example").hostname) &&
      "CONSOLE_URL, the console's address, and MAIL_FROM",
    !vars.STORAGE_ENDPOINT && "STORAGE_ENDPOINT, https://<account id>.r2.cloudflarestorage.com",
  ].filter(Boolean);
  if (lacking.length > 0) throw new Stop(`wrangler.toml is missing:\n  ${lacking.join("\n  ")}`);
}

/** Refuses missing secrets: every answer of the Worker would be an error. A Worker never deployed has none yet. */
async function refuseLackingSecrets(): Promise<void> {
  const { code, output } = await run(process.execPath, [tool.wrangler, "secret", "list", "--format", "json"]);
  if (code !== 0) {
    console.log(
      `The secrets could not be listed. Set them once the Worker has been deployed: ${secrets.join(", ")}`,
    );
    return;
  }
  const lacking = secrets.filter((name) => !output.includes(`"${name}"`));
  if (lacking.length > 0)
    throw new Stop(
      `The Worker is missing secrets:\n${lacking.map((name) => `  npx wrangler secret put ${name}`).join("\n")}`,
    );
}

async function wrangler(args: string[], cwd = root, env: Record<string, string> = {}): Promise<void> {
  const { code } = await run(process.execPath, [tool.wrangler, ...args], { cwd, env, show: true });
  if (code !== 0) throw new Stop(`wrangler ${args.slice(0, 3).join(" ")} failed`);
}

async function refuseDemoData(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(m?js|html|json)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    if ((await readFile(file, "utf8")).includes(demoPassword)) throw new Stop(`${file} contains demo data`);
  }
}

try {
  const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });
  await (values["dry-run"] ? dryRun() : deploy());
} catch (error) {
  console.error(error instanceof Stop || error instanceof TypeError ? error.message : error);
  process.exitCode = 1;
}

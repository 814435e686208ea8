/*
 * `npm run deploy`: migrates the remote databases, deploys the Worker, then the console. `-- --dry-run` bundles everything
 * as a deployment would and uploads nothing; it needs no account and no network. `-- --create` first makes what the account lacks and
 * writes it into wrangler.toml; `--create --dry-run` says what that would be and changes nothing. Only wrangler.toml and web/wrangler.toml
 * are read here: nothing of the local state or the demo data can come along, and the bundles are searched for it.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { parse } from "smol-toml";
import { demoPassword } from "./demo/accounts.ts";
import { planFor, secretNames, writeResourceNames } from "./operations/account.ts";
import { ApiError, accountFrom, Cloudflare } from "./operations/cloudflareApi.ts";
import { keepSecrets, readSecrets } from "./operations/secretsFile.ts";
import { run, tool } from "./support/child.ts";
import { withAllowedOrigins } from "./support/contentPolicy.ts";
import { root } from "./support/install.mjs";
import { quietTools, readWranglerConfig } from "./support/localConfig.ts";
import { UserFacingError } from "./support/state.ts";
import { buildWeb } from "./support/webBuild.ts";

const web = path.join(root, "web");
/** @param secrets a file that the first deployment takes the Worker's secrets from */
async function deploy(secrets?: string): Promise<void> {
  await assertConfigured();
  if (!secrets) await assertSecrets();
  await buildWeb();
  await allowAddresses();
  for (const { binding } of (await readWranglerConfig()).d1_databases)
    await wrangler(["d1", "migrations", "apply", binding, "--remote"]);
  await wrangler(["deploy", ...(secrets ? ["--secrets-file", secrets] : [])]);
  await wrangler(["pages", "deploy"], web);
}

async function dryRun(): Promise<void> {
  await buildWeb();
  const out = await mkdtemp(path.join(os.tmpdir(), "siteproof-deploy-"));
  try {
    await wrangler(["deploy", "--dry-run", "--outdir", path.join(out, "worker")], root, quietTools);
    await wrangler(["pages", "functions", "build", "--outdir", path.join(out, "functions")], web, quietTools);
    for (const bundle of [out, path.join(web, "dist")]) await assertNoDemoData(bundle);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
  console.log("Worker and console can be deployed");
}

/** The console uploads straight to storage, and shows map images of one server where one is configured. */
async function allowAddresses(): Promise<void> {
  const { vars } = await readWranglerConfig();
  const headers = path.join(web, "dist/_headers");
  await writeFile(headers, withAllowedOrigins(await readFile(headers, "utf8"), vars));
}

/** Refuses a wrangler.toml that still has the placeholder ids of an account's resources. */
async function assertConfigured(): Promise<void> {
  const { d1_databases, vars } = await readWranglerConfig();
  const lacking = [
    d1_databases.some(({ database_id }) => /^[0-]*$/.test(database_id)) &&
      "database_id of the D1 database (wrangler d1 create siteproof)",
    /\.example$/.test(new URL(vars.CONSOLE_URL ?? "https://siteproof.example").hostname) &&
      "CONSOLE_URL, the console's address, and MAIL_FROM",
    !vars.STORAGE_ENDPOINT && "STORAGE_ENDPOINT, https://<account id>.r2.cloudflarestorage.com",
  ].filter(Boolean);
  if (lacking.length > 0) throw new UserFacingError(`wrangler.toml is missing:\n  ${lacking.join("\n  ")}`);
}

/** Refuses missing secrets: every answer of the Worker would be an error. A Worker never deployed has none yet. */
async function assertSecrets(): Promise<void> {
  const { code, output } = await run(process.execPath, [tool.wrangler, "secret", "list", "--format", "json"]);
  if (code !== 0) {
    console.log(
      `The secrets could not be listed. Set them once the Worker has been deployed: ${secretNames.join(", ")}`,
    );
    return;
  }
  const lacking = secretNames.filter((name) => !output.includes(`"${name}"`));
  if (lacking.length > 0)
    throw new UserFacingError(
      `The Worker is missing secrets:\n${lacking.map((name) => `  npx wrangler secret put ${name}`).join("\n")}`,
    );
}

async function wrangler(args: string[], cwd = root, env: Record<string, string> = {}): Promise<void> {
  const { code } = await run(process.execPath, [tool.wrangler, ...args], { cwd, env, show: true });
  if (code !== 0) throw new UserFacingError(`wrangler ${args.slice(0, 3).join(" ")} failed`);
}

async function assertNoDemoData(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(m?js|html|json)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    if ((await readFile(file, "utf8")).includes(demoPassword))
      throw new UserFacingError(`${file} contains demo data`);
  }
}

/** Makes what the account lacks. Returns the file of secrets when the Worker has yet to be deployed with them. */
async function create(options: Creating): Promise<string | undefined> {
  const config = await readWranglerConfig();
  const api = new Cloudflare(accountFrom(process.env));
  const { name: project } = parse(await readFile(path.join(web, "wrangler.toml"), "utf8"));
  const { secretsFile, consoleUrl, location } = options;
  const known = secretsFile ? await readSecrets(secretsFile) : {};
  const plan = await planFor(api, { config, project: String(project), consoleUrl, location, known });
  for (const name of plan.present) console.log(`  there    ${name}`);
  for (const { name } of plan.lacking) console.log(`  lacking  ${name}`);
  if (options.dryRun) {
    console.log(plan.lacking.length === 0 ? "Nothing is lacking" : `${plan.lacking.length} would be made`);
    return undefined;
  }
  const needsFile = !plan.deployed || plan.lacking.some(({ name }) => name.includes("secret"));
  if (needsFile && !secretsFile)
    throw new UserFacingError(
      "--secrets FILE has to say where the secrets that are made are kept: Cloudflare never shows them again",
    );
  for (const { name, make } of plan.lacking) {
    await make();
    if (secretsFile) await keepSecrets(secretsFile, { ...known, ...plan.secrets });
    console.log(`  made     ${name}`);
  }
  const toml = path.join(root, "wrangler.toml");
  await writeFile(toml, writeResourceNames(await readFile(toml, "utf8"), plan.settings, options.mailFrom));
  console.log(manualSteps);
  return plan.deployed ? undefined : secretsFile;
}

/** What no call can do. */
const manualSteps = `What is left to a person (docs/operations.md): Images and R2 are bought once per account, and Email Sending is switched on for
the domain of MAIL_FROM.`;

interface Creating {
  dryRun: boolean;
  secretsFile: string | undefined;
  consoleUrl: string | undefined;
  mailFrom: string | undefined;
  location: string;
}

try {
  const { values } = parseArgs({
    options: {
      "dry-run": { type: "boolean", default: false },
      create: { type: "boolean", default: false },
      secrets: { type: "string" },
      "console-url": { type: "string" },
      "mail-from": { type: "string" },
      location: { type: "string", default: "weur" },
    },
  });
  const dry = values["dry-run"];
  const secrets = values.create
    ? await create({
        ...{
          dryRun: dry,
          secretsFile: values.secrets && path.resolve(values.secrets),
          location: values.location,
        },
        ...{ consoleUrl: values["console-url"], mailFrom: values["mail-from"] },
      })
    : undefined;
  if (dry && !values.create) await dryRun();
  else if (!dry) await deploy(secrets);
} catch (error) {
  const plain = error instanceof UserFacingError || error instanceof TypeError || error instanceof ApiError;
  console.error(plain ? error.message : error);
  process.exitCode = 1;
}

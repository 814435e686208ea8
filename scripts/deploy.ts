/*
 * `npm run deploy`: migrates the remote databases, deploys the Worker, then the console. `-- --dry-run` bundles everything as a
 * deployment would and uploads nothing; it needs no account and no network. `-- --create` first creates missing account resources
 * and writes their ids into wrangler.toml; `--create --dry-run` lists them and changes nothing. Only wrangler.toml and
 * web/wrangler.toml are read, so no local state or demo data can be deployed; the dry run also searches the bundles for demo
 * data.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { parse } from "smol-toml";
import { demoPassword } from "./demo/accounts.ts";
import { planDeployment, secretNames, writeResourceNames } from "./operations/account.ts";
import { ApiError, CloudflareApi, readAccount } from "./operations/cloudflareApi.ts";
import { migrateDeployment } from "./operations/migrateDeployment.ts";
import { readSecrets, writeSecrets } from "./operations/secretsFile.ts";
import { run, toolPaths } from "./support/child.ts";
import { withAllowedOrigins } from "./support/contentPolicy.ts";
import { root } from "./support/install.mjs";
import { quietToolEnv, readWranglerConfig } from "./support/localConfig.ts";
import { readMigrations } from "./support/migrate.ts";
import { isSecurityContact, writeSecurityText } from "./support/securityText.ts";
import { UserFacingError } from "./support/state.ts";
import { storedFaceFiles } from "./support/storedFaces.ts";
import { buildWeb } from "./support/webBuild.ts";

const webDirectory = path.join(root, "web");
/** @param secrets file of the Worker's secrets, for the first deployment */
async function deploy(secrets?: string): Promise<void> {
  await assertConfigured();
  const api = new CloudflareApi(readAccount(process.env));
  if (!secrets) await assertSecrets();
  await buildWeb();
  await allowOrigins();
  await publishSecurityContact();
  const { d1_databases, r2_buckets } = await readWranglerConfig();
  await migrateDeployment(api, d1_databases, await readMigrations(), console.log);
  for (const { key, file } of storedFaceFiles)
    await wrangler([
      "r2",
      "object",
      "put",
      `${r2_buckets[0]!.bucket_name}/${key}`,
      "--file",
      file,
      "--remote",
    ]);
  await wrangler(["deploy", ...(secrets ? ["--secrets-file", secrets] : [])]);
  await wrangler(["pages", "deploy"], webDirectory);
}

async function dryRun(): Promise<void> {
  await buildWeb();
  const outputDirectory = await mkdtemp(path.join(os.tmpdir(), "siteproof-deploy-"));
  try {
    await wrangler(
      ["deploy", "--dry-run", "--outdir", path.join(outputDirectory, "worker")],
      root,
      quietToolEnv,
    );
    await wrangler(
      ["pages", "functions", "build", "--outdir", path.join(outputDirectory, "functions")],
      webDirectory,
      quietToolEnv,
    );
    for (const bundle of [outputDirectory, path.join(webDirectory, "dist")]) await assertNoDemoData(bundle);
  } finally {
    await rm(outputDirectory, { recursive: true, force: true });
  }
  console.log("Worker and console can be deployed");
}

/** Adds the storage address, and the map server if configured, to the console's Content-Security-Policy. */
async function allowOrigins(): Promise<void> {
  const { vars } = await readWranglerConfig();
  const headers = path.join(webDirectory, "dist/_headers");
  await writeFile(headers, withAllowedOrigins(await readFile(headers, "utf8"), vars));
}

async function publishSecurityContact(): Promise<void> {
  const { vars } = await readWranglerConfig();
  await writeSecurityText(vars.SECURITY_CONTACT ?? "", vars.CONSOLE_URL ?? "");
}

/** Throws if wrangler.toml still has placeholder ids of account resources. */
async function assertConfigured(): Promise<void> {
  const { d1_databases, vars } = await readWranglerConfig();
  const missing = [
    d1_databases.some(({ database_id }) => /^[0-]*$/.test(database_id)) &&
      "database_id of the D1 database (wrangler d1 create siteproof)",
    /\.example$/.test(new URL(vars.CONSOLE_URL ?? "https://siteproof.example").hostname) &&
      "CONSOLE_URL, the console's address, and MAIL_FROM",
    !isSecurityContact(vars.SECURITY_CONTACT) &&
      "SECURITY_CONTACT, where security faults are reported: mailto:… or https://…",
    !vars.STORAGE_ENDPOINT && "STORAGE_ENDPOINT, https://<account id>.r2.cloudflarestorage.com",
  ].filter(Boolean);
  if (missing.length > 0) throw new UserFacingError(`wrangler.toml is missing:\n  ${missing.join("\n  ")}`);
  if (vars.ALLOW_PRIVATE_DESTINATIONS)
    throw new UserFacingError(
      "ALLOW_PRIVATE_DESTINATIONS in wrangler.toml is not for a deployment: remove it",
    );
}

/** Throws if secrets are missing: the Worker would answer every call with an error. A Worker never deployed has none yet. */
async function assertSecrets(): Promise<void> {
  const { code, output } = await run(process.execPath, [
    toolPaths.wrangler,
    "secret",
    "list",
    "--format",
    "json",
  ]);
  if (code !== 0) {
    console.log(
      `The secrets could not be listed. Set them once the Worker has been deployed: ${secretNames.join(", ")}`,
    );
    return;
  }
  const missing = secretNames.filter((name) => !output.includes(`"${name}"`));
  if (missing.length > 0)
    throw new UserFacingError(
      `The Worker is missing secrets:\n${missing.map((name) => `  npx wrangler secret put ${name}`).join("\n")}`,
    );
}

async function wrangler(args: string[], cwd = root, env: Record<string, string> = {}): Promise<void> {
  const { code } = await run(process.execPath, [toolPaths.wrangler, ...args], {
    cwd,
    env,
    showsOutput: true,
  });
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

/** Creates missing resources. Returns the secrets file if the Worker has yet to be deployed with it. */
async function createResources(options: CreateOptions): Promise<string | undefined> {
  const config = await readWranglerConfig();
  const api = new CloudflareApi(readAccount(process.env));
  const { name: project } = parse(await readFile(path.join(webDirectory, "wrangler.toml"), "utf8"));
  const { secretsFile, consoleUrl, location } = options;
  const knownSecrets = secretsFile ? await readSecrets(secretsFile) : {};
  const plan = await planDeployment(api, {
    config,
    project: String(project),
    consoleUrl,
    location,
    knownSecrets,
  });
  for (const name of plan.existing) console.log(`  exists   ${name}`);
  for (const { name } of plan.missing) console.log(`  missing  ${name}`);
  if (options.dryRun) {
    console.log(plan.missing.length === 0 ? "Nothing is missing" : `${plan.missing.length} would be created`);
    return undefined;
  }
  const needsFile = !plan.deployed || plan.missing.some(({ name }) => name.includes("secret"));
  if (needsFile && !secretsFile)
    throw new UserFacingError(
      "--secrets FILE is required to store the new secrets: Cloudflare never shows them again",
    );
  for (const { name, create: createMissing } of plan.missing) {
    await createMissing();
    if (secretsFile) await writeSecrets(secretsFile, { ...knownSecrets, ...plan.secrets });
    console.log(`  created  ${name}`);
  }
  const toml = path.join(root, "wrangler.toml");
  await writeFile(toml, writeResourceNames(await readFile(toml, "utf8"), plan.settings, options));
  console.log(manualSteps);
  return plan.deployed ? undefined : secretsFile;
}

/** Steps that the API does not offer. */
const manualSteps = `Manual steps (docs/operations.md): subscribe to Images and R2 once per account, and enable Email Sending for the
domain of MAIL_FROM.`;

interface CreateOptions {
  dryRun: boolean;
  secretsFile: string | undefined;
  consoleUrl: string | undefined;
  mailFrom: string | undefined;
  securityContact: string | undefined;
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
      "security-contact": { type: "string" },
      location: { type: "string", default: "weur" },
    },
  });
  const isDryRun = values["dry-run"];
  const secrets = values.create
    ? await createResources({
        ...{
          dryRun: isDryRun,
          secretsFile: values.secrets && path.resolve(values.secrets),
          location: values.location,
        },
        ...{ consoleUrl: values["console-url"], mailFrom: values["mail-from"] },
        securityContact: values["security-contact"],
      })
    : undefined;
  if (isDryRun && !values.create) await dryRun();
  else if (!isDryRun) await deploy(secrets);
} catch (error) {
  const isUserFacing =
    error instanceof UserFacingError || error instanceof TypeError || error instanceof ApiError;
  console.error(isUserFacing ? error.message : error);
  process.exitCode = 1;
}

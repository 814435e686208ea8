import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { root } from "../support/install.mjs";
import { readWranglerConfig } from "../support/localConfig.ts";
import {
  emptyAccount,
  type FakeAccount,
  fakeAccount,
  startCloudflare,
} from "../support/servers/cloudflareServer.ts";
import {
  createCorsRule,
  planDeployment,
  queueNamesOf,
  type SecretValues,
  secretNames,
  writeResourceNames,
} from "./account.ts";
import { CloudflareApi } from "./cloudflareApi.ts";
import { createRemoteRows } from "./remoteSite.ts";
import { readSecrets, writeSecrets } from "./secretsFile.ts";

const config = await readWranglerConfig();
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function startAccount(account: FakeAccount, fault?: Parameters<typeof startCloudflare>[1]) {
  const server = await startCloudflare(account, fault);
  closers.push(server.close);
  const delaysMs: number[] = [];
  const api = new CloudflareApi(server.account, async (milliseconds) => void delaysMs.push(milliseconds));
  const plan = (existing: SecretValues = {}) =>
    planDeployment(api, { config, project: "siteproof-console", location: "weur", knownSecrets: existing });
  return { ...server, api, plan, delaysMs };
}

const writes = (calls: readonly string[]) => calls.filter((call) => !call.startsWith("GET "));

test("design§Storage an empty account gets every resource of wrangler.toml, each once", async () => {
  const account = emptyAccount();
  const { plan, calls } = await startAccount(account);
  const initial = await plan();
  expect(writes(calls)).toEqual([]);
  expect(initial.existing).toEqual([]);
  for (const { create } of initial.missing) await create();

  expect(account.databases.map(({ name }) => name)).toEqual(["siteproof"]);
  expect(account.queues.map(({ queue_name }) => queue_name).sort()).toEqual(queueNamesOf(config).sort());
  expect(account.queues).toHaveLength(4);
  const bucket = account.buckets.get("siteproof")!;
  expect(bucket.cors).toEqual({ rules: [createCorsRule("https://siteproof-console-4f2.pages.dev")] });
  const events = account.queues.find(({ queue_name }) => queue_name === "siteproof-storage-events")!;
  expect(bucket.notifications.get(events.queue_id)).toEqual([
    { actions: ["PutObject", "CompleteMultipartUpload", "CopyObject"] },
  ]);
  expect(account.tokens).toMatchObject([
    { resources: [`com.cloudflare.edge.r2.bucket.${fakeAccount}_default_siteproof`] },
  ]);
  const [token] = account.tokens;
  expect(initial.secrets).toEqual({
    SESSION_SECRET: expect.stringMatching(/^[\w-]{64}$/),
    SECRETS_KEY: expect.stringMatching(/^[\w-]{64}$/),
    STORAGE_ACCESS_KEY_ID: token!.id,
    STORAGE_SECRET_ACCESS_KEY: createHash("sha256").update(token!.value).digest("hex"),
  });
  // The first deployment uploads the secrets; afterwards nothing is missing.
  account.scripts.set("siteproof-api", new Map(Object.entries(initial.secrets)));
  const callsBefore = calls.length;
  const second = await plan();
  expect(second.missing).toEqual([]);
  expect(second.settings).toEqual({ ...initial.settings, databaseIds: { DB: account.databases[0]!.uuid } });
  expect(second.existing).toHaveLength(initial.existing.length + initial.missing.length + 1);
  expect(writes(calls.slice(callsBefore))).toEqual([]);
});

test("design§D1 additional databases are created like the first, each once", async () => {
  const account = emptyAccount();
  const { api } = await startAccount(account);
  const [initial] = config.d1_databases;
  const databases = [initial!, { ...initial!, binding: "DB_2", database_name: "siteproof-2" }];
  const plan = () =>
    planDeployment(api, {
      ...{ config: { ...config, d1_databases: databases }, project: "siteproof-console" },
      ...{ location: "weur", knownSecrets: {} },
    });
  for (const { create } of (await plan()).missing) await create();
  const { settings, missing: stillMissing } = await plan();
  expect(stillMissing.filter(({ name }) => name.startsWith("D1"))).toEqual([]);
  expect(settings.databaseIds).toEqual(
    Object.fromEntries(
      account.databases.map(({ uuid, name }) => [name === "siteproof" ? "DB" : "DB_2", uuid]),
    ),
  );
});

test("design§Storage an interrupted run resumes: only missing resources are created, with the earlier secrets", async () => {
  const account = emptyAccount();
  let isFailing = true;
  const { plan } = await startAccount(account, (call) =>
    isFailing && call === "PUT /r2/buckets/siteproof/cors" ? { status: 500 } : null,
  );
  const initial = await plan();
  await expect(
    (async () => {
      for (const { create } of initial.missing) await create();
    })(),
  ).rejects.toThrow("Cloudflare responded to PUT /r2/buckets/siteproof/cors with 500");
  isFailing = false;
  const existing = {
    SECRETS_KEY: "kept-from-before",
    STORAGE_ACCESS_KEY_ID: "id",
    STORAGE_SECRET_ACCESS_KEY: "key",
  };
  account.scripts.set("siteproof-api", new Map([["SESSION_SECRET", "set"]]));
  const second = await plan(existing);
  expect(second.missing.map(({ name }) => name)).toEqual([
    "CORS of siteproof for the console",
    "event notifications of siteproof to siteproof-storage-events",
    "secret SECRETS_KEY",
    expect.stringContaining("API token"),
  ]);
  for (const { create } of second.missing) await create();
  expect(Object.fromEntries(account.scripts.get("siteproof-api")!)).toEqual({
    SESSION_SECRET: "set",
    ...existing,
  });
  expect(account.tokens).toEqual([]);
  expect((await plan()).missing).toEqual([]);
});

test("design§Storage a console at another address has its own origin in the bucket's rule", async () => {
  const account = emptyAccount();
  const { api, plan } = await startAccount(account);
  for (const { create } of (await plan()).missing) await create();
  const consoleUrl = "https://console.example.com/";
  const movedPlan = await planDeployment(api, {
    config,
    project: "siteproof-console",
    location: "weur",
    knownSecrets: {},
    consoleUrl,
  });
  expect(movedPlan.missing.map(({ name }) => name)).toContain("CORS of siteproof for the console");
  expect(createCorsRule(consoleUrl).allowed.origins).toEqual(["https://console.example.com"]);
});

test("design§Storage calls are retried after Retry-After, and no error reveals a token", async () => {
  const account = emptyAccount();
  let remaining = 2;
  const {
    api,
    delaysMs,
    account: actual,
  } = await startAccount(account, () => (remaining-- > 0 ? { status: 429, retryAfter: 7 } : null));
  expect(
    await createRemoteRows(api, "none")
      .all("SELECT 1")
      .catch((error: Error) => error.message),
  ).toBe("Cloudflare responded to POST /d1/database/none/query with 404: The database was not found (7404)");
  expect(delaysMs).toEqual([7000, 7000]);
  const unauthorizedApi = new CloudflareApi({ ...actual, token: "another-token" });
  const rejectedPlan = planDeployment(unauthorizedApi, {
    config,
    project: "p",
    location: "weur",
    knownSecrets: {},
  });
  await expect(rejectedPlan).rejects.toThrow("Authentication error");
  await expect(rejectedPlan).rejects.not.toThrow("another-token");
});

test("design§Storage wrangler.toml takes the account's names and keeps its comments", async () => {
  const additional =
    '[[d1_databases]]\nbinding = "DB_2"\ndatabase_name = "siteproof-2"\ndatabase_id = "none"\n\n';
  const toml = (await readFile(path.join(root, "wrangler.toml"), "utf8")).replace(
    "[[r2_buckets]]",
    `${additional}[[r2_buckets]]`,
  );
  const settings = {
    databaseIds: { DB: crypto.randomUUID(), DB_2: crypto.randomUUID() },
    storageEndpoint: "https://a.r2.example",
    consoleUrl: "https://c.example",
  };
  const updatedToml = writeResourceNames(toml, settings, {
    mailFrom: "Siteproof <no-reply@c.example>",
    securityContact: "mailto:security@c.example",
  });
  const lines = (text: string) => text.split("\n");
  expect(
    lines(updatedToml)
      .filter((line) => !lines(toml).includes(line))
      .sort(),
  ).toEqual(
    [
      `STORAGE_ENDPOINT = "https://a.r2.example"`,
      `CONSOLE_URL = "https://c.example"`,
      `MAIL_FROM = "Siteproof <no-reply@c.example>"`,
      `SECURITY_CONTACT = "mailto:security@c.example"`,
      `database_id = "${settings.databaseIds.DB}"`,
      `database_id = "${settings.databaseIds.DB_2}"`,
    ].sort(),
  );
  expect(lines(updatedToml)).toHaveLength(lines(toml).length);
  expect(updatedToml).toContain(additional.replace("none", settings.databaseIds.DB_2));
});

test("design§Storage only the owner can read the secrets file, and a broken one is refused without quoting it", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "siteproof-secrets-"));
  const file = path.join(folder, "secrets.json");
  expect(await readSecrets(file)).toEqual({});
  const secrets = Object.fromEntries(secretNames.map((name) => [name, `value of ${name}`]));
  await writeSecrets(file, secrets);
  expect(await readSecrets(file)).toEqual(secrets);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await writeSecrets(file, { SECRETS_KEY: "" });
  await expect(readSecrets(file)).rejects.toThrow(/is not a valid secrets file/);
  await rm(folder, { recursive: true });
});

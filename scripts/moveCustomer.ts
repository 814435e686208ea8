/*
 * `npm run move-customer -- --customer N --to DB_2`: moves a customer's data to another database of the server while everybody works, and
 * follows it to its end. Logs in as a super admin: --user, and the password in SITEPROOF_PASSWORD or typed. --dry-run says what would be
 * moved and what is in the way. Stopped, the server goes on; run again, this follows the same move.
 */
import readline from "node:readline/promises";
import { parseArgs } from "node:util";
import type { ProblemBody } from "#domain/core/problem.ts";
import { login, sessionRecord } from "#domain/endpoints/account/session.ts";
import { moveCustomer } from "#domain/endpoints/configuration/customerCalls.ts";
import { jobStatus } from "#domain/endpoints/shared/job.ts";

const usage = `usage: npm run move-customer -- --customer N --to DB_NAME [options]

  --customer N   the customer's number
  --to NAME      the binding of the database in wrangler.toml: DB, DB_2 …
  --dry-run      only say what would be moved, and what is in the way
  --user NAME    a super admin (default: super)
  --code CODE    their one-time code, where they have a second factor
  --url URL      the server (default: http://localhost:8788)

The password is read from SITEPROOF_PASSWORD, or asked for.`;

const { values } = parseArgs({
  options: {
    customer: { type: "string" },
    to: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    user: { type: "string", default: "super" },
    code: { type: "string" },
    url: { type: "string", default: "http://localhost:8788" },
    help: { type: "boolean", default: false },
  },
});

class Refused extends Error {}

async function call(method: string, path: string, body?: unknown, token?: string): Promise<unknown> {
  const response = await fetch(`${values.url}/api${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  const { error } = JSON.parse(text) as ProblemBody;
  const fields = Object.entries(error.fields ?? {}).map(([field, fault]) => `${field}: ${fault}`);
  throw new Refused([error.message, ...fields].join("; "));
}

async function password(): Promise<string> {
  if (process.env.SITEPROOF_PASSWORD) return process.env.SITEPROOF_PASSWORD;
  const lines = readline.createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(`Password of ${values.user}: `);
  } finally {
    lines.close();
  }
}

async function run(): Promise<number> {
  const { customer, to } = values;
  if (values.help || !customer || !to) {
    console.log(usage);
    return values.help ? 0 : 1;
  }
  const credentials = { username: values.user, password: await password(), code: values.code };
  const { access_token: token } = sessionRecord.parse(await call("POST", login.path, credentials));
  const path = moveCustomer.path.replace("{id}", customer);
  const answer = moveCustomer.response!.parse(
    await call("POST", path, { to, check: values["dry-run"] }, token),
  );
  console.log(
    `${answer.documentations} documentations and ${answer.photos} photos in ${answer.from}; ${to} holds ${(answer.databaseBytes / 1e6).toFixed(0)} MB`,
  );
  if (!answer.job) return 0;
  for (let shown = ""; ; ) {
    const now = jobStatus.parse(await call("GET", `/job/${answer.job.id}`, undefined, token));
    const line = `${now.state} ${now.progress} of ${now.total} steps`;
    if (line !== shown) console.log(line);
    shown = line;
    if (now.state === "DONE") {
      const { pause } = (now.result ?? {}) as { pause?: number };
      console.log(`Moved to ${to}. For ${((pause ?? 0) / 1000).toFixed(1)} s nothing could be saved.`);
      return 0;
    }
    if (now.state === "FAILED") {
      console.log(`Not moved, everything is where it was: ${now.error}`);
      return 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

process.exitCode = await run().catch((error: unknown) => {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  return 1;
});

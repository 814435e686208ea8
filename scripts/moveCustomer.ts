/*
 * `npm run move-customer -- --customer N --to DB_2`: moves a customer's data to another database while everyone keeps working,
 * and follows the move to its end. Logs in as a super admin: --user, and the password from SITEPROOF_PASSWORD or the prompt.
 * --dry-run reports the amount of data and any blockers. If this command is stopped, the server continues the move; run again, it
 * follows the same move.
 */
import readline from "node:readline/promises";
import { parseArgs } from "node:util";
import { login, sessionRecord } from "#domain/endpoints/account/session.ts";
import { moveCustomer } from "#domain/endpoints/configuration/customerCalls.ts";
import { jobStatus } from "#domain/endpoints/shared/job.ts";
import { parseProblem } from "./support/parseProblem.ts";

const usage = `usage: npm run move-customer -- --customer N --to DB_NAME [options]

  --customer N   the customer's number
  --to NAME      the binding of the database in wrangler.toml: DB, DB_2 …
  --dry-run      only report the amount of data and any blockers
  --user NAME    a super admin (default: super)
  --code CODE    the one-time code, if the user has two-factor authentication
  --url URL      the server (default: http://localhost:8788)

The password is read from SITEPROOF_PASSWORD, or prompted for.`;

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

class RefusedError extends Error {}

async function call(method: string, path: string, body?: unknown, token?: string): Promise<unknown> {
  const response = await fetch(`${values.url}/api${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  throw new RefusedError(parseProblem(text)?.message ?? `${response.status} ${text.slice(0, 200)}`);
}

async function readPassword(): Promise<string> {
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
  const credentials = { username: values.user, password: await readPassword(), code: values.code };
  const { access_token: token } = sessionRecord.parse(await call("POST", login.path, credentials));
  const path = moveCustomer.path.replace("{id}", customer);
  const move = moveCustomer.response!.parse(
    await call("POST", path, { to, check: values["dry-run"] }, token),
  );
  console.log(
    `${move.documentations} documentations and ${move.photos} photos in ${move.from}; ${to} holds ${(move.databaseBytes / 1e6).toFixed(0)} MB`,
  );
  if (!move.job) return 0;
  for (let lastLine = ""; ; ) {
    const status = jobStatus.parse(await call("GET", `/job/${move.job.id}`, undefined, token));
    const line = `${status.state} ${status.progress} of ${status.total} steps`;
    if (line !== lastLine) console.log(line);
    lastLine = line;
    if (status.state === "DONE") {
      console.log(
        `Moved to ${to}. Saving was blocked for ${((status.result?.pause ?? 0) / 1000).toFixed(1)} s.`,
      );
      return 0;
    }
    if (status.state === "FAILED") {
      console.log(`The move failed and nothing has changed: ${status.error}`);
      return 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

process.exitCode = await run().catch((error: unknown) => {
  if (!(error instanceof RefusedError)) throw error;
  console.error(error.message);
  return 1;
});

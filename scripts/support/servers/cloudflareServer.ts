import { createHash } from "node:crypto";
import http from "node:http";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { listen } from "../listen.ts";
import { splitStatements } from "../sqlStatements.ts";

/*
 * An account behind Cloudflare's API (v4), as documented at developers.cloudflare.com/api: the envelope, error codes, pages, and
 * the parts of each resource that deployments use. Bodies are validated against their published schemas; D1 is backed by SQLite,
 * and refuses what the platform refuses: a trigger among other statements of a query, and queries during an import.
 */

export const fakeToken = "fake-api-token";
export const fakeAccount = "0123456789abcdef0123456789abcdef";

const bodySchemas = {
  database: z.strictObject({
    name: z.string().min(1),
    primary_location_hint: z.enum(["wnam", "enam", "weur", "eeur", "apac", "oc"]).optional(),
    jurisdiction: z.enum(["eu", "fedramp"]).optional(),
  }),
  query: z.strictObject({
    sql: z.string().min(1),
    params: z.array(z.union([z.string(), z.number(), z.null()])).optional(),
  }),
  import: z.discriminatedUnion("action", [
    z.strictObject({ action: z.literal("init"), etag: z.hash("md5") }),
    z.strictObject({ action: z.literal("ingest"), etag: z.hash("md5"), filename: z.string() }),
    z.strictObject({ action: z.literal("poll"), current_bookmark: z.string() }),
  ]),
  queue: z.strictObject({ queue_name: z.string().regex(/^[a-z0-9-]{1,63}$/) }),
  bucket: z.strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/),
    locationHint: z.enum(["apac", "eeur", "enam", "weur", "wnam", "oc"]).optional(),
    storageClass: z.enum(["Standard", "InfrequentAccess"]).optional(),
  }),
  cors: z.strictObject({
    rules: z.array(
      z.strictObject({
        allowed: z.strictObject({
          methods: z.array(z.enum(["GET", "PUT", "POST", "DELETE", "HEAD"])),
          origins: z.array(z.string().regex(/^https?:\/\/[^/]+$/)),
          headers: z.array(z.string()).optional(),
        }),
        id: z.string().optional(),
        exposeHeaders: z.array(z.string()).optional(),
        maxAgeSeconds: z.number().max(86_400).optional(),
      }),
    ),
  }),
  notification: z.strictObject({
    rules: z
      .array(
        z.strictObject({
          actions: z
            .array(
              z.enum([
                "PutObject",
                "CopyObject",
                "DeleteObject",
                "CompleteMultipartUpload",
                "LifecycleDeletion",
              ]),
            )
            .min(1),
          prefix: z.string().optional(),
          suffix: z.string().optional(),
          description: z.string().optional(),
        }),
      )
      .min(1),
  }),
  token: z.strictObject({
    name: z.string(),
    policies: z.array(
      z.strictObject({
        effect: z.enum(["allow", "deny"]),
        resources: z.record(z.string(), z.literal("*")),
        permission_groups: z.array(z.strictObject({ id: z.string() })).min(1),
      }),
    ),
  }),
  secret: z.strictObject({ name: z.string(), text: z.string().min(1), type: z.literal("secret_text") }),
  project: z.strictObject({ name: z.string(), production_branch: z.string() }),
};

/** The contents of an account. */
export interface FakeAccount {
  databases: { uuid: string; name: string }[];
  rows: DatabaseSync;
  /** Uploaded SQL by its MD5, in hex; null until it has arrived. */
  imports: Map<string, string | null>;
  /** The outcome of an import that has not been polled yet. */
  importing: { bookmark: string; error: string | null } | null;
  queues: { queue_id: string; queue_name: string }[];
  buckets: Map<string, { cors: unknown; notifications: Map<string, unknown[]> }>;
  tokens: { name: string; resources: string[]; id: string; value: string }[];
  /** Secrets by Worker; a Worker that was never deployed is missing. */
  scripts: Map<string, Map<string, string>>;
  projects: string[];
}

export const emptyAccount = (): FakeAccount => ({
  ...{ databases: [], queues: [], tokens: [], projects: [] },
  rows: new DatabaseSync(":memory:"),
  imports: new Map(),
  importing: null,
  buckets: new Map(),
  scripts: new Map(),
});

interface FakeResponse {
  status?: number;
  result?: unknown;
  error?: { code: number; message: string };
}

const failure = (status: number, code: number, message: string): FakeResponse => ({
  status,
  error: { code, message },
});

const permissionGroup = {
  id: "2efd5506f9c8494dacb1fa10a3e7d5b6",
  name: "Workers R2 Storage Bucket Item Write",
};
const pageSize = 2;

type Route = [
  method: string,
  path: RegExp,
  (account: FakeAccount, captures: string[], body: unknown, origin: string) => FakeResponse,
];

const routes: Route[] = [
  ["GET", /^\/d1\/database$/, (account) => ({ result: account.databases })],
  [
    "POST",
    /^\/d1\/database$/,
    (account, _, body) => {
      const { name } = bodySchemas.database.parse(body);
      if (account.databases.some((database) => database.name === name))
        return failure(400, 7502, "A database with that name already exists");
      const resource = { uuid: crypto.randomUUID(), name };
      account.databases.push(resource);
      return { result: resource };
    },
  ],
  ["POST", /^\/d1\/database\/([\w-]+)\/query$/, runQuery],
  ["POST", /^\/d1\/database\/([\w-]+)\/import$/, handleImport],
  ["GET", /^\/queues$/, (account) => ({ result: account.queues })],
  [
    "POST",
    /^\/queues$/,
    (account, _, body) => {
      const { queue_name } = bodySchemas.queue.parse(body);
      if (account.queues.some((queue) => queue.queue_name === queue_name))
        return failure(409, 11_009, "Queue name is already taken");
      const resource = { queue_id: crypto.randomUUID().replaceAll("-", ""), queue_name };
      account.queues.push(resource);
      return { result: resource };
    },
  ],
  [
    "POST",
    /^\/r2\/buckets$/,
    (account, _, body) => {
      const { name } = bodySchemas.bucket.parse(body);
      if (account.buckets.has(name))
        return failure(409, 10_004, "The bucket you tried to create already exists");
      account.buckets.set(name, { cors: null, notifications: new Map() });
      return { result: { name } };
    },
  ],
  [
    "GET",
    /^\/r2\/buckets\/([\w-]+)$/,
    (account, [name = ""]) => (account.buckets.has(name) ? { result: { name } } : noBucket),
  ],
  [
    "GET",
    /^\/r2\/buckets\/([\w-]+)\/cors$/,
    (account, [name = ""]) => {
      const rules = account.buckets.get(name)?.cors;
      return rules ? { result: rules } : failure(404, 10_059, "The CORS configuration does not exist");
    },
  ],
  [
    "PUT",
    /^\/r2\/buckets\/([\w-]+)\/cors$/,
    (account, [name = ""], body) => {
      const bucket = account.buckets.get(name);
      if (!bucket) return noBucket;
      bucket.cors = bodySchemas.cors.parse(body);
      return { result: {} };
    },
  ],
  [
    "GET",
    /^\/event_notifications\/r2\/([\w-]+)\/configuration$/,
    (account, [name = ""]) => {
      const notifications = account.buckets.get(name)?.notifications;
      if (!notifications?.size) return failure(404, 11_015, "No event notification configuration found");
      const queues = [...notifications].map(([queueId, rules]) => ({
        queueId,
        queueName: account.queues.find((queue) => queue.queue_id === queueId)?.queue_name,
        rules,
      }));
      return { result: { bucketName: name, queues } };
    },
  ],
  [
    "PUT",
    /^\/event_notifications\/r2\/([\w-]+)\/configuration\/queues\/(\w+)$/,
    (account, [name = "", queueId = ""], body) => {
      const bucket = account.buckets.get(name);
      if (!bucket) return noBucket;
      if (!account.queues.some((queue) => queue.queue_id === queueId))
        return failure(404, 11_000, "Queue not found");
      const { rules } = bodySchemas.notification.parse(body);
      bucket.notifications.set(queueId, [...(bucket.notifications.get(queueId) ?? []), ...rules]);
      return { result: {} };
    },
  ],
  ["GET", /^\/tokens\/permission_groups$/, () => ({ result: [permissionGroup] })],
  [
    "POST",
    /^\/tokens$/,
    (account, _, body) => {
      const { name, policies } = bodySchemas.token.parse(body);
      if (policies.some((policy) => policy.permission_groups.some(({ id }) => id !== permissionGroup.id)))
        return failure(400, 1001, "Permission group not found");
      const id = crypto.randomUUID().replaceAll("-", "");
      const resources = policies.flatMap((policy) => Object.keys(policy.resources));
      account.tokens.push({ name, resources, id, value: `value-of-${id}` });
      return { result: { id, name, status: "active", value: `value-of-${id}` } };
    },
  ],
  [
    "GET",
    /^\/workers\/scripts\/([\w-]+)\/secrets$/,
    (account, [name = ""]) => {
      const secrets = account.scripts.get(name);
      if (!secrets) return noScript;
      return { result: [...secrets.keys()].map((secretName) => ({ name: secretName, type: "secret_text" })) };
    },
  ],
  [
    "PUT",
    /^\/workers\/scripts\/([\w-]+)\/secrets$/,
    (account, [script = ""], body) => {
      const { name, text: value } = bodySchemas.secret.parse(body);
      const secrets = account.scripts.get(script);
      if (!secrets) return noScript;
      secrets.set(name, value);
      return { result: { name, type: "secret_text" } };
    },
  ],
  [
    "GET",
    /^\/pages\/projects\/([\w-]+)$/,
    (account, [name = ""]) =>
      account.projects.includes(name)
        ? { result: { name, subdomain: `${name}-4f2.pages.dev` } }
        : failure(404, 8_000_007, "Project not found"),
  ],
  [
    "POST",
    /^\/pages\/projects$/,
    (account, _, body) => {
      const { name } = bodySchemas.project.parse(body);
      if (account.projects.includes(name))
        return failure(409, 8_000_002, "A project with this name already exists");
      account.projects.push(name);
      return { result: { name, subdomain: `${name}-4f2.pages.dev` } };
    },
  ],
];

const noBucket = failure(404, 10_006, "The specified bucket does not exist");
const noScript = failure(404, 10_007, "This Worker does not exist on your account");

const noDatabase = failure(404, 7404, "The database was not found");
const hasDatabase = (account: FakeAccount, id: string) => account.databases.some(({ uuid }) => uuid === id);

/** Maximum bytes of SQL in a query. */
const maxQueryBytes = 100_000;

function runQuery(account: FakeAccount, [id = ""]: string[], body: unknown): FakeResponse {
  if (!hasDatabase(account, id)) return noDatabase;
  if (account.importing) return failure(400, 7500, "Currently processing a long-running import.");
  const { sql, params = [] } = bodySchemas.query.parse(body);
  if (Buffer.byteLength(sql) > maxQueryBytes) return failure(400, 7500, "statement too long: SQLITE_TOOBIG");
  try {
    const statements = splitStatements(sql);
    if (statements.length > 1 && params.length > 0)
      return failure(400, 7500, "Several statements take no parameters");
    // D1's API returns bytes as a list of numbers.
    const jsonValue = (value: unknown) => (value instanceof Uint8Array ? [...value] : value);
    // Several statements are split at every semicolon, including those inside triggers.
    const parts = statements.length > 1 ? sql.split(";").filter((part) => part.trim()) : [sql];
    const result = runAtomically(account.rows, () =>
      parts.map((part) => {
        const rows = account.rows.prepare(part).all(...params);
        const results = rows.map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, jsonValue(value)])),
        );
        return { results, success: true, meta: {} };
      }),
    );
    return { result };
  } catch (error) {
    return failure(400, 7500, messageOf(error));
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function runAtomically<T>(database: DatabaseSync, work: () => T): T {
  database.exec("SAVEPOINT request");
  try {
    const result = work();
    database.exec("RELEASE request");
    return result;
  } catch (error) {
    database.exec("ROLLBACK TO request; RELEASE request");
    throw error;
  }
}

/** Init, upload, ingest, then polls until it is complete. */
function handleImport(
  account: FakeAccount,
  [id = ""]: string[],
  body: unknown,
  origin: string,
): FakeResponse {
  if (!hasDatabase(account, id)) return noDatabase;
  const request = bodySchemas.import.parse(body);
  const messages = ["Processed"];
  if (request.action === "poll") {
    const { importing } = account;
    if (importing?.bookmark !== request.current_bookmark)
      return failure(400, 7500, "Not currently importing");
    account.importing = null;
    if (importing.error !== null)
      return {
        result: { success: false, type: "import", status: "error", error: importing.error, messages },
      };
    const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 };
    const result = { num_queries: 1, final_bookmark: importing.bookmark, meta };
    return { result: { success: true, type: "import", status: "complete", result, messages } };
  }
  if (account.importing) return failure(400, 7500, "Currently processing a long-running import.");
  const sql = account.imports.get(request.etag);
  if (request.action === "init" && typeof sql !== "string") {
    account.imports.set(request.etag, null);
    const filename = `${request.etag}.sql`;
    return {
      result: { success: true, type: "import", upload_url: `${origin}/upload/${filename}`, filename },
    };
  }
  if (typeof sql !== "string") return failure(400, 7500, "The file was not uploaded");
  account.importing = { bookmark: crypto.randomUUID(), error: runImport(account.rows, sql) };
  const at_bookmark = account.importing.bookmark;
  return { result: { success: true, type: "import", status: "active", at_bookmark, messages } };
}

function runImport(database: DatabaseSync, sql: string): string | null {
  try {
    runAtomically(database, () => {
      for (const statement of splitStatements(sql)) database.exec(statement);
    });
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** Stores an upload and returns its MD5; null for a file that no import has requested. */
function storeUpload(account: FakeAccount, path: string, body: string): string | null {
  const [, name = ""] = /^\/upload\/(\w+)\.sql$/.exec(path) ?? [];
  if (!account.imports.has(name)) return null;
  const etag = createHash("md5").update(body).digest("hex");
  account.imports.set(etag, body);
  return etag;
}

/** Starts the API. `fault` may replace the response to a call; `calls` records all calls. */
export async function startCloudflare(
  account: FakeAccount,
  fault: (call: string) => { status: number; retryAfter?: number } | null = () => null,
) {
  const calls: string[] = [];
  const server = http.createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const path = pathname.replace(`/accounts/${fakeAccount}`, "");
    const body = await text(request);
    calls.push(`${request.method} ${path}`);
    const end = (
      { status = 200, result = null, error }: FakeResponse,
      headers = {},
      info: object | null = null,
    ) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      const errors = error ? [error] : [];
      response.end(
        JSON.stringify({ success: !error, errors, messages: [], result, ...(info && { result_info: info }) }),
      );
    };
    const etag = request.method === "PUT" ? storeUpload(account, pathname, body) : null;
    if (etag) return response.writeHead(200, { etag: `"${etag}"` }).end();
    const injectedFault = fault(`${request.method} ${path}`);
    if (injectedFault)
      return end(
        failure(injectedFault.status, 971, "Please wait and consider throttling your request speed"),
        injectedFault.retryAfter === undefined ? {} : { "retry-after": String(injectedFault.retryAfter) },
      );
    if (
      request.headers.authorization !== `Bearer ${fakeToken}` ||
      !pathname.startsWith(`/accounts/${fakeAccount}/`)
    )
      return end(failure(403, 10_000, "Authentication error"));
    for (const [method, pattern, handler] of routes) {
      const [, ...captures] = pattern.exec(path) ?? [];
      if (method !== request.method || !pattern.test(path)) continue;
      try {
        const reply = handler(account, captures, body ? JSON.parse(body) : null, origin);
        const resultRows = searchParams.has("page") && Array.isArray(reply.result) ? reply.result : null;
        if (!resultRows) return end(reply);
        const page = Number(searchParams.get("page"));
        const info = { page, per_page: pageSize, total_pages: Math.ceil(resultRows.length / pageSize) };
        return end({ result: resultRows.slice((page - 1) * pageSize, page * pageSize) }, {}, info);
      } catch (error) {
        return end(failure(400, 10_001, error instanceof Error ? error.message : String(error)));
      }
    }
    return end(failure(404, 7003, `Could not route to ${path}`));
  });
  const origin = `http://localhost:${await listen(server)}`;
  return {
    account: { id: fakeAccount, token: fakeToken, address: origin },
    calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

import http from "node:http";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { listen } from "../listen.ts";

/*
 * An account behind Cloudflare's API (v4), as documented at developers.cloudflare.com/api: the envelope, error codes, pages, and
 * the parts of each resource that deployments use. Bodies are validated against their published schemas; D1 is backed by SQLite.
 */

export const fakeToken = "fake-api-token";
export const fakeAccount = "0123456789abcdef0123456789abcdef";

const shapes = {
  database: z.strictObject({
    name: z.string().min(1),
    primary_location_hint: z.enum(["wnam", "enam", "weur", "eeur", "apac", "oc"]).optional(),
    jurisdiction: z.enum(["eu", "fedramp"]).optional(),
  }),
  query: z.strictObject({
    sql: z.string().min(1),
    params: z.array(z.union([z.string(), z.number(), z.null()])).optional(),
  }),
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
  buckets: new Map(),
  scripts: new Map(),
});

interface Answer {
  status?: number;
  result?: unknown;
  error?: { code: number; message: string };
}

const failure = (status: number, code: number, message: string): Answer => ({
  status,
  error: { code, message },
});

const group = { id: "2efd5506f9c8494dacb1fa10a3e7d5b6", name: "Workers R2 Storage Bucket Item Write" };
const perPage = 2;

type Route = [
  method: string,
  path: RegExp,
  (account: FakeAccount, captures: string[], body: unknown) => Answer,
];

const routes: Route[] = [
  ["GET", /^\/d1\/database$/, (account) => ({ result: account.databases })],
  [
    "POST",
    /^\/d1\/database$/,
    (account, _, body) => {
      const { name } = shapes.database.parse(body);
      if (account.databases.some((database) => database.name === name))
        return failure(400, 7502, "A database with that name already exists");
      const created = { uuid: crypto.randomUUID(), name };
      account.databases.push(created);
      return { result: created };
    },
  ],
  ["POST", /^\/d1\/database\/([\w-]+)\/query$/, query],
  ["GET", /^\/queues$/, (account) => ({ result: account.queues })],
  [
    "POST",
    /^\/queues$/,
    (account, _, body) => {
      const { queue_name } = shapes.queue.parse(body);
      if (account.queues.some((queue) => queue.queue_name === queue_name))
        return failure(409, 11_009, "Queue name is already taken");
      const created = { queue_id: crypto.randomUUID().replaceAll("-", ""), queue_name };
      account.queues.push(created);
      return { result: created };
    },
  ],
  [
    "POST",
    /^\/r2\/buckets$/,
    (account, _, body) => {
      const { name } = shapes.bucket.parse(body);
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
      bucket.cors = shapes.cors.parse(body);
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
      const { rules } = shapes.notification.parse(body);
      bucket.notifications.set(queueId, [...(bucket.notifications.get(queueId) ?? []), ...rules]);
      return { result: {} };
    },
  ],
  ["GET", /^\/tokens\/permission_groups$/, () => ({ result: [group] })],
  [
    "POST",
    /^\/tokens$/,
    (account, _, body) => {
      const { name, policies } = shapes.token.parse(body);
      if (policies.some((policy) => policy.permission_groups.some(({ id }) => id !== group.id)))
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
      const { name, text: value } = shapes.secret.parse(body);
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
      const { name } = shapes.project.parse(body);
      if (account.projects.includes(name))
        return failure(409, 8_000_002, "A project with this name already exists");
      account.projects.push(name);
      return { result: { name, subdomain: `${name}-4f2.pages.dev` } };
    },
  ],
];

const noBucket = failure(404, 10_006, "The specified bucket does not exist");
const noScript = failure(404, 10_007, "This Worker does not exist on your account");

function query(account: FakeAccount, [id = ""]: string[], body: unknown): Answer {
  if (!account.databases.some(({ uuid }) => uuid === id))
    return failure(404, 7404, "The database was not found");
  const { sql, params = [] } = shapes.query.parse(body);
  try {
    // Several statements are only accepted without parameters.
    if (params.length === 0 && /;\s*\S/.test(sql)) {
      account.rows.exec(sql);
      return { result: [{ results: [], success: true, meta: {} }] };
    }
    // D1's API returns bytes as a list of numbers.
    const listed = (value: unknown) => (value instanceof Uint8Array ? [...value] : value);
    const results = account.rows
      .prepare(sql)
      .all(...params)
      .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, listed(value)])));
    return { result: [{ results, success: true, meta: {} }] };
  } catch (error) {
    return failure(400, 7500, error instanceof Error ? error.message : String(error));
  }
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
      { status = 200, result = null, error }: Answer,
      headers = {},
      info: object | null = null,
    ) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      const errors = error ? [error] : [];
      response.end(
        JSON.stringify({ success: !error, errors, messages: [], result, ...(info && { result_info: info }) }),
      );
    };
    const injected = fault(`${request.method} ${path}`);
    if (injected)
      return end(
        failure(injected.status, 971, "Please wait and consider throttling your request speed"),
        injected.retryAfter === undefined ? {} : { "retry-after": String(injected.retryAfter) },
      );
    if (
      request.headers.authorization !== `Bearer ${fakeToken}` ||
      !pathname.startsWith(`/accounts/${fakeAccount}/`)
    )
      return end(failure(403, 10_000, "Authentication error"));
    for (const [method, pattern, answer] of routes) {
      const [, ...captures] = pattern.exec(path) ?? [];
      if (method !== request.method || !pattern.test(path)) continue;
      try {
        const reply = answer(account, captures, body ? JSON.parse(body) : null);
        const listed = searchParams.has("page") && Array.isArray(reply.result) ? reply.result : null;
        if (!listed) return end(reply);
        const page = Number(searchParams.get("page"));
        const info = { page, per_page: perPage, total_pages: Math.ceil(listed.length / perPage) };
        return end({ result: listed.slice((page - 1) * perPage, page * perPage) }, {}, info);
      } catch (error) {
        return end(failure(400, 10_001, error instanceof Error ? error.message : String(error)));
      }
    }
    return end(failure(404, 7003, `Could not route to ${path}`));
  });
  const port = await listen(server);
  return {
    account: { id: fakeAccount, token: fakeToken, address: `http://localhost:${port}` },
    calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

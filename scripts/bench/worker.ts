import { z } from "zod";
import { consume } from "#queues/consume.ts";
import { runScheduled } from "#worker/cron/runScheduled.ts";
import { databaseOf } from "#worker/db/database.ts";
import { session } from "#worker/db/schema/index.ts";
import { allShardEnvs, shardEnv } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import worker from "#worker/index.ts";
import { createCrew } from "./worker/crew.ts";
import { deliver } from "./worker/deliver.ts";
import { serveDocument } from "./worker/document.ts";
import { haltPoint, Steps, withSteps } from "./worker/faultInjection.ts";
import { importAll } from "./worker/import.ts";
import { ageRows, inspect } from "./worker/inspect.ts";
import { readMeter, withMeter } from "./worker/meter.ts";
import { drawRows } from "./worker/rows.ts";
import { drawPictures, storePhoto } from "./worker/workerPictures.ts";

interface BenchEnv extends Env {
  /** Storage events, which the local platform does not send. */
  EVENTS: Queue<unknown>;
}

const haltedMessage = z.object({ halt: haltPoint.optional() });

/**
 * The product's Worker with additional calls for the bench. A call with `x-bench-halt` or a message with `halt` halts at the
 * named step. `/bench/copy` is the reference for exports.
 */
export default {
  ...worker,
  async fetch(request, bindings, ctx) {
    const { pathname } = new URL(request.url);
    const onlyBinding = request.headers.get("x-bench-only");
    if (onlyBinding) return worker.fetch(request, withOnlyDatabase(bindings, onlyBinding), ctx);
    if (pathname === "/bench/meter") return Response.json(readMeter());
    const env = withMeter(bindings);
    const call = callHandlers[pathname];
    if (call) return call(env, await request.json(), ctx);
    const haltHeader = request.headers.get("x-bench-halt");
    if (haltHeader === null) return worker.fetch(request, env, ctx);
    const steps = new Steps(haltPoint.parse(JSON.parse(haltHeader)));
    const response = await worker.fetch(request, withSteps(env, steps), ctx);
    await steps.before("the response");
    const headers = new Headers(response.headers);
    headers.set("x-bench-steps", JSON.stringify(steps.names));
    return new Response(response.body, { status: response.status, headers });
  },
  /** Consumes messages separately and concurrently, so that each may halt at another step. */
  async queue(batch, bindings) {
    const env = withMeter(bindings);
    await Promise.all(
      batch.messages.map(async (message) => {
        const { halt } = haltedMessage.parse(message.body);
        // A redelivered message does not halt.
        const steps = new Steps(halt && message.attempts === 1 ? halt : null);
        await consume({ queue: batch.queue, messages: [message] }, withSteps(env, steps));
      }),
    );
  },
} satisfies ExportedHandler<BenchEnv>;

// biome-ignore lint/suspicious/noExplicitAny: each call knows what the bench sends it
type Call = (env: BenchEnv, body: any, ctx: ExecutionContext) => Promise<Response>;

const callHandlers: Record<string, Call> = {
  "/bench/sessions": copySessions,
  "/bench/copy": copy,
  "/bench/store": store,
  "/bench/rows": async (_, body) => Response.json(await drawRows(body)),
  "/bench/sizes": async ({ STORAGE }, { keys }) => Response.json(await sizesOf(STORAGE, keys)),
  "/bench/license": createLicense,
  "/bench/admin": createAdmin,
  "/bench/crew": async (env, { password }) => Response.json(await createCrew(env, password)),
  "/bench/inspect": async (env, body) => Response.json(await inspect(env, body)),
  "/bench/deliver": async (env, request) => Response.json(await deliver(env, request)),
  "/bench/import": async (env, request) => Response.json(await importAll(env, request)),
  "/bench/document": serveDocument,
  "/bench/photo": async (env, photo) => {
    await storePhoto(env, photo);
    return new Response();
  },
  "/bench/pictures": async (env, body) => Response.json(await drawPictures(env, body)),
  "/bench/scheduled": async (env, { cron }) => {
    await runScheduled({ cron, scheduledTime: Date.now() }, env);
    return new Response();
  },
  "/bench/age": async (env, body) => {
    await ageRows(env, body);
    return new Response();
  },
  "/bench/send": async (env, { queue, body }) => {
    await (queue === "JOBS" ? env.JOBS : env.EVENTS).send(body);
    return new Response();
  },
};

const environmentByBinding = new Map<string, BenchEnv>();

/** An environment with only one of the databases. Cached, because a runtime keeps its environment. */
function withOnlyDatabase(bindings: BenchEnv, name: string): BenchEnv {
  const cached = environmentByBinding.get(name);
  if (cached) return cached;
  const environment: BenchEnv = { ...bindings, DB: shardEnv(bindings, name).DB };
  for (const key of Object.keys(environment))
    if (key.startsWith("DB_")) Reflect.deleteProperty(environment, key);
  environmentByBinding.set(name, environment);
  return environment;
}

/** Copies sessions from the directory, so that a database can be called alone. */
async function copySessions(env: BenchEnv): Promise<Response> {
  const sessions = await databaseOf(env).select().from(session);
  for (const shard of allShardEnvs(env).filter(({ ROOT }) => ROOT))
    for (const row of sessions) await databaseOf(shard).insert(session).values(row).onConflictDoNothing();
  return new Response();
}

/** Total bytes of stored objects. */
async function sizesOf(storage: R2Bucket, keys: string[]): Promise<number> {
  let sum = 0;
  for (const key of keys) sum += (await storage.head(key))?.size ?? 0;
  return sum;
}

/** Streams stored objects one after another, without any format. */
async function copy(
  env: Env,
  { keys, length }: { keys: string[]; length: number },
  ctx: ExecutionContext,
): Promise<Response> {
  const { readable, writable } = new FixedLengthStream(length);
  const copyAll = async () => {
    for (const key of keys) await (await env.STORAGE.get(key))?.body.pipeTo(writable, { preventClose: true });
    await writable.close();
  };
  ctx.waitUntil(copyAll());
  // The content type of exports: the local server compresses unknown types, which is five times slower.
  return new Response(readable, {
    headers: { "content-type": "application/zip", "cache-control": "no-transform" },
  });
}

/**
 * Copies objects within storage one by one: the cost of reading and writing the same bytes. The copies are deleted afterwards.
 */
async function store(env: Env, { keys }: { keys: string[] }): Promise<Response> {
  const copies = keys.map((_, index) => `bench/stored/${index}`);
  const startedAt = Date.now();
  for (const [index, key] of keys.entries()) {
    const object = await env.STORAGE.get(key);
    await env.STORAGE.put(copies[index]!, object!.body);
  }
  const durationMs = Date.now() - startedAt;
  for (let from = 0; from < copies.length; from += 1000)
    await env.STORAGE.delete(copies.slice(from, from + 1000));
  return Response.json(durationMs);
}

/** Creates the licence for measuring ingest. */
async function createLicense(
  env: Env,
  { licenseCode, customerId }: { licenseCode: string; customerId: number },
): Promise<Response> {
  await env.DB.prepare(
    "INSERT INTO license (id, customer_id, name, license_code, date_created) VALUES (unhex(replace(?1, '-', '')), ?2, ?3, ?3, '2026-01-01T00:00:00Z')",
  )
    .bind(crypto.randomUUID(), customerId, licenseCode)
    .run();
  return new Response();
}

/** Creates the super admin who lists customers, with another user's password. Idempotent. */
async function createAdmin(
  env: Env,
  { username, like }: { username: string; like: string },
): Promise<Response> {
  await env.DB.batch([
    env.DB.prepare(
      "INSERT OR IGNORE INTO user (customer_id, username, username_key, password, date_created) SELECT customer_id, ?1, ?1, password, date_created FROM user WHERE username_key = ?2",
    ).bind(username, like),
    env.DB.prepare(
      "INSERT OR IGNORE INTO user_role (user_id, role_id) SELECT u.id, r.id FROM user u, role r WHERE u.username_key = ? AND r.authority = 'ROLE_SUPER_ADMIN'",
    ).bind(username),
  ]);
  return new Response();
}

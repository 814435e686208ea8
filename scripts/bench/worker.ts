import { z } from "zod";
import { consume } from "#queues/consume.ts";
import { runScheduled } from "#worker/cron/runScheduled.ts";
import type { Env } from "#worker/env.ts";
import worker from "#worker/index.ts";
import { createCrew } from "./worker/crew.ts";
import { deliver } from "./worker/deliver.ts";
import { serveDocument } from "./worker/document.ts";
import { haltPoint, Steps, withSteps } from "./worker/faultInjection.ts";
import { importAll } from "./worker/import.ts";
import { ageRows, inspect } from "./worker/inspect.ts";
import { readMeter, withMeter } from "./worker/meter.ts";
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

// biome-ignore lint/suspicious/noExplicitAny: each call knows the body that the bench sends
type Call = (env: BenchEnv, body: any, ctx: ExecutionContext) => Promise<Response>;

const callHandlers: Record<string, Call> = {
  "/bench/copy": copy,
  "/bench/store": store,
  "/bench/crew": async (env) => Response.json(await createCrew(env.DB)),
  "/bench/inspect": async (env, body) => Response.json(await inspect(env, body)),
  "/bench/deliver": async (env, request) => Response.json(await deliver(env, request)),
  "/bench/import": async (env, request) => Response.json(await importAll(env, request)),
  "/bench/document": serveDocument,
  "/bench/photo": async (env, photo) => {
    await storePhoto(env, photo);
    return new Response();
  },
  "/bench/pictures": async (env, { times }) => {
    await drawPictures(env, times);
    return new Response();
  },
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

/** Total bytes of stored objects. */
async function sizesOf(storage: R2Bucket, keys: string[]): Promise<number> {
  const heads = await Promise.all(keys.map((key) => storage.head(key)));
  return heads.reduce((sum, head) => sum + (head?.size ?? 0), 0);
}

/** Streams stored objects one after another, without any format. */
async function copy(env: Env, { keys }: { keys: string[] }, ctx: ExecutionContext): Promise<Response> {
  const { readable, writable } = new FixedLengthStream(await sizesOf(env.STORAGE, keys));
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

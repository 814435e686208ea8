import { consume } from "#queues/consume.ts";
import { app } from "./app.ts";
import { runScheduled } from "./cron/runScheduled.ts";
import type { Env } from "./env.ts";

export default {
  fetch: app.fetch,
  queue: (batch, env, _ctx) => consume(batch, env),
  scheduled: (controller, env, _ctx) => runScheduled(controller, env),
} satisfies ExportedHandler<Env>;

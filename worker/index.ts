import { consume } from "../queues/consume";
import { app } from "./app";
import { runScheduled } from "./cron/run";
import type { Env } from "./env";

export default {
  fetch: app.fetch,
  queue: (batch, env, _ctx) => consume(batch, env),
  scheduled: (controller, env, _ctx) => runScheduled(controller, env),
} satisfies ExportedHandler<Env>;

import { sql } from "drizzle-orm";
import { health } from "#domain/endpoints/account/session.ts";
import { mount } from "#worker/api/mount.ts";
import { openApiDocument } from "#worker/api/openapi.ts";
import { openApiPage } from "#worker/api/openapiPage.ts";
import type { App } from "#worker/http/context.ts";
import { checkQueueHealth } from "./heartbeat.ts";

export function mountService(app: App): void {
  mount(app, health, async ({ c, env, db }) => {
    const [database, storage, queues] = await Promise.all([
      readProbeState(db.get(sql`SELECT 1 FROM role LIMIT 1`)),
      readProbeState(env.STORAGE.head("health")),
      checkQueueHealth(env, db).catch(() => "failing" as const),
    ]);
    const isFailing = [database, storage, queues].includes("failing");
    return c.json({ status: isFailing ? "failing" : "ok", database, storage, queues }, isFailing ? 503 : 200);
  });
  app.get("/openapi.json", (c) => c.json(openApiDocument()));
  app.get("/docs", (c) => openApiPage(c));
}

const readProbeState = (check: Promise<unknown>): Promise<"ok" | "failing"> =>
  check.then(
    () => "ok",
    () => "failing",
  );

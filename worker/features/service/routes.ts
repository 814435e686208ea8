import { sql } from "drizzle-orm";
import { health } from "../../../domain/endpoints/session";
import { mount } from "../../entrance/mount";
import { openApiDocument } from "../../entrance/openapi";
import { openApiPage } from "../../entrance/openapiPage";
import type { App } from "../../http/context";
import { queueHealth } from "./heartbeat";

export function mountService(app: App): void {
  mount(app, health, async ({ c, env, db }) => {
    const [database, storage, queues] = await Promise.all([
      probeState(db.get(sql`SELECT 1 FROM role LIMIT 1`)),
      probeState(env.STORAGE.head("health")),
      queueHealth(env, db).catch(() => "failing" as const),
    ]);
    const failing = [database, storage, queues].includes("failing");
    return c.json({ status: failing ? "failing" : "ok", database, storage, queues }, failing ? 503 : 200);
  });
  app.get("/openapi.json", (c) => c.json(openApiDocument()));
  app.get("/docs", (c) => openApiPage(c));
}

const probeState = (probe: Promise<unknown>): Promise<"ok" | "failing"> =>
  probe.then(
    () => "ok",
    () => "failing",
  );

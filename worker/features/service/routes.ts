import { sql } from "drizzle-orm";
import { health } from "../../../domain/endpoints/session";
import type { App } from "../../http/context";
import { mountForAll } from "../../http/mount";
import { openApiDocument } from "../../http/openapi";
import { openApiPage } from "../../http/openapiPage";
import { queueHealth } from "./heartbeat";

export function mountService(app: App): void {
  mountForAll(app, health, async ({ c, env, db }) => {
    const [database, storage, queues] = await Promise.all([
      answers(db.get(sql`SELECT 1 FROM role LIMIT 1`)),
      answers(env.STORAGE.head("health")),
      queueHealth(env, db).catch(() => "failing" as const),
    ]);
    const failing = [database, storage, queues].includes("failing");
    return c.json({ status: failing ? "failing" : "ok", database, storage, queues }, failing ? 503 : 200);
  });
  app.get("/openapi.json", (c) => c.json(openApiDocument()));
  app.get("/docs", (c) => openApiPage(c));
}

const answers = (probe: Promise<unknown>): Promise<"ok" | "failing"> =>
  probe.then(
    () => "ok",
    () => "failing",
  );

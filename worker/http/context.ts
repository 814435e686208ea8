import type { Context, Hono } from "hono";
import type { Actor } from "../../domain/access/actor";
import type { Database } from "../db/database";
import type { Env } from "../env";

export interface AppEnv {
  Bindings: Env;
  Variables: { requestId: string; db: Database; bookmark: () => string | null; actor?: Actor };
}
export type App = Hono<AppEnv>;
export type AppContext = Context<AppEnv>;

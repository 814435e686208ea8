import type { Context, Hono } from "hono";
import type { Actor } from "#domain/access/actor.ts";
import type { Database, OpenedDatabase } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";

export interface AppEnv {
  Bindings: Env;
  Variables: {
    requestId: string;
    /** The database that the call works in; `c.env` is bound to the same one. */
    db: Database;
    /** The databases that the call has opened, by name. */
    openedDatabases: Map<string, OpenedDatabase>;
    actor?: Actor;
  };
}
export type App = Hono<AppEnv>;
export type AppContext = Context<AppEnv>;

import type { Context, Hono } from "hono";
import type { Actor } from "../../domain/access/actor";
import type { Database, OpenedDatabase } from "../db/database";
import type { Env } from "../env";

export interface AppEnv {
  Bindings: Env;
  Variables: {
    requestId: string;
    /** Of the database that the call works in; `c.env` is bound to the same one. */
    db: Database;
    /** The databases that the call has opened, by name. */
    opened: Map<string, OpenedDatabase>;
    actor?: Actor;
  };
}
export type App = Hono<AppEnv>;
export type AppContext = Context<AppEnv>;

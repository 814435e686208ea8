import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { Env } from "#worker/env.ts";

export type Database = DrizzleD1Database;

export interface OpenedDatabase {
  db: Database;
  /** How far it has been read or written; null before the first statement. */
  bookmark(): string | null;
}

/**
 * Drizzle over a D1 session: replicas near the user serve reads, and nobody reads older than they wrote, because
 * the bookmark of one answer comes back with the next call. Without one, a read may be served by any replica and
 * a write starts at the primary.
 */
export function openDatabase(d1: D1Database, bookmark: string | null, writes: boolean): OpenedDatabase {
  const session = d1.withSession(bookmark ?? (writes ? "first-primary" : "first-unconstrained"));
  return {
    // A D1 session has the two methods of a database that Drizzle calls, prepare and batch.
    db: drizzle(session as unknown as D1Database, { casing: "snake_case" }) as Database,
    bookmark: () => session.getBookmark(),
  };
}

/** The database of an environment, for consumers and cron jobs, which always read the primary. */
export const databaseOf = (env: Env): Database => openDatabase(env.DB, null, true).db;

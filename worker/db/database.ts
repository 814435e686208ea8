import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { Env } from "#worker/env.ts";

export type Database = DrizzleD1Database;

export interface OpenedDatabase {
  db: Database;
  /** The D1 bookmark of the latest read or write; null before the first statement. */
  bookmark(): string | null;
}

/**
 * Drizzle over a D1 session. Replicas near the user serve reads, but never older data than the client has seen, because clients send the
 * bookmark of a response with the next request. Without a bookmark, any replica may serve a read, and a write starts at the primary.
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

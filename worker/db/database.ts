import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { Env } from "#worker/env.ts";

export type Database = DrizzleD1Database & { $client: D1Database };

export interface OpenedDatabase {
  db: Database;
  /** The D1 bookmark of the latest read or write; null before the first statement. */
  bookmark(): string | null;
}

/**
 * Drizzle over a D1 session. Replicas near the user serve reads, but never older data than the client has seen, because clients send the
 * bookmark of a response with the next request. Without a bookmark, any replica may serve a read, and a write starts at the primary.
 */
export function openDatabase(d1: D1Database, bookmark: string | null, canWrite: boolean): OpenedDatabase {
  const session = d1.withSession(bookmark ?? (canWrite ? "first-primary" : "first-unconstrained"));
  const client: D1Database = {
    prepare: (query) => session.prepare(query),
    batch: (statements) => session.batch(statements),
    // Drizzle calls none of these.
    exec: (query) => d1.exec(query),
    dump: () => d1.dump(),
    withSession: (constraint) => d1.withSession(constraint),
  };
  return {
    db: drizzle(client, { casing: "snake_case" }),
    bookmark: () => session.getBookmark(),
  };
}

/** The database of an environment, for consumers and cron jobs, which always read the primary. */
export const databaseOf = (env: Env): Database => openDatabase(env.DB, null, true).db;

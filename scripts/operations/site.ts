import type { Readable } from "node:stream";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { z } from "zod";
import { hexOfBytes } from "#worker/db/idEncoding.ts";
import type { StoredObjects } from "#worker/features/verify/objectInfo.ts";

/** A value of a row as JSON has it. */
export type Value = string | number | null;
/** What is read: bytes are a list of numbers. */
export type ReadValue = Value | number[];
export const readValue = z.union([z.string(), z.number(), z.null(), z.array(z.number())]);

/** The database as far as its copies need it: the local one, or one behind Cloudflare's API. */
export interface Rows {
  /** @throws Error with SQLite's words */
  all(sql: string, params?: readonly Value[]): Promise<Record<string, ReadValue>[]>;
}

export interface ObjectBody {
  bytes: Readable;
  size: number;
  type: string | null;
}

/** The bucket. */
export interface Objects extends StoredObjects {
  get(key: string): Promise<ObjectBody | null>;
  /** Returns the entity tag, which differs from the original's where that came in parts. */
  put(key: string, body: ObjectBody): Promise<string>;
}

/** A database and its bucket. */
export interface Site {
  /** For people: which one it is. */
  name: string;
  rows: Rows;
  objects: Objects;
}

/** A statement whose parameters are texts and numbers alone: Cloudflare's API takes no bytes. */
function withoutBytes(sql: string, params: readonly (Value | Uint8Array)[]): [sql: string, params: Value[]] {
  let at = 0;
  // Outside of quoted texts and names.
  const asked = sql.replace(/'[^']*'|"[^"]*"|\?/g, (found) =>
    found !== "?" ? found : params[at++] instanceof Uint8Array ? "unhex(?)" : "?",
  );
  return [asked, params.map((value) => (value instanceof Uint8Array ? hexOfBytes(value) : value))];
}

/** Drizzle over a site's rows, for the Worker's own queries. Reads only. */
export function drizzleOver({ rows }: Pick<Site, "rows">): DrizzleD1Database {
  const prepared = (sql: string, params: readonly (Value | Uint8Array)[]) => {
    const all = async () => ({
      results: await rows.all(...withoutBytes(sql, params)),
      success: true,
      meta: {},
    });
    return {
      bind: (...bound: (Value | Uint8Array)[]) => prepared(sql, bound),
      all,
      run: all,
      raw: async () => (await all()).results.map((row) => Object.values(row)),
      first: async () => (await all()).results[0] ?? null,
    };
  };
  const client = {
    prepare: (sql: string) => prepared(sql, []),
    batch: (statements: ReturnType<typeof prepared>[]) =>
      Promise.all(statements.map((statement) => statement.all())),
  };
  // Of a database Drizzle calls these two methods only.
  return drizzle(client as unknown as D1Database, { casing: "snake_case" });
}

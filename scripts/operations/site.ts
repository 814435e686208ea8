import type { Readable } from "node:stream";
import { drizzle } from "drizzle-orm/d1";
import { z } from "zod";
import type { Database } from "#worker/db/database.ts";
import { hexOfBytes } from "#worker/db/idEncoding.ts";
import type { StoredObjects } from "#worker/features/verify/objectInfo.ts";
import type { MigratableDatabase } from "../support/migrate.ts";

/** A row's value in JSON. */
export type Value = string | number | null;
/** A value read from a row; bytes are a list of numbers. */
export type ReadValue = Value | number[];
export const readValue = z.union([z.string(), z.number(), z.null(), z.array(z.number())]);

/** The part of a database that copies need: local, or behind Cloudflare's API. */
export interface Rows extends MigratableDatabase {
  /** @throws Error with SQLite's message */
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
  /** Returns the entity tag, which differs from the original's if that was a multipart upload. */
  put(key: string, body: ObjectBody): Promise<string>;
}

/** A database and its bucket. */
export interface Site {
  /** Display name. */
  name: string;
  rows: Rows;
  objects: Objects;
}

/** Rewrites byte parameters as hex, because Cloudflare's API accepts only texts and numbers. */
function hexEncodeBytes(
  sql: string,
  params: readonly (Value | Uint8Array)[],
): [sql: string, params: Value[]] {
  let index = 0;
  // Placeholders outside of quoted texts and names.
  const rewritten = sql.replace(/'[^']*'|"[^"]*"|\?/g, (token) =>
    token !== "?" ? token : params[index++] instanceof Uint8Array ? "unhex(?)" : "?",
  );
  return [rewritten, params.map((value) => (value instanceof Uint8Array ? hexOfBytes(value) : value))];
}

/** Drizzle over a site's rows, for the Worker's own queries. Reads only. */
export function createDrizzle({ rows }: Pick<Site, "rows">): Database {
  const prepare = (sql: string, params: readonly (Value | Uint8Array)[]) => {
    const all = async () => ({
      results: await rows.all(...hexEncodeBytes(sql, params)),
      success: true,
      meta: {},
    });
    return {
      bind: (...bound: (Value | Uint8Array)[]) => prepare(sql, bound),
      all,
      run: all,
      raw: async () => (await all()).results.map((row) => Object.values(row)),
      first: async () => (await all()).results[0] ?? null,
    };
  };
  const client = {
    prepare: (sql: string) => prepare(sql, []),
    batch: (statements: ReturnType<typeof prepare>[]) =>
      Promise.all(statements.map((statement) => statement.all())),
  };
  // Cast: Drizzle calls only these two methods of a database.
  return drizzle(client as unknown as D1Database, { casing: "snake_case" });
}

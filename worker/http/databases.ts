import type { Actor } from "#domain/access/actor.ts";
import { bookmarkHeader } from "#domain/contract/bookmark.ts";
import { type Database, openDatabase } from "#worker/db/database.ts";
import { directoryName, findShardName, getShardEnv, listShardNames, shardName } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import type { AppContext } from "./context.ts";

/** The databases of one call: first the directory, then the database of the caller's customer (worker/db/shards.ts). */

/** True if a call may write. */
export const isWriteCall = (c: AppContext): boolean => c.req.method !== "GET" && c.req.method !== "HEAD";

/**
 * Opens a database once per call, and returns it with its environment. With `usePrimary` it is opened again on the primary, for reads that
 * must see the latest writes.
 */
export function openShardForCall(
  c: AppContext,
  name: string,
  usePrimary = false,
): { env: Env; db: Database } {
  const env = getShardEnv(c.env, name);
  const openedDatabase =
    (!usePrimary && c.get("openedDatabases").get(name)) ||
    openDatabase(
      env.DB,
      usePrimary ? null : (parseSentBookmarks(c).get(name) ?? null),
      usePrimary || isWriteCall(c),
    );
  c.get("openedDatabases").set(name, openedDatabase);
  return { env, db: openedDatabase.db };
}

/** Makes a database the call's current one. */
export function selectShard(c: AppContext, name: string, usePrimary = false): Database {
  const { env, db } = openShardForCall(c, name, usePrimary);
  c.env = env;
  c.set("db", db);
  return db;
}

/** Makes the database with a customer's data the call's current one. */
export const selectCustomerShard = async (c: AppContext, customerId: number): Promise<Database> =>
  selectShard(c, await findShardName(c.env, customerId));

/** The directory. The call's current database stays the same. */
export function getDirectoryDb(c: AppContext): Database {
  const openedDatabase = c.get("openedDatabases").get(directoryName);
  if (!openedDatabase) throw new Error("the directory is not open: the request middleware opens it");
  return openedDatabase.db;
}

/** Selects the database of an actor's customer, or the directory for calls that work in it. */
export async function selectActorShard(
  c: AppContext,
  actor: Actor,
  { directory }: { directory?: true | undefined },
): Promise<void> {
  if (directory) selectShard(c, directoryName);
  else await selectCustomerShard(c, actor.customerId);
}

/** A bookmark with the name of its database. D1 fails on anything that it has not issued, so other text is ignored. */
const bookmarkPattern = /^(?:([A-Z][A-Z0-9_]*):)?([0-9a-f-]{1,128})$/i;

/** The bookmarks that the client has sent, by database. A bookmark without a name is the directory's. */
function parseSentBookmarks(c: AppContext): Map<string, string> {
  const bookmarks = new Map<string, string>();
  for (const part of (c.req.header(bookmarkHeader) ?? "").split(",")) {
    const [, name = directoryName, bookmark] = bookmarkPattern.exec(part) ?? [];
    if (bookmark) bookmarks.set(name, bookmark);
  }
  return bookmarks;
}

/** The bookmarks for the client's next call: new ones of the databases that this call has opened, and those sent for others. */
export function createBookmarkHeader(c: AppContext): string {
  const names: readonly string[] = listShardNames(c.env);
  const bookmarks = new Map([...parseSentBookmarks(c)].filter(([name]) => names.includes(name)));
  for (const [name, openedDatabase] of c.get("openedDatabases")) {
    const bookmark = openedDatabase.bookmark();
    if (bookmark) bookmarks.set(name, bookmark);
  }
  return [...bookmarks]
    .map(([name, bookmark]) => (name === directoryName ? bookmark : `${name}:${bookmark}`))
    .join();
}

/** The name of the call's current database. */
export const getCurrentShardName = (c: AppContext): string => shardName(c.env);

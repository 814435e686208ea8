import type { Actor } from "#domain/access/actor.ts";
import { type Database, openDatabase } from "#worker/db/database.ts";
import { directoryName, shardEnv, shardName, shardNameFor, shardNames } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import type { AppContext } from "./context.ts";

/** The databases of one call: the directory at first, and the one of the customer whose call it is (worker/db/shards.ts). */

export const bookmarkHeader = "x-siteproof-bookmark";

/** Whether a call may write. */
export const isWrite = (c: AppContext): boolean => c.req.method !== "GET" && c.req.method !== "HEAD";

/** A database, opened once for a call, and the environment of it. `primary` asks its primary, whatever the call has seen of it. */
export function openShardForCall(c: AppContext, name: string, primary = false): { env: Env; db: Database } {
  const env = shardEnv(c.env, name);
  const opened =
    (!primary && c.get("opened").get(name)) ||
    openDatabase(env.DB, primary ? null : (sentBookmarks(c).get(name) ?? null), primary || isWrite(c));
  c.get("opened").set(name, opened);
  return { env, db: opened.db };
}

/** Makes a database the one that the call works in. */
export function selectShard(c: AppContext, name: string, primary = false): Database {
  const { env, db } = openShardForCall(c, name, primary);
  c.env = env;
  c.set("db", db);
  return db;
}

/** Makes the database of a customer's data the one that the call works in. */
export const selectCustomerShard = async (c: AppContext, customerId: number): Promise<Database> =>
  selectShard(c, await shardNameFor(c.env, customerId));

/** The directory, without leaving the database that the call works in. */
export function directoryDb(c: AppContext): Database {
  const opened = c.get("opened").get(directoryName);
  if (!opened) throw new Error("the directory is opened first");
  return opened.db;
}

/** The database of an actor's own customer, or the directory for calls that concern it. */
export async function selectActorShard(
  c: AppContext,
  actor: Actor,
  { directory }: { directory?: true | undefined },
): Promise<void> {
  if (directory) selectShard(c, directoryName);
  else await selectCustomerShard(c, actor.customerId);
}

/** D1 fails on anything that is not a bookmark of its own; what is none is ignored. */
const bookmarkForm = /^(?:([A-Z][A-Z0-9_]*):)?([0-9a-f-]{1,128})$/i;

/** The bookmarks that the client has, by database; one without a name is the directory's. */
function sentBookmarks(c: AppContext): Map<string, string> {
  const sent = new Map<string, string>();
  for (const part of (c.req.header(bookmarkHeader) ?? "").split(",")) {
    const [, name = directoryName, bookmark] = bookmarkForm.exec(part) ?? [];
    if (bookmark) sent.set(name, bookmark);
  }
  return sent;
}

/** The bookmarks for the client's next call: those of the databases it has reached, and those it had of others. */
export function bookmarksToSend(c: AppContext): string {
  const known = shardNames(c.env);
  const reached = new Map([...sentBookmarks(c)].filter(([name]) => known.includes(name)));
  for (const [name, opened] of c.get("opened")) {
    const bookmark = opened.bookmark();
    if (bookmark) reached.set(name, bookmark);
  }
  return [...reached]
    .map(([name, bookmark]) => (name === directoryName ? bookmark : `${name}:${bookmark}`))
    .join();
}

/** The name of the database that the call works in. */
export const currentShardName = (c: AppContext): string => shardName(c.env);

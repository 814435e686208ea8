import { and, eq, ne, sql } from "drizzle-orm";
import type { DeliveryMessage, JobMessage } from "#queues/messages.ts";
import type { Env } from "#worker/env.ts";
import { type Database, databaseOf, openDatabase } from "./database.ts";
import { customer, incomingCustomer } from "./schema/index.ts";

/**
 * Customers' data is distributed over several databases. `DB` is the directory: only it has sessions, and it is authoritative for
 * customers, users, roles and licences, of which the others have replicas (worker/db/replica). All other rows of a customer are in one
 * database: `DB`, unless the customer was moved to one of the bindings `DB_…`. With only `DB`, nothing here runs a statement.
 */
export const directoryName = "DB";

/** The size from which customers should be moved to another database. The limit of a D1 database is 10 GB. */
export const databaseAlarmBytes = 8e9;

/** The Worker's original environment, in which `DB` is the directory. */
export const getRootEnv = (env: Env): Env => env.ROOT ?? env;

type ShardName = typeof directoryName | `DB_${string}`;

const isExtraShardName = (name: string): name is `DB_${string}` => /^DB_[A-Z0-9_]+$/.test(name);

/** The names of the databases' bindings, the directory first. */
export const listShardNames = (env: Env): ShardName[] => [
  directoryName,
  ...Object.keys(getRootEnv(env)).filter(isExtraShardName).sort(),
];

/** The name of the database that an environment is bound to. */
export const shardName = (env: Env): ShardName => {
  const root = getRootEnv(env);
  return listShardNames(env).find((name) => root[name] === env.DB) ?? directoryName;
};

/**
 * The environment in which `DB` is the database of that name; its queue messages are consumed in the same environment. All code below the
 * entry points works in one such environment and uses no other database.
 * @throws Error for a name without a binding
 */
export function getShardEnv(env: Env, name: string): Env {
  const root = getRootEnv(env);
  if (name === directoryName) return root;
  const d1 = isExtraShardName(name) ? root[name] : undefined;
  if (!d1) throw new Error(`there is no database ${name}`);
  return {
    ...root,
    ROOT: root,
    DB: d1,
    JOBS: withShardName(root.JOBS, name),
    DELIVERIES: withShardName(root.DELIVERIES, name),
  };
}

/** An environment for each database, the directory's first. */
export const listShardEnvs = (env: Env): Env[] => listShardNames(env).map((name) => getShardEnv(env, name));

/** A queue that adds the database's name to its messages. */
const withShardName = <M extends JobMessage | DeliveryMessage>(
  queue: Queue<M>,
  database: string,
): Queue<M> => ({
  metrics: () => queue.metrics(),
  send: (message, options) => queue.send({ ...message, database }, options),
  sendBatch: (messages, options) =>
    queue.sendBatch(
      [...messages].map((request) => ({ ...request, body: { ...request.body, database } })),
      options,
    ),
});

/**
 * Whether the last rows of a moving customer are being copied into an environment's database. Background work skips the database for those
 * seconds, because the rows are still valid in the database they come from.
 */
export async function isReceivingCustomer(env: Env): Promise<boolean> {
  if (listShardNames(env).length === 1) return false;
  return (await databaseOf(env).$count(incomingCustomer, eq(incomingCustomer.isCuttingOver, true))) > 0;
}

/** The directory's database, at its primary. */
export const getDirectoryDb = (env: Env): Database => openDatabase(getRootEnv(env).DB, null, true).db;

/** The time for which an isolate caches the locations of customers. A stale location does no harm: a database refuses writes for a customer that has left. */
const cacheTtlMs = 10_000;
const locationCache = new WeakMap<Env, { expiresAtMs: number; shards: ReadonlyMap<number, string> }>();

/** The database names of the customers whose data is not in the directory, by customer id. `db` is the directory or has a replica of it. */
export async function findMovedCustomers(db: Database): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ id: customer.id, shard: customer.shard })
    .from(customer)
    .where(ne(customer.shard, directoryName));
  return new Map(rows.map(({ id, shard }) => [id, shard]));
}

/** Like `findMovedCustomers`, cached for some seconds. */
export async function listCustomersOutsideDirectory(env: Env): Promise<ReadonlyMap<number, string>> {
  const root = getRootEnv(env);
  if (listShardNames(root).length === 1) return new Map();
  const cachedLocations = locationCache.get(root);
  if (cachedLocations && cachedLocations.expiresAtMs > Date.now()) return cachedLocations.shards;
  const shards = await findMovedCustomers(getDirectoryDb(root));
  locationCache.set(root, { expiresAtMs: Date.now() + cacheTtlMs, shards });
  return shards;
}

const nonResidentCache = new WeakMap<
  Env,
  Map<string, { expiresAtMs: number; customerIds: readonly number[] }>
>();

/**
 * The customers with rows in a database that is not theirs: while they are being moved, and until the rows left behind are deleted.
 */
export async function listNonResidentCustomers(env: Env): Promise<readonly number[]> {
  const root = getRootEnv(env);
  if (listShardNames(root).length === 1) return [];
  const name = shardName(env);
  const cache = nonResidentCache.get(root) ?? new Map();
  const cachedCustomers = cache.get(name);
  if (cachedCustomers && cachedCustomers.expiresAtMs > Date.now()) return cachedCustomers.customerIds;
  // These tables suffice: documentations are copied after their templates and deleted before them.
  const hasRows = (table: string) =>
    sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} x WHERE x.customer_id = ${customer.id})`;
  const rows = await databaseOf(env)
    .select({ id: customer.id })
    .from(customer)
    .where(
      and(
        ne(customer.shard, name),
        sql`(${sql.join(["template", "suggestion_list", "export_configuration"].map(hasRows), sql` OR `)})`,
      ),
    );
  const customerIds = rows.map(({ id }) => id);
  nonResidentCache.set(root, cache.set(name, { expiresAtMs: Date.now() + cacheTtlMs, customerIds }));
  return customerIds;
}

/** Call it when a customer has been moved: this isolate then reads the directory again, others do so within seconds. */
export const clearShardCache = (env: Env): void => {
  locationCache.delete(getRootEnv(env));
  nonResidentCache.delete(getRootEnv(env));
};

/** The name of the database with a customer's data; the only place that determines it. */
export const findShardName = async (env: Env, customerId: number): Promise<string> =>
  (await listCustomersOutsideDirectory(env)).get(customerId) ?? directoryName;

/** The database with a customer's data, at its primary. */
export const getCustomerDb = async (env: Env, customerId: number): Promise<Database> =>
  databaseOf(await getCustomerEnv(env, customerId));

/** The environment of the database with a customer's data. */
export const getCustomerEnv = async (env: Env, customerId: number): Promise<Env> =>
  getShardEnv(env, await findShardName(env, customerId));

import { and, eq, ne, sql } from "drizzle-orm";
import type { DeliveryMessage, JobMessage } from "#queues/messages.ts";
import type { Env } from "#worker/env.ts";
import { type Database, databaseOf, openDatabase } from "./database.ts";
import { customer, incomingCustomer } from "./schema/index.ts";

/**
 * Which database holds what. `DB` is the directory: it alone has sessions, and what it says of customers, users, roles and licences counts;
 * the others hold copies (worker/db/replica.ts). The rest of a customer's rows, its data, lies in one database, in `DB` unless the customer
 * was moved to one of the bindings `DB_…`. With `DB` alone nothing here costs a statement.
 */
export const directoryName = "DB";

/** Bytes, of the 10 GB that a database holds at most, from which on customers should be moved to another. */
export const databaseAlarmBytes = 8e9;

/** The Worker's own environment, whichever database an environment has been bound to. */
export const rootEnv = (env: Env): Env => env.ROOT ?? env;

/** The names of the bindings, the directory first. */
export const shardNames = (env: Env): string[] => [
  directoryName,
  ...Object.keys(rootEnv(env))
    .filter((name) => /^DB_[A-Z0-9_]+$/.test(name))
    .sort(),
];

/** The name of the database that an environment is bound to. */
export const shardName = (env: Env): string => {
  const root = rootEnv(env);
  return shardNames(env).find((name) => root[name as "DB"] === env.DB) ?? directoryName;
};

/**
 * The environment in which `DB` is the database of that name, and whose messages are consumed in it too. Everything below the entrances
 * works in one such environment and knows of no other database.
 * @throws Error for a name without a binding
 */
export function shardEnv(env: Env, name: string): Env {
  const root = rootEnv(env);
  if (name === directoryName) return root;
  const d1 = shardNames(root).includes(name) ? root[name as `DB_${string}`] : undefined;
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
export const allShardEnvs = (env: Env): Env[] => shardNames(env).map((name) => shardEnv(env, name));

/** A queue whose messages say in which database they are meant. */
const withShardName = <M extends JobMessage | DeliveryMessage>(queue: Queue<M>, database: string): Queue<M> =>
  ({
    metrics: () => queue.metrics(),
    send: (message: M, options?: QueueSendOptions) => queue.send({ ...message, database }, options),
    sendBatch: (messages: Iterable<MessageSendRequest<M>>, options?: QueueSendBatchOptions) =>
      queue.sendBatch(
        [...messages].map((request) => ({ ...request, body: { ...request.body, database } })),
        options,
      ),
  }) as Queue<M>;

/**
 * Whether the rows that work in the background looks for are just being copied into an environment's database. It leaves that database
 * alone for those seconds: the rows still count where they come from.
 */
export async function isReceivingCustomer(env: Env): Promise<boolean> {
  if (shardNames(env).length === 1) return false;
  return (await databaseOf(env).$count(incomingCustomer, eq(incomingCustomer.isCuttingOver, true))) > 0;
}

/** The directory, read and written at its primary. */
export const directoryDb = (env: Env): Database => openDatabase(rootEnv(env).DB, null, true).db;

/** Milliseconds an isolate remembers where customers are. Writes to a database that a customer has left are refused by itself. */
const cacheTtlMs = 10_000;
const locationCache = new WeakMap<Env, { until: number; elsewhere: ReadonlyMap<number, string> }>();

/** The database of each customer whose data is not in the directory, by customer; `db` is the directory or has a replica of it. */
export async function movedCustomers(db: Database): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ id: customer.id, shard: customer.shard })
    .from(customer)
    .where(ne(customer.shard, directoryName));
  return new Map(rows.map(({ id, shard }) => [id, shard]));
}

/** As `movedCustomers`, remembered for some seconds. */
export async function customersOutsideDirectory(env: Env): Promise<ReadonlyMap<number, string>> {
  const root = rootEnv(env);
  if (shardNames(root).length === 1) return new Map();
  const found = locationCache.get(root);
  if (found && found.until > Date.now()) return found.elsewhere;
  const read = await movedCustomers(directoryDb(root));
  locationCache.set(root, { until: Date.now() + cacheTtlMs, elsewhere: read });
  return read;
}

const nonResidentCache = new WeakMap<Env, Map<string, { until: number; strays: readonly number[] }>>();

/**
 * The customers of whom a database has rows although their data is elsewhere: while they are being moved, and until what they leave
 * behind is removed.
 */
export async function nonResidentCustomers(env: Env): Promise<readonly number[]> {
  const root = rootEnv(env);
  if (shardNames(root).length === 1) return [];
  const name = shardName(env);
  const all = nonResidentCache.get(root) ?? new Map();
  const found = all.get(name);
  if (found && found.until > Date.now()) return found.strays;
  // Documentations come after their templates and go before them.
  const has = (table: string) =>
    sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} x WHERE x.customer_id = ${customer.id})`;
  const rows = await databaseOf(env)
    .select({ id: customer.id })
    .from(customer)
    .where(
      and(
        ne(customer.shard, name),
        sql`(${sql.join(["template", "suggestion_list", "export_configuration"].map(has), sql` OR `)})`,
      ),
    );
  const strays = rows.map(({ id }) => id);
  nonResidentCache.set(root, all.set(name, { until: Date.now() + cacheTtlMs, strays }));
  return strays;
}

/** After a customer has been moved: this isolate asks the directory again at once, others within seconds. */
export const clearShardCache = (env: Env): void => {
  locationCache.delete(rootEnv(env));
  nonResidentCache.delete(rootEnv(env));
};

/** The name of the database that holds a customer's data. Nothing else decides it. */
export const shardNameFor = async (env: Env, customerId: number): Promise<string> =>
  (await customersOutsideDirectory(env)).get(customerId) ?? directoryName;

/** The database of a customer's data, read and written at its primary. */
export const customerDb = async (env: Env, customerId: number): Promise<Database> =>
  databaseOf(await customerEnv(env, customerId));

/** The environment in which a customer's data is. */
export const customerEnv = async (env: Env, customerId: number): Promise<Env> =>
  shardEnv(env, await shardNameFor(env, customerId));

import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { fetchMergedPage } from "#domain/contract/merge/deepPage.ts";
import type { CallInput, MultiDatabaseStrategy } from "#domain/contract/merge/mergeResponses.ts";
import { shardPartId } from "#domain/contract/merge/shardIds.ts";
import { Problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { findShardName, listNonResidentCustomers, listShardNames, shardName } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import type { AppContext } from "#worker/http/context.ts";
import { getCurrentShardName, openShardForCall } from "#worker/http/databases.ts";

/** One of the databases that a call works in. */
export interface ShardContext {
  c: AppContext;
  env: Env;
  db: Database;
  /** The caller, with the customers whose rows in this database are ignored. */
  actor: Actor;
}

/** The index of an environment's database among all. */
export const shardIndex = (env: Env): number => listShardNames(env).indexOf(shardName(env));

/** The ids under which a database may store its part: the id itself, and the id of the part. */
export const shardPartIds = (env: Env, id: string): string[] =>
  listShardNames(env).length === 1 ? [id] : [...new Set([id, shardPartId(id, shardIndex(env))])];

/**
 * The databases that a call works in. For actors who span customers: the database of the customer that the call names, or else all,
 * the current one first. For other actors: the current one.
 */
export async function shardsFor(
  c: AppContext,
  actor: Actor,
  contract: { directory?: true | undefined; multiDatabase?: MultiDatabaseStrategy | undefined },
  input: CallInput,
): Promise<ShardContext[]> {
  const current = getCurrentShardName(c);
  const names = listShardNames(c.env);
  if (contract.directory || names.length === 1 || !spansCustomers(actor))
    return [createShardContext(c, current, actor)];
  const customerId = customerIdIn(contract.multiDatabase, input);
  if (customerId !== undefined) return [await openShard(c, await findShardName(c.env, customerId), actor)];
  if (contract.multiDatabase === "current") return [await openShard(c, current, actor)];
  return Promise.all(
    [current, ...names.filter((name) => name !== current)].map((name) => openShard(c, name, actor)),
  );
}

/**
 * Runs a call in its databases by the strategy of its contract, and merges the responses.
 * @throws whatever the call throws; notFound only if no database has the row
 */
export async function fanOut<ResponseBody, A extends CallInput, S = ShardContext>(
  shards: readonly S[],
  strategy: MultiDatabaseStrategy<ResponseBody, A> = "firstMatch",
  input: A,
  run: (shard: S, input: A) => Promise<ResponseBody>,
): Promise<ResponseBody> {
  const [firstShard] = shards;
  if (!firstShard) throw new Error("a call needs at least one database");
  if (shards.length === 1 || strategy === "handler") return run(firstShard, input);
  if (typeof strategy === "string" || "customer" in strategy)
    return runOnFirst(shards, (shard) => run(shard, input));
  if ("merge" in strategy) return strategy.merge(await runOnAll(shards, (shard) => run(shard, input)), input);
  /** The last response of each database, which has the rows of the page. */
  const responses: ResponseBody[] = [];
  const { max, offset } = strategy.pageOf(input);
  const rows = await fetchMergedPage(
    shards.length,
    { offset, max: max < 0 ? (strategy.maxRows ?? max) : max },
    (a, b) => strategy.compare(a, b, input),
    async (index, page) => {
      const response = await run(shards[index]!, strategy.withPage(input, page));
      responses[index] = response;
      return strategy.rowsOf(response);
    },
  );
  return strategy.respond(rows, responses);
}

/**
 * The responses of the databases that have the row.
 * @throws notFound if none has it, and any other failure
 */
async function runOnAll<ResponseBody, S>(
  shards: readonly S[],
  run: (shard: S) => Promise<ResponseBody>,
): Promise<ResponseBody[]> {
  const results = await Promise.allSettled(shards.map(run));
  const responses = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const failures: unknown[] = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason] : [],
  );
  const unexpectedFailure = failures.find((error) => !isNotFound(error));
  if (unexpectedFailure !== undefined) throw unexpectedFailure;
  if (responses.length === 0) throw failures[0];
  return responses;
}

/** The response of the first database that has the row. @throws notFound if none has it, and any other failure */
export async function runOnFirst<ResponseBody, S = ShardContext>(
  shards: readonly S[],
  run: (shard: S) => Promise<ResponseBody>,
): Promise<ResponseBody> {
  const failures: unknown[] = [];
  for (const shard of shards)
    try {
      return await run(shard);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      failures.push(error);
    }
  // A call may name two rows: the database that has one of them says in a field error that the other is missing.
  throw failures.find((error) => error instanceof Problem && error.code !== "notFound") ?? failures[0];
}

/** Whether a failure says that the row is not in this database. */
const isNotFound = (error: unknown): boolean =>
  error instanceof Problem &&
  (error.code === "notFound" ||
    (error.code === "invalid" && Object.values(error.fields ?? {}).includes("notFound")));

function customerIdIn(strategy: MultiDatabaseStrategy | undefined, input: CallInput): number | undefined {
  if (typeof strategy === "object" && "customer" in strategy) return strategy.customer(input);
  for (const part of [input.query, input.body])
    if (typeof part === "object" && part !== null && "customerId" in part) {
      const { customerId } = part;
      if (typeof customerId === "number") return customerId;
    }
  return undefined;
}

/** The context for one of several databases, which may hold rows of customers who belong to another. */
async function openShard(c: AppContext, name: string, actor: Actor): Promise<ShardContext> {
  const shard = createShardContext(c, name, actor);
  return { ...shard, actor: { ...actor, nonResidents: await listNonResidentCustomers(shard.env) } };
}

/** The context for one database: the call's, with its environment and database replaced. */
function createShardContext(c: AppContext, name: string, actor: Actor): ShardContext {
  if (name === getCurrentShardName(c)) return { c, env: c.env, db: c.get("db"), actor };
  const { env, db } = openShardForCall(c, name);
  const shardCall = new Proxy(c, {
    get(target, key) {
      if (key === "env") return env;
      const value: unknown = Reflect.get(target, key, target);
      if (key === "get") return (name: "db") => (name === "db" ? db : target.get(name));
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { c: shardCall, env, db, actor };
}

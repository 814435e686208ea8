import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { fetchMergedPage } from "#domain/contract/merge/deepPage.ts";
import type { CallInput, MultiDatabaseStrategy } from "#domain/contract/merge/mergeAnswers.ts";
import { shardPartId } from "#domain/contract/merge/shardIds.ts";
import { Problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { nonResidentCustomers, shardName, shardNameFor, shardNames } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import type { AppContext } from "#worker/http/context.ts";
import { currentShardName, openShardForCall } from "#worker/http/databases.ts";

/** A database that a call works in. */
export interface ShardContext {
  c: AppContext;
  env: Env;
  db: Database;
  /** The caller, as they are known there. */
  actor: Actor;
}

/** The place of an environment's database among all. */
export const shardIndex = (env: Env): number => shardNames(env).indexOf(shardName(env));

/** The ids by which a database has its part of something: its own, and that of the part. */
export const shardPartIds = (env: Env, id: string): string[] =>
  shardNames(env).length === 1 ? [id] : [...new Set([id, shardPartId(id, shardIndex(env))])];

/** The databases that a call concerns: that of the customer it names, all for those who span customers, else the one it works in. */
export async function shardsFor(
  c: AppContext,
  actor: Actor,
  contract: { directory?: true | undefined; multiDatabase?: MultiDatabaseStrategy | undefined },
  input: CallInput,
): Promise<ShardContext[]> {
  const own = currentShardName(c);
  const names = shardNames(c.env);
  if (contract.directory || names.length === 1 || !spansCustomers(actor))
    return [shardContext(c, own, actor)];
  const customerId = customerNamed(contract.multiDatabase, input);
  if (customerId !== undefined) return [await openShard(c, await shardNameFor(c.env, customerId), actor)];
  if (contract.multiDatabase === "own") return [await openShard(c, own, actor)];
  return Promise.all([own, ...names.filter((name) => name !== own)].map((name) => openShard(c, name, actor)));
}

/**
 * Makes a call in each of its databases as its contract says, and one answer of theirs.
 * @throws what the call throws; what a database does not have, only where none has it
 */
export async function fanOut<Answer, A extends CallInput, P = ShardContext>(
  places: readonly P[],
  way: MultiDatabaseStrategy = "found",
  asked: A,
  run: (shard: P, asked: A) => Promise<Answer>,
): Promise<Answer> {
  const [own] = places;
  if (!own) throw new Error("a call works in a database");
  if (places.length === 1 || way === "itself") return run(own, asked);
  if (typeof way === "string" || "customer" in way) return firstFound(places, (shard) => run(shard, asked));
  if ("merge" in way) return mergeAnswers(await runOnAll(places, (shard) => run(shard, asked)), way, asked);
  /** The last of each: those of the page. */
  const answers: Answer[] = [];
  const { max, offset } = way.pageOf(asked);
  const rows = await fetchMergedPage(
    places.length,
    { offset, max: max < 0 ? (way.most ?? max) : max },
    (a, b) => way.compare(a, b, asked),
    async (index, page) => {
      const answer = await run(places[index]!, way.at(asked, page) as A);
      answers[index] = answer;
      return way.rowsOf(answer);
    },
  );
  return way.answer(rows, answers) as Answer;
}

const mergeAnswers = <Answer>(
  answers: Answer[],
  way: Extract<MultiDatabaseStrategy, { merge: unknown }>,
  input: CallInput,
): Answer => way.merge(answers, input) as Answer;

/** All that answer. @throws what the first throws where none has what is named, and whatever else any throws */
async function runOnAll<Answer, P>(
  places: readonly P[],
  run: (shard: P) => Promise<Answer>,
): Promise<Answer[]> {
  const settled = await Promise.allSettled(places.map(run));
  const answers = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failures = settled.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  const serious = failures.find((error) => !isNotFound(error));
  if (serious !== undefined) throw serious;
  if (answers.length === 0) throw failures[0];
  return answers;
}

/** What the first database answers that has what is named. @throws notFound, or what it throws */
export async function firstFound<Answer, P = ShardContext>(
  places: readonly P[],
  run: (shard: P) => Promise<Answer>,
): Promise<Answer> {
  const failures: unknown[] = [];
  for (const shard of places)
    try {
      return await run(shard);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      failures.push(error);
    }
  // What names two things is told which of them is missing by the database that has the other.
  throw failures.find((error) => error instanceof Problem && error.code !== "notFound") ?? failures[0];
}

/** Whether a failure says that what is named is not in this database. */
const isNotFound = (error: unknown): boolean =>
  error instanceof Problem &&
  (error.code === "notFound" ||
    (error.code === "invalid" && Object.values(error.fields ?? {}).includes("notFound")));

function customerNamed(way: MultiDatabaseStrategy | undefined, input: CallInput): number | undefined {
  if (typeof way === "object" && "customer" in way) return way.customer(input);
  for (const given of [input.query, input.body])
    if (typeof given === "object" && given !== null && "customerId" in given) {
      const { customerId } = given;
      if (typeof customerId === "number") return customerId;
    }
  return undefined;
}

/** The call in a database of several, in which customers may have rows that do not count. */
async function openShard(c: AppContext, name: string, actor: Actor): Promise<ShardContext> {
  const shard = shardContext(c, name, actor);
  return { ...shard, actor: { ...actor, strays: await nonResidentCustomers(shard.env) } };
}

/** The call in a database: the same, but for its environment and its database. */
function shardContext(c: AppContext, name: string, actor: Actor): ShardContext {
  if (name === currentShardName(c)) return { c, env: c.env, db: c.get("db"), actor };
  const { env, db } = openShardForCall(c, name);
  const at = new Proxy(c, {
    get(target, key) {
      if (key === "env") return env;
      const value: unknown = Reflect.get(target, key, target);
      if (key === "get") return (name: "db") => (name === "db" ? db : target.get(name));
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { c: at, env, db, actor };
}

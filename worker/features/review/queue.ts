import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "../../../domain/access/actor";
import type { QueueNeighbour, ReviewQueue, reviewQueue } from "../../../domain/endpoints/reviewQueue";
import { now } from "../../../domain/fields";
import { Problem, problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { nullable, number, rowOf, rowsOf, text, uuid } from "../../db/rows";
import { scopeOf } from "../../db/scope";
import { countMatching } from "../../documentation/count";
import { visibleDocumentation } from "../../documentation/details";
import { findPage, type Search, searchOf } from "../../documentation/find";
import { reversed, rowsAfter, standOf } from "../../documentation/neighbours";

type Query = z.output<NonNullable<typeof reviewQueue.query>>;

/** Places are counted up to here. */
const mostCounted = 1_000;
/** Rows looked at for one that nobody else reviews. */
const mostPassed = 30;

/**
 * The queue of several databases: that of each in its order, one after another, beginning with the first.
 * @throws notFound, forbidden
 */
export async function queueAcross(
  databases: readonly { db: Database; actor: Actor }[],
  query: Query,
): Promise<ReviewQueue> {
  const [own] = databases;
  if (!own) throw new Error("a queue is in a database");
  if (databases.length === 1) return queueAround(own.db, own.actor, query);
  const queues = await Promise.all(
    databases.map(({ db, actor }) =>
      queueAround(db, actor, query).catch((error: unknown) => {
        if (error instanceof Problem && error.code === "notFound") return null;
        throw error;
      }),
    ),
  );
  const at = queues.findIndex((queue) => queue !== null);
  const shown = queues[at];
  if (!shown) throw problem("notFound");
  const others = await Promise.all(
    databases.map(
      ({ db, actor }, index) => queues[index] ?? queueAround(db, actor, { ...query, at: undefined }),
    ),
  );
  const ahead = others.slice(0, at).reduce((sum, { total }) => sum + total, 0);
  const place = shown.place === null ? null : ahead + shown.place;
  return {
    ...shown,
    total: others.reduce((sum, { total }) => sum + total, 0),
    place: place !== null && place < mostCounted ? place : null,
    next: shown.next ?? others.slice(at + 1).find(({ next }) => next)?.next ?? null,
  };
}

/** What stands around a documentation in a filter's list. @throws notFound, forbidden for another customer's rows */
async function queueAround(db: Database, actor: Actor, query: Query): Promise<ReviewQueue> {
  const { at, sort, order: direction, ...filter } = query;
  const scope = scopeOf(actor);
  const order = { sort, order: direction };
  const search = await searchOf(db, scope, filter);
  const total = countMatching(db, scope, filter);
  if (at === undefined) {
    const first = await findPage(db, search, order, { limit: mostPassed, offset: 0 });
    const next = await firstFree(db, actor, first);
    return { total: await total, place: null, previous: null, next, reviewer: null };
  }
  const { seq } = await visibleDocumentation(db, scope, at);
  const stand = await standOf(db, seq);
  const [before, after, matches, claim, count] = await Promise.all([
    rowsAfter(db, search, reversed(order), stand, mostCounted),
    rowsAfter(db, search, order, stand, mostPassed),
    isAmong(db, search, seq),
    claimOf(db, actor, seq),
    total,
  ]);
  const [previous, next] = await Promise.all([
    firstFree(db, actor, before.slice(0, mostPassed)),
    firstFree(db, actor, after),
  ]);
  return {
    total: count,
    place: matches && before.length < mostCounted ? before.length + 1 : null,
    previous,
    next,
    reviewer: claim?.reviewer ?? null,
  };
}

async function isAmong(db: Database, { seen, pieces }: Search, seq: number): Promise<boolean> {
  const conditions = sql.join([seen, ...pieces.map(({ condition }) => condition(false))], sql` AND `);
  const found = await rowOf(
    db,
    { seq: number("d.seq") },
    (columns) => sql`SELECT ${columns} FROM documentation d WHERE d.seq = ${seq} AND ${conditions}`,
  );
  return found !== undefined;
}

/** The claim of somebody else on `documentation d`, while it stands. */
const othersClaim = ({ userId }: Actor) =>
  sql`review_claim r ON r.customer_id = d.customer_id AND r.documentation_id = d.id AND r.user_id <> ${userId} AND r.expires > ${now()}`;

const claimOf = (db: Database, actor: Actor, seq: number) =>
  rowOf(
    db,
    { reviewer: text("r.creator") },
    (columns) => sql`SELECT ${columns} FROM documentation d JOIN ${othersClaim(actor)} WHERE d.seq = ${seq}`,
  );

/** The first of some rows that nobody else reviews. */
async function firstFree(
  db: Database,
  actor: Actor,
  seqs: readonly number[],
): Promise<QueueNeighbour | null> {
  if (seqs.length === 0) return null;
  const found = await rowsOf(
    db,
    { id: uuid("d.id"), name: text("coalesce(d.alias, d.name)"), reviewer: nullable(text("r.creator")) },
    (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(seqs)}) page
      JOIN documentation d ON d.seq = page.value LEFT JOIN ${othersClaim(actor)} ORDER BY page.key`,
  );
  return found.find(({ reviewer }) => reviewer === null) ?? null;
}

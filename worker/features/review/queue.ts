import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { mergeSorted } from "#domain/contract/merge/compare.ts";
import { now } from "#domain/core/fields.ts";
import { Problem, problem } from "#domain/core/problem.ts";
import { compareDocumentations } from "#domain/endpoints/documentation/list.ts";
import type { QueueNeighbour, ReviewQueue, reviewQueue } from "#domain/endpoints/review/reviewQueue.ts";
import type { DocumentationFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import type { Database } from "#worker/db/database.ts";
import { nullable, number, selectRow, selectRows, text, uuid } from "#worker/db/rows.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { visibleDocumentation } from "#worker/documentation/details.ts";
import {
  findSortPosition,
  reverseOrder,
  rowsAfter,
  type SortPosition,
  sortPositionColumns,
  sortPositionJoins,
} from "#worker/listQuery/adjacentRows.ts";
import { countMatching } from "#worker/listQuery/count.ts";
import { findPage, type Order, readSearch, type Search } from "#worker/listQuery/queryStrategy.ts";

type Query = z.output<NonNullable<typeof reviewQueue.query>>;

/** Positions are counted up to this number. */
const maxCounted = 1_000;
/** Maximum rows tried to find one that no other user reviews. */
const maxSkippedClaims = 30;

/** A database with rows of the list. */
interface QueueShard {
  db: Database;
  actor: Actor;
}

/** The current documentation: its database and its sort position. */
interface CurrentDocumentation {
  index: number;
  position: SortPosition;
}

/** A possible neighbour, with its sort position. */
interface Candidate {
  neighbour: QueueNeighbour;
  position: SortPosition;
}

/**
 * The neighbours of a documentation in a filter's list, which may span several databases: rows that compare as equal are then
 * ordered by database, as in the list.
 * @throws notFound; forbidden for another customer's rows
 */
export async function queueOverShards(shards: readonly QueueShard[], query: Query): Promise<ReviewQueue> {
  const { at, sort, order: direction, ...filter } = query;
  const order = { sort, order: direction };
  const current = at === undefined ? null : await shownIn(shards, at);
  const parts = await Promise.all(
    shards.map((shard, index) => readPart(shard, order, filter, sortPositionIn(current, index, order))),
  );
  const part = current && parts[current.index];
  const before = parts.reduce((sum, part) => sum + part.before, 0);
  return {
    total: parts.reduce((sum, { total }) => sum + total, 0),
    place: part?.matches && before < maxCounted ? before + 1 : null,
    previous: nearest(parts.map(({ previous }) => previous).reverse(), reverseOrder(order)),
    next: nearest(
      parts.map(({ next }) => next),
      order,
    ),
    reviewer: part?.reviewer ?? null,
  };
}

/**
 * Finds the database of a documentation.
 * @throws notFound
 */
async function shownIn(shards: readonly QueueShard[], id: string): Promise<CurrentDocumentation> {
  for (const [index, { db, actor }] of shards.entries())
    try {
      const { seq } = await visibleDocumentation(db, scopeOf(actor), id);
      return { index, position: await findSortPosition(db, seq) };
    } catch (error) {
      if (!(error instanceof Problem && error.code === "notFound")) throw error;
    }
  throw problem("notFound");
}

/**
 * The current documentation's sort position among the rows of a database. In other databases than its own, all equal rows come
 * after it, or before it.
 */
function sortPositionIn(
  current: CurrentDocumentation | null,
  index: number,
  { order }: Order,
): SortPosition | null {
  if (!current || current.index === index) return current?.position ?? null;
  const beforeAll = index > current.index === (order === "asc");
  return { ...current.position, seq: beforeAll ? -1 : Number.MAX_SAFE_INTEGER };
}

/** The part of the queue in one database; without a position, its beginning. */
async function readPart(
  { db, actor }: QueueShard,
  order: Order,
  filter: DocumentationFilter,
  stand: SortPosition | null,
) {
  const scope = scopeOf(actor);
  const search = await readSearch(db, scope, filter);
  const [total, before, after, matches, claim] = await Promise.all([
    countMatching(db, scope, filter),
    stand ? rowsAfter(db, search, reverseOrder(order), stand, maxCounted) : [],
    stand
      ? rowsAfter(db, search, order, stand, maxSkippedClaims)
      : findPage(db, search, order, { limit: maxSkippedClaims, offset: 0 }),
    stand !== null && matchesFilter(db, search, stand.seq),
    stand && claimOf(db, actor, stand.seq),
  ]);
  const [previous, next] = await Promise.all([
    firstUnclaimed(db, actor, before.slice(0, maxSkippedClaims)),
    firstUnclaimed(db, actor, after),
  ]);
  return { total, before: before.length, matches, previous, next, reviewer: claim?.reviewer };
}

/** The first of the candidates, at most one per database, in sort order. */
function nearest(candidates: readonly (Candidate | null)[], order: Order): QueueNeighbour | null {
  const compare = compareDocumentations(order);
  const lists = candidates.map((candidate) => (candidate ? [candidate] : []));
  const [first] = mergeSorted(lists, (a, b) => compare(a.position, b.position), 1);
  return first?.neighbour ?? null;
}

async function matchesFilter(
  db: Database,
  { visible, conditions: filterConditions }: Search,
  seq: number,
): Promise<boolean> {
  const conditions = sql.join(
    [visible, ...filterConditions.map(({ condition }) => condition(false))],
    sql` AND `,
  );
  const found = await selectRow(
    db,
    { seq: number("d.seq") },
    (columns) => sql`SELECT ${columns} FROM documentation d WHERE d.seq = ${seq} AND ${conditions}`,
  );
  return found !== undefined;
}

/** SQL: another user's unexpired claim on `documentation d`. */
const otherUsersClaim = ({ userId }: Actor) =>
  sql`review_claim r ON r.customer_id = d.customer_id AND r.documentation_id = d.id AND r.user_id <> ${userId} AND r.expires_at > ${now()}`;

const claimOf = (db: Database, actor: Actor, seq: number) =>
  selectRow(
    db,
    { reviewer: text("r.creator") },
    (columns) =>
      sql`SELECT ${columns} FROM documentation d JOIN ${otherUsersClaim(actor)} WHERE d.seq = ${seq}`,
  );

/** The first of the rows that no other user reviews. */
async function firstUnclaimed(
  db: Database,
  actor: Actor,
  seqs: readonly number[],
): Promise<Candidate | null> {
  if (seqs.length === 0) return null;
  const found = await selectRows(
    db,
    {
      ...sortPositionColumns,
      id: uuid("d.id"),
      title: text("coalesce(d.alias, d.name)"),
      reviewer: nullable(text("r.creator")),
    },
    (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(seqs)}) page
      CROSS JOIN documentation d ON d.seq = page.value ${sortPositionJoins} LEFT JOIN ${otherUsersClaim(actor)} ORDER BY page.key`,
  );
  const free = found.find(({ reviewer }) => reviewer === null);
  return free ? { neighbour: { id: free.id, name: free.title }, position: free } : null;
}

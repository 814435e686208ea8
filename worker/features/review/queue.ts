import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { mergeSorted } from "#domain/contract/merge/compareValues.ts";
import { now } from "#domain/core/fields.ts";
import { Problem, problem } from "#domain/core/problem.ts";
import { createDocumentationOrder } from "#domain/endpoints/documentation/list.ts";
import type { QueueNeighbour, ReviewQueue, reviewQueue } from "#domain/endpoints/review/reviewQueue.ts";
import type { DocumentationFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import type { Database } from "#worker/db/database.ts";
import { nullable, number, selectNumber, selectRow, selectRows, text, uuid } from "#worker/db/rows.ts";
import { narrowScope, scopeOf } from "#worker/db/scope.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";
import {
  findRowsAfter,
  findSortPosition,
  type SortPosition,
  sortPositionColumns,
  sortPositionJoins,
  toReverseOrder,
} from "#worker/listQuery/adjacentRows.ts";
import { countMatches, countSearch } from "#worker/listQuery/countMatches.ts";
import { rowFilterCondition } from "#worker/listQuery/filter.ts";
import { createSearch, findPage, type Order, type Search } from "#worker/listQuery/queryStrategy.ts";

type ReviewQueueQuery = z.output<NonNullable<typeof reviewQueue.query>>;

/** Positions are counted up to this number. */
const maxCountedPosition = 1_000;
/** Maximum documentations that are assigned to others and tested one by one. */
const maxTestedAssignments = 2_000;
/** Maximum rows tried to find one that no other user reviews. */
const maxSkippedClaims = 30;

/** A database with rows of the list. */
interface QueueShard {
  db: Database;
  actor: Actor;
}

/** The current documentation: its database and its sort position. */
interface CurrentDocumentation {
  shardIndex: number;
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
export async function readReviewQueue(
  shards: readonly QueueShard[],
  query: ReviewQueueQuery,
): Promise<ReviewQueue> {
  const { at: currentId, sort, order: direction, skipAssigned, ...filter } = query;
  const order = { sort, order: direction };
  const current = currentId === undefined ? null : await findCurrentDocumentation(shards, currentId);
  const parts = await Promise.all(
    shards.map((shard, index) =>
      readShardPart(shard, { order, filter, skipAssigned, position: toShardPosition(current, index, order) }),
    ),
  );
  const shardPart = current && parts[current.shardIndex];
  const previousCount = parts.reduce((sum, shardPart) => sum + shardPart.previousCount, 0);
  return {
    total: parts.reduce((sum, { total }) => sum + total, 0),
    assignedToOthers: parts.reduce((sum, { othersCount }) => sum + othersCount, 0),
    position: shardPart?.matches && previousCount < maxCountedPosition ? previousCount + 1 : null,
    previous: findNearestNeighbour(parts.map(({ previous }) => previous).reverse(), toReverseOrder(order)),
    next: findNearestNeighbour(
      parts.map(({ next }) => next),
      order,
    ),
    reviewer: shardPart?.reviewer ?? null,
  };
}

/**
 * Finds the database of a documentation, and its sort position there.
 * @throws notFound
 */
async function findCurrentDocumentation(
  shards: readonly QueueShard[],
  id: string,
): Promise<CurrentDocumentation> {
  for (const [shardIndex, { db, actor }] of shards.entries())
    try {
      const { seq } = await findVisibleDocumentation(db, scopeOf(actor), id);
      return { shardIndex, position: await findSortPosition(db, seq) };
    } catch (error) {
      if (!(error instanceof Problem && error.code === "notFound")) throw error;
    }
  throw problem("notFound");
}

/**
 * The current documentation's sort position among the rows of a database. In databases other than its own, all equal rows come
 * after it, or before it.
 */
function toShardPosition(
  current: CurrentDocumentation | null,
  index: number,
  { order }: Order,
): SortPosition | null {
  if (!current || current.shardIndex === index) return current?.position ?? null;
  const isBeforeAll = index > current.shardIndex === (order === "asc");
  return { ...current.position, seq: isBeforeAll ? -1 : Number.MAX_SAFE_INTEGER };
}

interface ShardRequest {
  order: Order;
  filter: DocumentationFilter;
  skipAssigned: boolean;
  /** Without one, the beginning of the queue is read. */
  position: SortPosition | null;
}

/**
 * Counts the matches of a search that are assigned to others. As long as few documentations are, those are tested: the matches may be all
 * that a customer has to review.
 */
async function countOthers(
  db: Database,
  search: Search,
  { customerId, userId }: { customerId: number; userId: number },
): Promise<number> {
  const others = sql`(SELECT o.seq FROM documentation o INDEXED BY documentation_assignee
    WHERE o.customer_id = ${customerId} AND o.assignee_id IS NOT NULL AND o.assignee_id <> ${userId} LIMIT ${maxTestedAssignments + 1})`;
  const count = await selectNumber(db, sql`SELECT count(*) FROM ${others}`);
  if (count === 0) return 0;
  if (count > maxTestedAssignments) return countSearch(db, search);
  const condition = rowFilterCondition(search.scope, search.filter);
  return selectNumber(
    db,
    sql`SELECT count(*) FROM ${others} other CROSS JOIN documentation d ON d.seq = other.seq WHERE ${condition}`,
  );
}

/** Reads the part of the queue in one database. */
async function readShardPart(
  { db, actor }: QueueShard,
  { order, filter, skipAssigned, position }: ShardRequest,
) {
  const scope = scopeOf(actor);
  const wholeSearch = await createSearch(db, scope, filter);
  // Across customers nothing is assigned to the caller: a super admin reviews whatever the list has.
  const { customerId } = narrowScope(scope, filter.customerId);
  const countsOthers = filter.assigneeFilter === "" && customerId !== undefined;
  // Unary plus: no index on the assignee may choose the rows.
  const isOthersSql = sql`+d.assignee_id <> ${actor.userId}`;
  const search =
    countsOthers && skipAssigned
      ? { ...wholeSearch, visible: sql`${wholeSearch.visible} AND coalesce(${isOthersSql}, 0) = 0` }
      : wholeSearch;
  const othersSearch = { ...wholeSearch, visible: sql`${wholeSearch.visible} AND ${isOthersSql}` };
  const [total, othersCount, previousRows, nextRows, matches, claim] = await Promise.all([
    countMatches(db, scope, filter),
    countsOthers ? countOthers(db, othersSearch, { customerId, userId: actor.userId }) : 0,
    position ? findRowsAfter(db, search, toReverseOrder(order), position, maxCountedPosition) : [],
    position
      ? findRowsAfter(db, search, order, position, maxSkippedClaims)
      : findPage(db, search, order, { limit: maxSkippedClaims, offset: 0 }),
    position !== null && matchesFilter(db, search, position.seq),
    position && findClaim(db, actor, position.seq),
  ]);
  const [previous, next] = await Promise.all([
    findUnclaimedCandidate(db, actor, previousRows.slice(0, maxSkippedClaims)),
    findUnclaimedCandidate(db, actor, nextRows),
  ]);
  return {
    total: skipAssigned ? total - othersCount : total,
    othersCount,
    previousCount: previousRows.length,
    ...{ matches, previous, next },
    reviewer: claim?.reviewer,
  };
}

/** The first of the candidates, at most one per database, in sort order. */
function findNearestNeighbour(
  candidates: readonly (Candidate | null)[],
  order: Order,
): QueueNeighbour | null {
  const compare = createDocumentationOrder(order);
  const lists = candidates.map((candidate) => (candidate ? [candidate] : []));
  const [firstCandidate] = mergeSorted(lists, (a, b) => compare(a.position, b.position), 1);
  return firstCandidate?.neighbour ?? null;
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
  const row = await selectRow(
    db,
    { seq: number("d.seq") },
    (columns) => sql`SELECT ${columns} FROM documentation d WHERE d.seq = ${seq} AND ${conditions}`,
  );
  return row !== undefined;
}

/** SQL: another user's unexpired claim on `documentation d`. */
const otherUsersClaimSql = ({ userId }: Actor) =>
  sql`review_claim r ON r.customer_id = d.customer_id AND r.documentation_id = d.id AND r.user_id <> ${userId} AND r.expires_at > ${now()}`;

const findClaim = (db: Database, actor: Actor, seq: number) =>
  selectRow(
    db,
    { reviewer: text("r.creator") },
    (columns) =>
      sql`SELECT ${columns} FROM documentation d JOIN ${otherUsersClaimSql(actor)} WHERE d.seq = ${seq}`,
  );

/** The first of the rows that no other user reviews. */
async function findUnclaimedCandidate(
  db: Database,
  actor: Actor,
  seqs: readonly number[],
): Promise<Candidate | null> {
  if (seqs.length === 0) return null;
  const candidates = await selectRows(
    db,
    {
      ...sortPositionColumns,
      id: uuid("d.id"),
      title: text("coalesce(d.alias, d.name)"),
      reviewer: nullable(text("r.creator")),
    },
    (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(seqs)}) page
      CROSS JOIN documentation d ON d.seq = page.value ${sortPositionJoins} LEFT JOIN ${otherUsersClaimSql(actor)} ORDER BY page.key`,
  );
  const candidate = candidates.find(({ reviewer }) => reviewer === null);
  return candidate ? { neighbour: { id: candidate.id, name: candidate.title }, position: candidate } : null;
}

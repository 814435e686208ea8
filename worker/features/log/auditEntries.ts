import { and, gt, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import type { ListQuery } from "#domain/contract/resource.ts";
import { objectIdSortKey } from "#domain/endpoints/operations/auditLog.ts";
import type { domainChange as contract } from "#domain/resources/domainChange.ts";
import type { Database } from "#worker/db/database.ts";
import { isUuid } from "#worker/db/idEncoding.ts";
import { number, selectRows, text } from "#worker/db/rows.ts";
import { type DomainChangeRow, domainChange } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { countRows, listRows, searchCondition } from "#worker/resources/reading.ts";
import { findCustomerNames, findPeople } from "./auditNames.ts";
import { type Filters, filterCondition, passingByDate, searchBinding } from "./changes.ts";
import { findNamedObjects } from "./namedObjects.ts";
import { linesIn, matchingPacks, type PackStretch, packedUntil } from "./packs/readPacks.ts";
import { readSearch } from "./packs/searchPacks.ts";
import { rangesOfWindow } from "./packs/window.ts";

/*
 * Audit entries from both sources: the last months from the database, older ones from packs in storage. Entries newer than every
 * pack come from the database alone. Older pages merge packs with entries still in the database.
 */

export type Line = z.output<typeof contract.listRow>;

interface EntriesInput {
  env: Env;
  db: Database;
  actor: Actor;
  filters: Filters;
}

export interface LinePage {
  items: Line[];
  /**
   * Start of the search in texts: older entries were searched without their texts, or left out because the page is not sorted by
   * date.
   */
  since: string | null;
}

/** Maximum number of entries in an unpaged response. */
const maxEntries = 10_000;
/** Database entries per range. */
const entriesPerRange = 5000;

/** A page of the log. It is read again if a month is packed in the meantime. */
export async function readPage(given: EntriesInput, query: ListQuery): Promise<LinePage> {
  const input = await withNamedObjects(given, query.q);
  return retryIfPacked(input.db, (border) =>
    border === null
      ? inDatabase(input, query)
      : query.sort === "dateCreated"
        ? byDate(input, query, border)
        : sorted(input, query, border),
  );
}

/** A search by id names its object. */
const withNamedObjects = async (input: EntriesInput, q: string): Promise<EntriesInput> =>
  q === "" || isUuid(q)
    ? input
    : { ...input, filters: { ...input.filters, namedObjects: await findNamedObjects(input.db, q) } };

/** The number of entries, and the start of the search in texts. */
export async function countEntries(
  given: EntriesInput,
  q: string,
): Promise<{ total: number; since: string | null }> {
  const input = await withNamedObjects(given, q);
  return retryIfPacked(input.db, async (border) => {
    const { env, db, actor, filters } = input;
    const total = await countRows(db, searchBinding(filters), actor, { q }, filterCondition(filters));
    if (border === null) return { total, since: null };
    const { ranges, textsToo } = await matchingPacks(env, db, await readSearch(db, filters, q));
    return { total: total + sumOf(ranges), since: textsToo ? null : border };
  });
}

/** Reads again if something was packed in the meantime, because entries might be read twice or not at all. */
async function retryIfPacked<T>(db: Database, read: (border: string | null) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    const before = await packedUntil(db);
    const found = await read(before?.date ?? null);
    const after = await packedUntil(db);
    if (before?.packs === after?.packs || tries === 3) return found;
  }
}

const sumOf = (ranges: readonly { lines: number }[]) => ranges.reduce((sum, { lines }) => sum + lines, 0);

const inDatabase = async (
  { db, actor, filters }: EntriesInput,
  query: ListQuery,
  also?: SQL,
): Promise<LinePage> => ({
  items: await listRows(
    db,
    searchBinding(filters),
    actor,
    query,
    and(await passingByDate(db, filters), also),
  ),
  since: null,
});

async function byDate(input: EntriesInput, query: ListQuery, border: string): Promise<LinePage> {
  const { env, db, actor, filters } = input;
  const max = query.max < 0 ? maxEntries : query.max;
  const { q, offset } = query;
  const newer = gt(domainChange.dateCreated, border);
  const newerPage = async (from: number, most: number) =>
    most <= 0 ? [] : (await inDatabase(input, { ...query, offset: from, max: most }, newer)).items;
  const newest = query.order === "desc" ? await newerPage(offset, max) : [];
  if (newest.length === max) return { items: newest, since: null };
  const { ranges: packs, textsToo } = await matchingPacks(env, db, await readSearch(db, filters, q));
  const since = textsToo ? null : border;
  const older = [...packs, ...(await databaseRanges(input, q, border))];
  const total = sumOf(older);
  if (query.order === "desc") {
    const ahead =
      newest.length > 0 || offset === 0
        ? offset + newest.length
        : await countRows(db, searchBinding(filters), actor, { q }, and(filterCondition(filters), newer));
    const from = Math.max(0, offset - ahead);
    return {
      items: [...newest, ...(await withNames(db, await slice(older, from, from + max - newest.length)))],
      since,
    };
  }
  // Oldest first: the same positions, counted from the other end.
  const [from, to] = [Math.min(offset, total), Math.min(offset + max, total)];
  const oldest = (await slice(older, total - to, total - from)).reverse();
  const rest = await newerPage(Math.max(0, offset - total), max - oldest.length);
  return { items: [...(await withNames(db, oldest)), ...rest], since };
}

/** Entries `from` to `to` of the ranges, newest first. */
async function slice(ranges: readonly PackStretch[], from: number, to: number): Promise<DomainChangeRow[]> {
  if (to <= from) return [];
  const { chosen, skipped } = rangesOfWindow(ranges, from, to);
  return (await linesIn(chosen)).slice(from - skipped, to - skipped);
}

/** Database entries that are not newer than every pack: of a month being packed, or backdated. */
async function databaseRanges(
  { db, filters }: EntriesInput,
  q: string,
  border: string,
): Promise<PackStretch[]> {
  const passed = and(
    filterCondition(filters),
    searchCondition(searchBinding(filters), q),
    lte(domainChange.dateCreated, border),
  );
  const rows = await selectRows(
    db,
    { lines: number("count(*)"), newest: text("max(place)"), oldest: text("min(place)") },
    (columns) => sql`SELECT ${columns} FROM (
      SELECT date_created || printf(' %015d', id) AS place, row_number() OVER (ORDER BY date_created, id) AS number
      FROM ${domainChange} WHERE ${passed}) GROUP BY (number - 1) / ${entriesPerRange}`,
  );
  const parse = (text: string) => ({ date: text.split(" ")[0]!, id: Number(text.split(" ")[1]) });
  return rows.map(({ lines, newest, oldest }) => ({
    ...{ lines, newest: parse(newest), oldest: parse(oldest) },
    load: () =>
      db
        .select()
        .from(domainChange)
        .where(
          and(
            passed,
            sql`date_created || printf(' %015d', id) BETWEEN ${oldest} AND ${newest}`,
            sql`date_created BETWEEN ${parse(oldest).date} AND ${parse(newest).date}`,
          ),
        ),
  }));
}

/** For orders other than by date: reads all entries, or only those in the database if there are too many. */
async function sorted(input: EntriesInput, query: ListQuery, border: string): Promise<LinePage> {
  const { env, db, filters } = input;
  const max = query.max < 0 ? maxEntries : query.max;
  const { ranges, textsToo } = await matchingPacks(env, db, await readSearch(db, filters, query.q));
  if (!textsToo || sumOf(ranges) > maxEntries) return { ...(await inDatabase(input, query)), since: border };
  const [recent, packed] = await Promise.all([
    inDatabase(input, { ...query, offset: 0, max: query.offset + max }),
    linesIn(ranges).then((lines) => withNames(db, lines)),
  ]);
  const key = (line: Line) => {
    if (query.sort === "objectId") return objectIdSortKey(line.objectId);
    if (query.sort === "userId") return line.userId;
    if (query.sort === "id") return line.id;
    // Like SQLite's NOCASE.
    return line.objectClass.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  };
  const direction = query.order === "asc" ? 1 : -1;
  const all = [...recent.items, ...packed].sort((a, b) => {
    const [keyA, keyB] = [key(a), key(b)];
    return direction * (keyA < keyB ? -1 : keyA > keyB ? 1 : a.id - b.id);
  });
  return { items: all.slice(query.offset, query.offset + max), since: null };
}

/** Adds the names of users and customers to packed entries. */
export async function withNames(db: Database, lines: readonly DomainChangeRow[]): Promise<Line[]> {
  const [people, customers] = await Promise.all([
    findPeople(
      db,
      lines.flatMap(({ userId, realUserId }) => [userId, ...(realUserId === null ? [] : [realUserId])]),
    ),
    findCustomerNames(
      db,
      lines.flatMap(({ customerId }) => (customerId === null ? [] : [customerId])),
    ),
  ]);
  return lines.map((line) => ({
    ...line,
    username: people.get(line.userId)?.username ?? null,
    realUsername: line.realUserId === null ? null : (people.get(line.realUserId)?.username ?? null),
    customerName: line.customerId === null ? null : (customers.get(line.customerId) ?? null),
  }));
}

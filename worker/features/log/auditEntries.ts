import { and, gt, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import type { ListQuery } from "#domain/contract/resource.ts";
import { toObjectIdSortKey } from "#domain/endpoints/operations/auditLog.ts";
import type { domainChange as contract } from "#domain/resources/domainChange.ts";
import type { Database } from "#worker/db/database.ts";
import { isUuid } from "#worker/db/idEncoding.ts";
import { number, selectRows, text } from "#worker/db/rows.ts";
import { type DomainChangeRow, domainChange } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { countRows, listRows, searchCondition } from "#worker/resources/resourceReads.ts";
import { findCustomerNames, findUsers } from "./auditNames.ts";
import { type AuditFilters, filterCondition, filterConditionByDate, searchBinding } from "./auditQuery.ts";
import { findNamedObjects } from "./namedObjects.ts";
import { findMatchingPacks, findPackedUntil, type PackRange, readEntries } from "./packs/readPacks.ts";
import { readSearch } from "./packs/searchPacks.ts";
import { selectRanges } from "./packs/window.ts";

/*
 * Audit entries from both sources: the last months from the database, older ones from packs in storage. Entries newer than every
 * pack come from the database alone. Older pages merge packs with entries still in the database.
 */

export type AuditEntry = z.output<typeof contract.listRow>;

interface EntriesInput {
  env: Env;
  db: Database;
  actor: Actor;
  filters: AuditFilters;
}

export interface AuditPage {
  items: AuditEntry[];
  /**
   * Start of the search in texts: older entries were searched without their texts, or left out because the page is not sorted by
   * date.
   */
  textsSearchedSince: string | null;
}

/** Maximum number of entries in an unpaged response. */
const maxEntries = 10_000;
/** Database entries per range. */
const entriesPerRange = 5000;

/** A page of the log. It is read again if a month is packed in the meantime. */
export async function readAuditPage(baseInput: EntriesInput, query: ListQuery): Promise<AuditPage> {
  const input = await withNamedObjects(baseInput, query.q);
  return retryIfPacked(input.db, (packedUntilDate) =>
    packedUntilDate === null
      ? readFromDatabase(input, query)
      : query.sort === "dateCreated"
        ? readByDate(input, query, packedUntilDate)
        : readSorted(input, query, packedUntilDate),
  );
}

/** A search by id names its object. */
const withNamedObjects = async (input: EntriesInput, q: string): Promise<EntriesInput> =>
  q === "" || isUuid(q)
    ? input
    : { ...input, filters: { ...input.filters, namedObjects: await findNamedObjects(input.db, q) } };

/** The number of entries, and the start of the search in texts. */
export async function countEntries(
  baseInput: EntriesInput,
  q: string,
): Promise<{ total: number; since: string | null }> {
  const input = await withNamedObjects(baseInput, q);
  return retryIfPacked(input.db, async (packedUntilDate) => {
    const { env, db, actor, filters } = input;
    const total = await countRows(db, searchBinding(filters), actor, { q }, filterCondition(filters));
    if (packedUntilDate === null) return { total, since: null };
    const { ranges, includesTexts } = await findMatchingPacks(env, db, await readSearch(db, filters, q));
    return { total: total + countEntriesIn(ranges), since: includesTexts ? null : packedUntilDate };
  });
}

/** Reads again if something was packed in the meantime, because entries might be read twice or not at all. */
async function retryIfPacked<T>(
  db: Database,
  read: (packedUntilDate: string | null) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const packsBefore = await findPackedUntil(db);
    const result = await read(packsBefore?.date ?? null);
    const packsAfter = await findPackedUntil(db);
    if (packsBefore?.packs === packsAfter?.packs || attempt === 3) return result;
  }
}

const countEntriesIn = (ranges: readonly { entryCount: number }[]) =>
  ranges.reduce((sum, { entryCount }) => sum + entryCount, 0);

const readFromDatabase = async (
  { db, actor, filters }: EntriesInput,
  query: ListQuery,
  extraCondition?: SQL,
): Promise<AuditPage> => ({
  items: await listRows(
    db,
    searchBinding(filters),
    actor,
    query,
    and(await filterConditionByDate(db, filters), extraCondition),
  ),
  textsSearchedSince: null,
});

async function readByDate(
  input: EntriesInput,
  query: ListQuery,
  packedUntilDate: string,
): Promise<AuditPage> {
  const { env, db, actor, filters } = input;
  const max = query.max < 0 ? maxEntries : query.max;
  const { q, offset } = query;
  const isNewerCondition = gt(domainChange.dateCreated, packedUntilDate);
  const readNewerPage = async (from: number, max: number) =>
    max <= 0 ? [] : (await readFromDatabase(input, { ...query, offset: from, max }, isNewerCondition)).items;
  const newest = query.order === "desc" ? await readNewerPage(offset, max) : [];
  if (newest.length === max) return { items: newest, textsSearchedSince: null };
  const { ranges: packs, includesTexts } = await findMatchingPacks(env, db, await readSearch(db, filters, q));
  const textsSearchedSince = includesTexts ? null : packedUntilDate;
  const olderRanges = [...packs, ...(await databaseRanges(input, q, packedUntilDate))];
  const total = countEntriesIn(olderRanges);
  if (query.order === "desc") {
    const newerCount =
      newest.length > 0 || offset === 0
        ? offset + newest.length
        : await countRows(
            db,
            searchBinding(filters),
            actor,
            { q },
            and(filterCondition(filters), isNewerCondition),
          );
    const from = Math.max(0, offset - newerCount);
    return {
      items: [
        ...newest,
        ...(await addNames(db, await sliceRanges(olderRanges, from, from + max - newest.length))),
      ],
      textsSearchedSince,
    };
  }
  // Oldest first: the same positions, counted from the other end.
  const [from, to] = [Math.min(offset, total), Math.min(offset + max, total)];
  const oldestEntries = (await sliceRanges(olderRanges, total - to, total - from)).reverse();
  const newestEntries = await readNewerPage(Math.max(0, offset - total), max - oldestEntries.length);
  return { items: [...(await addNames(db, oldestEntries)), ...newestEntries], textsSearchedSince };
}

/** Entries `from` to `to` of the ranges, newest first. */
async function sliceRanges(
  ranges: readonly PackRange[],
  from: number,
  to: number,
): Promise<DomainChangeRow[]> {
  if (to <= from) return [];
  const { selectedRanges, skipped } = selectRanges(ranges, from, to);
  return (await readEntries(selectedRanges)).slice(from - skipped, to - skipped);
}

/** Database entries that are not newer than every pack: of a month being packed, or backdated. */
async function databaseRanges(
  { db, filters }: EntriesInput,
  q: string,
  packedUntilDate: string,
): Promise<PackRange[]> {
  const entryCondition = and(
    filterCondition(filters),
    searchCondition(searchBinding(filters), q),
    lte(domainChange.dateCreated, packedUntilDate),
  );
  const rows = await selectRows(
    db,
    { entryCount: number("count(*)"), newest: text("max(place)"), oldest: text("min(place)") },
    (columns) => sql`SELECT ${columns} FROM (
      SELECT date_created || printf(' %015d', id) AS place, row_number() OVER (ORDER BY date_created, id) AS number
      FROM ${domainChange} WHERE ${entryCondition}) GROUP BY (number - 1) / ${entriesPerRange}`,
  );
  const parsePosition = (text: string) => ({ date: text.split(" ")[0]!, id: Number(text.split(" ")[1]) });
  return rows.map(({ entryCount, newest, oldest }) => ({
    ...{ entryCount, newest: parsePosition(newest), oldest: parsePosition(oldest) },
    load: () =>
      db
        .select()
        .from(domainChange)
        .where(
          and(
            entryCondition,
            sql`date_created || printf(' %015d', id) BETWEEN ${oldest} AND ${newest}`,
            sql`date_created BETWEEN ${parsePosition(oldest).date} AND ${parsePosition(newest).date}`,
          ),
        ),
  }));
}

/** For orders other than by date: reads all entries, or only those in the database if there are too many. */
async function readSorted(
  input: EntriesInput,
  query: ListQuery,
  packedUntilDate: string,
): Promise<AuditPage> {
  const { env, db, filters } = input;
  const max = query.max < 0 ? maxEntries : query.max;
  const { ranges, includesTexts } = await findMatchingPacks(env, db, await readSearch(db, filters, query.q));
  if (!includesTexts || countEntriesIn(ranges) > maxEntries)
    return { ...(await readFromDatabase(input, query)), textsSearchedSince: packedUntilDate };
  const [recent, packedEntries] = await Promise.all([
    readFromDatabase(input, { ...query, offset: 0, max: query.offset + max }),
    readEntries(ranges).then((entries) => addNames(db, entries)),
  ]);
  const sortKey = (line: AuditEntry) => {
    if (query.sort === "objectId") return toObjectIdSortKey(line.objectId);
    if (query.sort === "userId") return line.userId;
    if (query.sort === "id") return line.id;
    // Like SQLite's NOCASE.
    return line.objectClass.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  };
  const direction = query.order === "asc" ? 1 : -1;
  const all = [...recent.items, ...packedEntries].sort((a, b) => {
    const [keyA, keyB] = [sortKey(a), sortKey(b)];
    return direction * (keyA < keyB ? -1 : keyA > keyB ? 1 : a.id - b.id);
  });
  return { items: all.slice(query.offset, query.offset + max), textsSearchedSince: null };
}

/** Adds the names of users and customers to packed entries. */
export async function addNames(db: Database, lines: readonly DomainChangeRow[]): Promise<AuditEntry[]> {
  const [users, customers] = await Promise.all([
    findUsers(
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
    username: users.get(line.userId)?.username ?? null,
    realUsername: line.realUserId === null ? null : (users.get(line.realUserId)?.username ?? null),
    customerName: line.customerId === null ? null : (customers.get(line.customerId) ?? null),
  }));
}

import { desc, gte, lte, sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { type AuditPackRow, auditPack, type DomainChangeRow } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { comparePositions, decodePack, toLogPosition } from "./packFormat.ts";
import {
  countMatches,
  createEntryFilter,
  isCountable,
  maxPacksRead,
  mayContainMatchesCondition,
  type PackSearch,
} from "./searchPacks.ts";
import type { EntryRange } from "./window.ts";

/** Objects read concurrently. */
const readConcurrency = 6;

/** @throws Error if the pack's object is gone or invalid */
export async function readPackEntries(env: Env, pack: AuditPackRow): Promise<DomainChangeRow[]> {
  const object = await env.STORAGE.get(pack.objectKey);
  if (!object) throw new Error(`the audit log pack ${pack.objectKey} does not exist`);
  return (await decodePack(object.body)).map((entry) => ({ ...entry, customerId: pack.customerId }));
}

/** The result of a search in packs. */
export interface PackMatches {
  ranges: PackRange[];
  /** True if ids and changes were searched too. */
  includesTexts: boolean;
}

export interface PackRange extends EntryRange {
  load: () => Promise<DomainChangeRow[]>;
}

/**
 * The packs with matches, each with their number. Searching texts requires reading the packs; if these are more than
 * `maxPacksRead`, only users and classes are compared, whose counts are in the packs' rows.
 */
export async function findMatchingPacks(env: Env, db: Database, search: PackSearch): Promise<PackMatches> {
  const packs = (
    await db
      .select()
      .from(auditPack)
      .where(mayContainMatchesCondition(search))
      .orderBy(desc(auditPack.lastDate))
  ).filter((pack) => countMatches({ ...search, term: "" }, pack) > 0);
  const includesTexts = search.term === "" || packs.length <= maxPacksRead;
  const matchesEntry = createEntryFilter(search, includesTexts);
  const load = (pack: AuditPackRow) => async () => (await readPackEntries(env, pack)).filter(matchesEntry);
  const ranges: PackRange[] = [];
  const uncountedPacks: AuditPackRow[] = [];
  for (const pack of packs) {
    if (!isCountable(search, pack, includesTexts)) uncountedPacks.push(pack);
    else if (countMatches(search, pack) > 0)
      ranges.push({
        entryCount: countMatches(search, pack),
        newest: { date: pack.lastDate, id: pack.lastId },
        oldest: { date: pack.firstDate, id: pack.firstId },
        load: load(pack),
      });
  }
  for (let index = 0; index < uncountedPacks.length; index += readConcurrency)
    await Promise.all(
      uncountedPacks.slice(index, index + readConcurrency).map(async (pack) => {
        const entries = await load(pack)();
        if (entries.length > 0)
          ranges.push({
            entryCount: entries.length,
            newest: toLogPosition(entries.at(-1)!),
            oldest: toLogPosition(entries[0]!),
            load: load(pack),
          });
      }),
    );
  return { ranges, includesTexts };
}

/** The entries of the ranges, newest first. */
export async function readEntries(ranges: readonly PackRange[]): Promise<DomainChangeRow[]> {
  const allEntries: DomainChangeRow[] = [];
  for (let index = 0; index < ranges.length; index += readConcurrency)
    for (const entries of await Promise.all(
      ranges.slice(index, index + readConcurrency).map(({ load }) => load()),
    ))
      allEntries.push(...entries);
  return allEntries.sort((a, b) => -comparePositions(toLogPosition(a), toLogPosition(b)));
}

/** A packed entry by its id. */
export async function findPackedEntry(
  env: Env,
  db: Database,
  id: number,
): Promise<{ pack: AuditPackRow; entry: DomainChangeRow; packEntries: DomainChangeRow[] } | null> {
  const packs = await db
    .select()
    .from(auditPack)
    .where(sql`${lte(auditPack.lowestId, id)} AND ${gte(auditPack.highestId, id)}`);
  for (const pack of packs) {
    const packEntries = await readPackEntries(env, pack);
    const entry = packEntries.find((packEntry) => packEntry.id === id);
    if (entry) return { pack, entry, packEntries };
  }
  return null;
}

/** The position up to which the log is packed, and a number that changes whenever something is packed. */
export async function findPackedUntil(db: Database): Promise<{ date: string; packs: number } | null> {
  const newest = await db
    .select({ date: auditPack.lastDate, packs: sql<number>`(SELECT max(seq) FROM audit_pack)` })
    .from(auditPack)
    .orderBy(desc(auditPack.lastDate))
    .limit(1)
    .get();
  return newest ?? null;
}

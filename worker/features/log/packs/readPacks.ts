import { desc, gte, lte, sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { type AuditPackRow, auditPack, type DomainChangeRow } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { compare, decodePack, positionOf } from "./format.ts";
import {
  candidateCondition,
  countedSchema,
  isCounted,
  lineFilter,
  maxPacksRead,
  type Search,
} from "./searchPacks.ts";
import type { LineRange } from "./window.ts";

/** Objects read concurrently. */
const readConcurrency = 6;

/** @throws Error if the pack's object is gone or invalid */
export async function readPackEntries(env: Env, pack: AuditPackRow): Promise<DomainChangeRow[]> {
  const object = await env.STORAGE.get(pack.objectKey);
  if (!object) throw new Error(`the log's pack ${pack.objectKey} is gone`);
  return (await decodePack(object.body)).map((line) => ({ ...line, customerId: pack.customerId }));
}

/** The search result in packs. */
export interface Found {
  ranges: PackStretch[];
  /** True if ids and changes were searched too. */
  textsToo: boolean;
}

export interface PackStretch extends LineRange {
  load: () => Promise<DomainChangeRow[]>;
}

/**
 * The packs with matches, each with their number. Searching texts requires reading the packs; if these are more than
 * `maxPacksRead`, only users and classes are compared, whose counts are in the packs' rows.
 */
export async function matchingPacks(env: Env, db: Database, search: Search): Promise<Found> {
  const packs = (
    await db.select().from(auditPack).where(candidateCondition(search)).orderBy(desc(auditPack.lastDate))
  ).filter((pack) => countedSchema({ ...search, term: "" }, pack) > 0);
  const includesTexts = search.term === "" || packs.length <= maxPacksRead;
  const pass = lineFilter(search, includesTexts);
  const load = (pack: AuditPackRow) => async () => (await readPackEntries(env, pack)).filter(pass);
  const ranges: PackStretch[] = [];
  const unread: AuditPackRow[] = [];
  for (const pack of packs) {
    if (!isCounted(search, pack, includesTexts)) unread.push(pack);
    else if (countedSchema(search, pack) > 0)
      ranges.push({
        lines: countedSchema(search, pack),
        newest: { date: pack.lastDate, id: pack.lastId },
        oldest: { date: pack.firstDate, id: pack.firstId },
        load: load(pack),
      });
  }
  for (let index = 0; index < unread.length; index += readConcurrency)
    await Promise.all(
      unread.slice(index, index + readConcurrency).map(async (pack) => {
        const lines = await load(pack)();
        if (lines.length > 0)
          ranges.push({
            lines: lines.length,
            newest: positionOf(lines.at(-1)!),
            oldest: positionOf(lines[0]!),
            load: load(pack),
          });
      }),
    );
  return { ranges: ranges, textsToo: includesTexts };
}

/** The entries of the ranges, newest first. */
export async function linesIn(ranges: readonly PackStretch[]): Promise<DomainChangeRow[]> {
  const lines: DomainChangeRow[] = [];
  for (let index = 0; index < ranges.length; index += readConcurrency)
    for (const some of await Promise.all(
      ranges.slice(index, index + readConcurrency).map(({ load }) => load()),
    ))
      lines.push(...some);
  return lines.sort((a, b) => -compare(positionOf(a), positionOf(b)));
}

/** A packed entry by its id. */
export async function packedLine(
  env: Env,
  db: Database,
  id: number,
): Promise<{ pack: AuditPackRow; line: DomainChangeRow; lines: DomainChangeRow[] } | null> {
  const packs = await db
    .select()
    .from(auditPack)
    .where(sql`${lte(auditPack.lowestId, id)} AND ${gte(auditPack.highestId, id)}`);
  for (const pack of packs) {
    const lines = await readPackEntries(env, pack);
    const line = lines.find((entry) => entry.id === id);
    if (line) return { pack, line, lines };
  }
  return null;
}

/** The position up to which the log is packed, and a number that changes whenever something is packed. */
export async function packedUntil(db: Database): Promise<{ date: string; packs: number } | null> {
  const newest = await db
    .select({ date: auditPack.lastDate, packs: sql<number>`(SELECT max(seq) FROM audit_pack)` })
    .from(auditPack)
    .orderBy(desc(auditPack.lastDate))
    .limit(1)
    .get();
  return newest ?? null;
}

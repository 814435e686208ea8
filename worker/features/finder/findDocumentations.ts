import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { dayOf } from "#domain/core/calendar/days.ts";
import { keyRangesOfPrefix } from "#domain/core/text/sortKey.ts";
import { maxHitsByKind, type SearchHit } from "#domain/endpoints/documentation/globalSearch.ts";
import { documentationFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { startsWithFolded } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { number, selectRows, text, uuid } from "#worker/db/rows.ts";
import { type Scope, scopeOf } from "#worker/db/scope.ts";
import { formatLocalMinute } from "#worker/export/dates.ts";
import { visibleCondition } from "#worker/listQuery/filter.ts";
import { createSearch, findPage } from "#worker/listQuery/queryStrategy.ts";
import { findSearchMatches } from "#worker/listQuery/searchMatches.ts";

const createFilter = (query: string) => z.strictObject(documentationFilter).parse({ query });
const maxHits = maxHitsByKind.DOCUMENTATION;

/**
 * Finds documentations whose name begins with the term, then the newest that match it.
 */
export async function findDocumentations(db: Database, actor: Actor, q: string): Promise<SearchHit[]> {
  const scope = scopeOf(actor);
  const [prefixMatches, otherMatches] = await Promise.all([
    findByPrefix(db, scope, q),
    createSearch(db, scope, createFilter(q)).then((search) =>
      findPage(db, search, { sort: "dateCreated", order: "desc" }, { limit: maxHits, offset: 0 }),
    ),
  ]);
  const seqs = [...new Set([...prefixMatches, ...otherMatches])].slice(0, maxHits);
  const rows = await selectRows(
    db,
    {
      seq: number("d.seq"),
      id: uuid("d.id"),
      name: text("coalesce(d.alias, d.name)"),
      note: text("t.name"),
      dateCreated: text("d.date_created"),
    },
    (
      columns,
    ) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(seqs)}) s CROSS JOIN documentation d ON d.seq = s.value
      CROSS JOIN template t ON t.customer_id = d.customer_id AND t.id = d.template_id ORDER BY s.key`,
  );
  const matches = await findSearchMatches(db, actor, seqs, q);
  type Row = (typeof rows)[number];
  // The template's name, and the day or the minute where others have that name too.
  const notes = [
    ({ note }: Row) => note,
    ({ note, dateCreated }: Row) => `${note}, ${dayOf(dateCreated)}`,
    ({ note, dateCreated }: Row) => `${note}, ${formatLocalMinute(dateCreated)}`,
  ];
  const isUnique = (row: Row, noteOf: (row: Row) => string) =>
    rows.filter((other) => other.name === row.name && noteOf(other) === noteOf(row)).length === 1;
  const getDistinctNote = (row: Row) => (notes.find((noteOf) => isUnique(row, noteOf)) ?? notes.at(-1)!)(row);
  return rows.map((row) => {
    const { seq, dateCreated: _, ...hit } = row;
    const match = matches.get(seq)?.find(({ field }) => field !== "NAME" && field !== "ALIAS") ?? null;
    return { kind: "DOCUMENTATION", ...hit, note: getDistinctNote(row), match };
  });
}

/** The first documentations by name whose names begin with the term, ignoring case. */
async function findByPrefix(db: Database, scope: Scope, q: string): Promise<number[]> {
  const index = sql.raw(
    scope.customerId === undefined ? "documentation_all_name_key" : "documentation_name_key",
  );
  const ranges = keyRangesOfPrefix(q);
  const seqs: number[] = [];
  // One range after another: a term that ends with a number has a range for each number of digits, and the first ranges usually suffice.
  for (const [from, to] of ranges) {
    const rows = await selectRows(
      db,
      { seq: number("d.seq") },
      (columns) => sql`SELECT ${columns} FROM documentation d INDEXED BY ${index}
        WHERE ${visibleCondition(scope, createFilter(""))} AND d.name_key >= ${from} AND d.name_key < ${to}
          AND ${startsWithFolded(sql.raw("d.name"), q)}
        ORDER BY d.name_key, d.seq LIMIT ${maxHits - seqs.length}`,
    );
    seqs.push(...rows.map(({ seq }) => seq));
    if (seqs.length >= maxHits) break;
  }
  return seqs;
}

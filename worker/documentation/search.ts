import { type SQL, sql } from "drizzle-orm";
import { holds } from "../db/casefold";
import type { Scope } from "../db/scope";

/** The trigram index knows nothing shorter; one or two characters are looked for at the beginning of names. */
export const isShort = (term: string): boolean => [...term].length < 3;

/** A phrase for FTS5: everything literal, quotes doubled. NUL would end the text for SQLite. */
const phrase = (term: string) => `"${term.replaceAll("\0", "").replaceAll('"', '""')}"`;

/**
 * The rowids of the search index that match, within the scope. A customer's rowids are one range (see
 * worker/db/schema/search.ts), so that another customer's texts are not even walked past.
 */
export function matchingEntries(
  { customerId }: Scope,
  term: string,
  index: "search_text" | "search_text_group" = "search_text",
): SQL {
  const range =
    customerId === undefined
      ? sql``
      : sql` AND rowid BETWEEN (${customerId} << 40) AND (${customerId} << 40) + 1099511627775`;
  const named = sql.raw(index);
  return sql`${named} WHERE ${named} MATCH ${phrase(term)}${range}`;
}

/** The documentations those rows belong to, by `seq`. */
export const matchingDocumentations = (scope: Scope, term: string): SQL =>
  sql`SELECT e.documentation_seq AS seq FROM search_entry e WHERE e.id IN (SELECT rowid FROM ${matchingEntries(scope, term)})`;

/**
 * Whether one documentation matches, by its own texts: the same ones that the triggers of migration 0001 put into the index.
 * To ask the index itself about single rows costs milliseconds each, because it opens the postings of every trigram anew.
 */
export const rowMatches = (term: string): SQL => {
  const named = sql.raw("d.name || char(10) || coalesce(d.alias, '')");
  const pictured = sql.raw("p.name || char(10) || coalesce(p.comment, '')");
  return sql`(${holds(named, term)}
    OR EXISTS (SELECT 1 FROM documentation_tag t WHERE t.documentation_id = d.id AND ${holds(sql.raw("t.tag"), term)})
    OR EXISTS (SELECT 1 FROM documentation_task k WHERE k.customer_id = d.customer_id AND k.documentation_id = d.id AND k.answer <> '' AND ${holds(sql.raw("k.answer"), term)})
    OR EXISTS (SELECT 1 FROM photo p WHERE p.customer_id = d.customer_id AND p.documentation_id = d.id AND ${holds(pictured, term)}))`;
};

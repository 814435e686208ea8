import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../../domain/access/actor";
import { spansCustomers } from "../../../domain/access/authorities";

/** The trigram index knows nothing shorter; one or two characters are looked for at the beginning of names. */
export const shortestTerm = 3;

/** A phrase for FTS5: everything literal, quotes doubled. NUL would end the text for SQLite. */
const phrase = (term: string) => `"${term.replaceAll("\0", "").replaceAll('"', '""')}"`;

/**
 * The rowids of the search index that match, within the actor's customer. A customer's rowids are one range (see
 * worker/db/schema/search.ts), so that another customer's texts are not even walked past.
 */
export function matchingEntries(actor: Actor, term: string, customerId?: number): SQL {
  const owner = spansCustomers(actor) ? customerId : actor.customerId;
  const range =
    owner === undefined
      ? sql``
      : sql` AND rowid BETWEEN (${owner} << 40) AND (${owner} << 40) + 1099511627775`;
  return sql`search_text WHERE search_text MATCH ${phrase(term)}${range}`;
}

/** Whether one documentation matches: its own few entries against the index. */
export const rowMatches = (term: string): SQL => sql`EXISTS (
  SELECT 1 FROM search_entry e JOIN search_text f ON f.rowid = e.id
  WHERE e.documentation_seq = d.seq AND f.search_text MATCH ${phrase(term)})`;

import { integer, sqliteTable } from "drizzle-orm/sqlite-core";

/**
 * Documentations whose texts are not in the search index yet. `id` is the rowid in `search_text` (FTS5, trigram): customer in the
 * upper bits, the documentation's `seq` in the lower 40, so that a customer's search is a range of rowids and never walks another
 * customer's postings. It exceeds what a JavaScript number holds and stays inside SQL.
 *
 * A documentation is in the index or here, never in both: triggers take it out of the index when one of its texts changes, and put it
 * back with all of them when its row here is deleted (worker/listQuery/searchIndex.ts). A search looks at both.
 */
export const searchPending = sqliteTable("search_pending", { id: integer().primaryKey() });

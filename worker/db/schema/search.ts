import { integer, sqliteTable } from "drizzle-orm/sqlite-core";

/**
 * Documentations whose texts are not in the search index yet. `id` is the rowid in `search_text` (FTS5, trigram): customer in the
 * upper bits, the documentation's `seq` in the lower 40, so that a customer's search is a range of rowids and never reads another
 * customer's postings. It exceeds JavaScript's safe integers, so it is only used inside SQL.
 *
 * A documentation is either in the index or here: triggers remove it from the index when one of its texts changes, and add it with all of
 * them when its row here is deleted (worker/listQuery/searchIndex.ts). A search reads both.
 */
export const searchPending = sqliteTable("search_pending", { id: integer().primaryKey() });

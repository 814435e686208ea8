import { index, integer, sqliteTable, unique } from "drizzle-orm/sqlite-core";
import { uuid } from "./columns";
import { documentation } from "./documentation";

/**
 * One row per searchable text: a documentation's name and alias, a tag, an answer, a photo's name and comment. Kept by
 * triggers. `id` is the rowid in `search_text` (FTS5, trigram): customer in the upper bits, a counter in the lower 40,
 * so that a customer's search is a range of rowids and never walks another customer's postings. It exceeds what a
 * JavaScript number holds and stays inside SQL.
 */
export const searchEntry = sqliteTable(
  "search_entry",
  {
    id: integer().primaryKey(),
    documentationSeq: integer()
      .notNull()
      .references(() => documentation.seq, { onDelete: "cascade" }),
    /** The row the text comes from. */
    sourceId: uuid().notNull(),
  },
  (t) => [
    unique("search_entry_source").on(t.sourceId),
    index("search_entry_documentation").on(t.documentationSeq),
  ],
);

import type { SQLWrapper } from "drizzle-orm";
import { type SQL, sql } from "drizzle-orm";

/**
 * Text as a search compares it. SQLite's lower() knows ASCII alone and LIKE refuses patterns over 50 bytes, so the
 * Swedish letters are folded by name and the comparison is instr().
 */
export const folded = (text: SQLWrapper): SQL =>
  sql`replace(replace(replace(lower(${text}), 'Å', 'å'), 'Ä', 'ä'), 'Ö', 'ö')`;

/** The same folding for what is searched for. */
export const foldedQuery = (q: string): string => q.replace(/[A-ZÅÄÖ]/g, (letter) => letter.toLowerCase());

import { type SQL, sql } from "drizzle-orm";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { nullable, number, rowOf, text, uuid } from "#worker/db/rows.ts";
import { sqlName } from "./filter.ts";
import { findPage, type Order, type Search } from "./queryStrategy.ts";

/*
 * What stands before and after a row in the order of a list. The row's own values say where that is, not its place among the matches: it
 * keeps its neighbours when it leaves the filter, and its place costs nothing to skip to.
 */

/** Where a row stands in any order. */
export interface SortPosition {
  seq: number;
  name: string;
  creator: string;
  status: DocumentationStatus;
  dateCreated: string;
  dateUploaded: string | null;
  templateId: string;
  templateName: string;
  customerName: string;
}

export const sortPositionColumns = {
  seq: number("d.seq"),
  name: text("d.name"),
  creator: text("d.creator"),
  status: text<DocumentationStatus>("d.status"),
  dateCreated: text("d.date_created"),
  dateUploaded: nullable(text("d.date_uploaded")),
  templateId: uuid("d.template_id"),
  templateName: text("t.name"),
  customerName: text("c.name"),
};

/** What `sortPositionColumns` needs beside `documentation d`. */
export const sortPositionJoins = sql`JOIN template t ON t.id = d.template_id JOIN customer c ON c.id = d.customer_id`;

export async function sortPositionOf(db: Database, seq: number): Promise<SortPosition> {
  const found = await rowOf(
    db,
    sortPositionColumns,
    (columns) => sql`SELECT ${columns} FROM documentation d ${sortPositionJoins} WHERE d.seq = ${seq}`,
  );
  return found!;
}

/** The `seq` of the first rows after one, in an order; turned round (`reverseOrder`), those before it, the nearest first. */
export async function rowsAfter(
  db: Database,
  search: Search,
  order: Order,
  stand: SortPosition,
  limit: number,
): Promise<number[]> {
  const found: number[] = [];
  for (const range of keysetRanges(order, stand)) {
    const part = { ...search, seen: sql`${search.seen} AND ${range}` };
    found.push(...(await findPage(db, part, order, { limit: limit - found.length, offset: 0 })));
    if (found.length === limit) break;
  }
  return found;
}

export const reverseOrder = ({ sort, order }: Order): Order => ({
  sort,
  order: order === "asc" ? "desc" : "asc",
});

/**
 * What comes after a row, in parts that follow on each other. Each begins with one value of the order or lies beyond it, so that an index
 * leads to it; a comparison of all values at once would not.
 */
function keysetRanges({ sort, order }: Order, stand: SortPosition): SQL[] {
  const { seq, dateCreated } = stand;
  const beyond = sql.raw(order === "asc" ? ">" : "<");
  const or = sql.raw(order === "asc" ? ">=" : "<=");
  /** Newest or oldest first, as all orders are within equal values. */
  const byDate = sql`d.date_created ${or} ${dateCreated} AND (d.date_created ${beyond} ${dateCreated} OR d.seq ${beyond} ${seq})`;
  const bySeq = sql`d.seq ${beyond} ${seq}`;
  switch (sort) {
    case "dateCreated":
      return [byDate];
    case "name": {
      const name = sql`d.name COLLATE NOCASE`;
      return [sql`${name} = ${stand.name} AND ${bySeq}`, sql`${name} ${beyond} ${stand.name}`];
    }
    case "dateUploaded": {
      // SQLite sorts NULL before everything.
      const at = sql`d.date_uploaded`;
      const nothing = sql`${at} IS NULL`;
      if (stand.dateUploaded === null)
        return [sql`${nothing} AND ${bySeq}`, ...(order === "asc" ? [sql`${at} IS NOT NULL`] : [])];
      return [
        sql`${at} = ${stand.dateUploaded} AND ${bySeq}`,
        sql`${at} ${beyond} ${stand.dateUploaded}`,
        ...(order === "desc" ? [nothing] : []),
      ];
    }
    case "templateId":
      return [
        sql`t.id = ${idParam(stand.templateId)} AND ${byDate}`,
        sql`t.name = ${stand.templateName} AND t.id ${beyond} ${idParam(stand.templateId)}`,
        sql`t.name ${beyond} ${stand.templateName}`,
      ];
    case "customerName":
      return [sql`c.name = ${stand.customerName} AND ${byDate}`, sql`c.name ${beyond} ${stand.customerName}`];
    default: {
      const column = sql.raw(`d.${sqlName(sort)}`);
      return [sql`${column} = ${stand[sort]} AND ${byDate}`, sql`${column} ${beyond} ${stand[sort]}`];
    }
  }
}

import { type SQL, sql } from "drizzle-orm";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import { sortKeyOf } from "#domain/core/text/sortKey.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { nullable, number, selectRow, text, uuid } from "#worker/db/rows.ts";
import { toSqlName } from "#worker/db/sqlName.ts";
import { findPage, type Order, type Search } from "./queryStrategy.ts";

/*
 * The rows before and after a row in the order of a list. They are found by the row's values (keyset), not by its offset: a row keeps its
 * neighbours when it leaves the filter, and no rows have to be skipped.
 */

/** A row's values of all sort orders. */
export interface SortPosition {
  seq: number;
  id: string;
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
  id: uuid("d.id"),
  name: text("d.name"),
  creator: text("d.creator"),
  status: text<DocumentationStatus>("d.status"),
  dateCreated: text("d.date_created"),
  dateUploaded: nullable(text("d.date_uploaded")),
  templateId: uuid("d.template_id"),
  templateName: text("t.name"),
  customerName: text("c.name"),
};

/** The joins that `sortPositionColumns` needs in addition to `documentation d`. */
export const sortPositionJoins = sql`JOIN template t ON t.id = d.template_id JOIN customer c ON c.id = d.customer_id`;

export async function findSortPosition(db: Database, seq: number): Promise<SortPosition> {
  const sortPosition = await selectRow(
    db,
    sortPositionColumns,
    (columns) => sql`SELECT ${columns} FROM documentation d ${sortPositionJoins} WHERE d.seq = ${seq}`,
  );
  return sortPosition!;
}

/** The `seq` of the first rows after a position in an order. With `toReverseOrder`: the rows before the position, nearest first. */
export async function findRowsAfter(
  db: Database,
  search: Search,
  order: Order,
  position: SortPosition,
  limit: number,
): Promise<number[]> {
  const seqs: number[] = [];
  for (const range of createKeysetRanges(order, position)) {
    const rangeSearch = { ...search, visible: sql`${search.visible} AND ${range}` };
    seqs.push(...(await findPage(db, rangeSearch, order, { limit: limit - seqs.length, offset: 0 })));
    if (seqs.length === limit) break;
  }
  return seqs;
}

export const toReverseOrder = ({ sort, order }: Order): Order => ({
  sort,
  order: order === "asc" ? "desc" : "asc",
});

/**
 * Conditions for the rows after a position, as consecutive ranges of the order. Each is an equality or inequality of the sort column, which
 * an index can seek; SQLite could not seek by one comparison of all values.
 */
function createKeysetRanges({ sort, order }: Order, position: SortPosition): SQL[] {
  const { seq, dateCreated } = position;
  const afterOperator = sql.raw(order === "asc" ? ">" : "<");
  const atOrAfterOperator = sql.raw(order === "asc" ? ">=" : "<=");
  /** All orders sort equal values by date. */
  const dateCondition = sql`d.date_created ${atOrAfterOperator} ${dateCreated} AND (d.date_created ${afterOperator} ${dateCreated} OR d.seq ${afterOperator} ${seq})`;
  const seqCondition = sql`d.seq ${afterOperator} ${seq}`;
  switch (sort) {
    case "dateCreated":
      return [dateCondition];
    case "id":
      return [sql`d.id ${afterOperator} ${idParam(position.id)}`];
    case "name": {
      const key = sortKeyOf(position.name);
      return [sql`d.name_key = ${key} AND ${seqCondition}`, sql`d.name_key ${afterOperator} ${key}`];
    }
    case "creator": {
      const key = sortKeyOf(position.creator);
      return [sql`d.creator_key = ${key} AND ${dateCondition}`, sql`d.creator_key ${afterOperator} ${key}`];
    }
    case "dateUploaded": {
      // SQLite sorts NULL before everything.
      const dateUploadedSql = sql`d.date_uploaded`;
      const isNullCondition = sql`${dateUploadedSql} IS NULL`;
      if (position.dateUploaded === null)
        return [
          sql`${isNullCondition} AND ${seqCondition}`,
          ...(order === "asc" ? [sql`${dateUploadedSql} IS NOT NULL`] : []),
        ];
      return [
        sql`${dateUploadedSql} = ${position.dateUploaded} AND ${seqCondition}`,
        sql`${dateUploadedSql} ${afterOperator} ${position.dateUploaded}`,
        ...(order === "desc" ? [isNullCondition] : []),
      ];
    }
    case "templateId": {
      const key = sortKeyOf(position.templateName);
      return [
        sql`t.id = ${idParam(position.templateId)} AND ${dateCondition}`,
        sql`t.name_key = ${key} AND t.id ${afterOperator} ${idParam(position.templateId)}`,
        sql`t.name_key ${afterOperator} ${key}`,
      ];
    }
    case "customerName": {
      const key = sortKeyOf(position.customerName);
      return [
        sql`c.name = ${position.customerName} AND ${dateCondition}`,
        sql`c.name_key = ${key} AND c.name ${afterOperator} ${position.customerName}`,
        sql`c.name_key ${afterOperator} ${key}`,
      ];
    }
    default: {
      const column = sql.raw(`d.${toSqlName(sort)}`);
      return [
        sql`${column} = ${position[sort]} AND ${dateCondition}`,
        sql`${column} ${afterOperator} ${position[sort]}`,
      ];
    }
  }
}

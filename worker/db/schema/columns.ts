import { sql } from "drizzle-orm";
import {
  customType,
  foreignKey,
  integer,
  real,
  type SQLiteColumn,
  text,
  unique,
} from "drizzle-orm/sqlite-core";
import { now, unknownCoordinate } from "#domain/core/fields.ts";
import { bytesOfHex, decodeId, encodeId, hexOfBytes } from "../idEncoding.ts";

/** Columns that many tables share. Instants are UTC text `YYYY-MM-DDTHH:mm:ssZ`, so that they sort as they read. */

/** An id, of the row itself or of another row: a UUID as 16 bytes. worker/db/ids.ts binds and reads them in raw SQL. */
export const uuid = customType<{ data: string; driverData: Uint8Array | string }>({
  dataType: () => "text",
  toDriver: encodeId,
  fromDriver: decodeId,
});
/** What is mostly a UUID: that is 16 bytes, and a number or a word is text. */
export const anyId = customType<{ data: string; driverData: Uint8Array | string }>({
  dataType: () => "text",
  toDriver: encodeId,
  fromDriver: (stored) => (typeof stored === "string" ? stored : decodeId(stored)),
});
/** A SHA-256: 32 bytes, in hexadecimal digits everywhere else. */
export const sha256 = customType<{ data: string; driverData: Uint8Array }>({
  dataType: () => "text",
  toDriver: bytesOfHex,
  fromDriver: hexOfBytes,
});
export const uuidKey = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());
export const instant = () => text();
export const created = () => text().notNull().$defaultFn(now);
export const flag = (initial = false) => integer({ mode: "boolean" }).notNull().default(initial);
export const version = () => integer().notNull().default(1);
export const json = <T>() => text({ mode: "json" }).$type<T>();
/** Who asked for something that is done later, and in which customer: what they may do is asked again then. */
export const requester = () => json<{ userId: number; realUserId: number | null; customerId: number }>();
export const params = () => json<Record<string, string>>().notNull().default(sql`'{}'`);
export const latitude = () => real().notNull().default(unknownCoordinate);
export const longitude = () => real().notNull().default(unknownCoordinate);

interface TenantColumns {
  id: SQLiteColumn;
  customerId: SQLiteColumn;
}

/** The target of references within one customer: of tables that are referred to. */
export const customerKey = (table: TenantColumns) => unique().on(table.customerId, table.id);

/**
 * A reference within one customer: both columns point at both key columns of the target, so that SQLite itself
 * refuses a row of one customer that names a row of another. NO ACTION, not RESTRICT: it is checked when the statement
 * ends, so that a cascade may remove the row that is referred to before the one that refers.
 */
export const customerForeignKey = (
  customerId: SQLiteColumn,
  reference: SQLiteColumn,
  target: () => TenantColumns,
  onDelete: "cascade" | "no action" = "no action",
) =>
  foreignKey({
    columns: [customerId, reference] as [SQLiteColumn, SQLiteColumn],
    foreignColumns: [target().customerId, target().id] as [SQLiteColumn, SQLiteColumn],
  }).onDelete(onDelete);

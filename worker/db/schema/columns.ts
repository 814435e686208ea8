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
import { decodeId, encodeId, hexOfBytes, hexToBytes } from "../idEncoding.ts";

/** Columns that many tables share. Instants are UTC text `YYYY-MM-DDTHH:mm:ssZ`, so that text order is chronological. */

/** An id, of the row itself or of another row: a UUID as 16 bytes. worker/db/ids.ts binds and reads them in raw SQL. */
export const uuid = customType<{ data: string; driverData: Uint8Array | string }>({
  dataType: () => "text",
  toDriver: encodeId,
  fromDriver: decodeId,
});
/** An id that may be other text than a UUID: UUIDs are 16 bytes, numbers and words text. */
export const anyId = customType<{ data: string; driverData: Uint8Array | string }>({
  dataType: () => "text",
  toDriver: encodeId,
  fromDriver: (value) => (typeof value === "string" ? value : decodeId(value)),
});
/** A SHA-256: 32 bytes in the database, hexadecimal digits in the code. */
export const sha256 = customType<{ data: string; driverData: Uint8Array }>({
  dataType: () => "text",
  toDriver: hexToBytes,
  fromDriver: hexOfBytes,
});
export const uuidKey = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());
export const instant = () => text();
export const creationInstant = () => text().notNull().$defaultFn(now);
export const flag = (defaultValue = false) => integer({ mode: "boolean" }).notNull().default(defaultValue);
export const version = () => integer().notNull().default(1);
export const json = <T>() => text({ mode: "json" }).$type<T>();
/** The user who requested something that is done later, and the customer; their permissions are checked again then. */
export const requester = () => json<{ userId: number; realUserId: number | null; customerId: number }>();
export const params = () => json<Record<string, string>>().notNull().default(sql`'{}'`);
export const latitude = () => real().notNull().default(unknownCoordinate);
export const longitude = () => real().notNull().default(unknownCoordinate);

interface TenantColumns {
  id: SQLiteColumn;
  customerId: SQLiteColumn;
}

/** The unique key that `customerForeignKey` refers to. */
export const customerKey = (table: TenantColumns) => unique().on(table.customerId, table.id);

/**
 * A foreign key within one customer: it includes the customer, so that SQLite itself refuses a row that refers to another customer's row.
 * NO ACTION instead of RESTRICT: it is checked when the statement ends, so that a cascade may delete the referenced row first.
 */
export const customerForeignKey = (
  customerId: SQLiteColumn,
  reference: SQLiteColumn,
  target: () => TenantColumns,
  onDelete: "cascade" | "no action" = "no action",
) =>
  foreignKey({
    columns: [customerId, reference],
    foreignColumns: [target().customerId, target().id],
  }).onDelete(onDelete);

/** The key that a name sorts by; triggers write it (worker/db/sortKey.ts). */
export const sortKey = () => text();

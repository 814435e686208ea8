import type { SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AnyResource, Row } from "../../domain/resource";

type Fields<R extends AnyResource> = Extract<keyof Row<R>, string>;

/** A table that has a column for each of these fields. */
type TableWith<K extends string> = SQLiteTable & Record<K, SQLiteColumn>;

export interface Binding<R extends AnyResource = AnyResource> {
  resource: R;
  table: TableWith<"id" | "customerId" | "version">;
  /** Fields that are read from elsewhere, as SQL over the table's row. */
  derived: Record<string, SQL>;
}

/**
 * Ties a contract to its table. A table that lacks a column for a field that is not derived is a compile error, and so
 * is a derived field that the contract does not have.
 */
export const bind = <R extends AnyResource, D extends Fields<R> = never>(
  resource: R,
  table: TableWith<Exclude<Fields<R>, D>> & TableWith<"id" | "customerId" | "version">,
  ...[derived]: [D] extends [never] ? [] : [Record<D, SQL>]
): Binding<R> => ({ resource, table, derived: derived ?? {} });

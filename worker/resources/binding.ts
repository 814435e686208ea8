import { getTableColumns, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Actor } from "#domain/access/actor.ts";
import type { AnyResource, Row } from "#domain/contract/resource.ts";
import type { Database } from "#worker/db/database.ts";

/** Fields by the names of their contract. */
export type Fields = Record<string, unknown>;
export type Found = Fields & { id: string | number; version: number };
/** A row of a resource as its contract describes it. */
export type FoundRow<R extends AnyResource> = Found & Row<R>;

type FieldOf<R extends AnyResource> = Extract<keyof Row<R>, string>;

/** A table that has a column for each of these fields. */
type TableWith<K extends string> = SQLiteTable & Record<K, SQLiteColumn>;

/** A field whose value is a list in rows of another table, such as the roles of a user. */
export interface ListField {
  /** The list as JSON, in a fixed order. */
  read: SQL;
  /** The list as it will be read, from a client's list; null when that names something the customer does not have. */
  resolve(db: Database, given: readonly unknown[], customerId: number): Promise<unknown[] | null>;
  /** Replaces the list of the row of this id. */
  write(db: Database, id: SQL, list: readonly unknown[], customerId: number): BatchItem<"sqlite">[];
}

export interface Binding<R extends AnyResource = AnyResource> {
  resource: R;
  table: TableWith<"id">;
  /** Fields without a column, as SQL over the table's row. */
  derived: Record<string, SQL>;
  lists: Record<string, ListField>;
  /** Conditions by which fields are searched for a term: ids, and derived ones where deriving them for every row is slower. */
  searches: Record<string, (q: string) => SQL>;
  /** Condition that a row exists for users; deleted rows may be kept for others that refer to them. */
  living: SQL | undefined;
  /** The column of the customer; null where rows are the service's own. */
  owner: SQLiteColumn | null;
  /** Statements that run before a row is deleted, in the same batch: deleted rows that are kept stop referring to it. */
  release: (db: Database, row: Found) => BatchItem<"sqlite">[];
  /** Fields that rows are completed with when they are read one by one. */
  further: ExtraField<R> | undefined;
  /** The row without fields that the actor may not see. A method, so that a binding stays one of any resource. */
  shownTo(actor: Actor, row: FoundRow<R>): FoundRow<R>;
}

/** Fields that are read by statements of their own, because one value of the database has 2 MB at most. They are in no list. */
interface ExtraField<R extends AnyResource, F extends string = string> {
  fields: readonly F[];
  /** A method, as `shownTo` is. */
  read(db: Database, row: FoundRow<R>): Promise<Record<F, unknown>>;
}

interface Parts<R extends AnyResource, D extends string, K extends string, F extends string> {
  derived?: Record<D, SQL>;
  lists?: Record<K, ListField>;
  searches?: Partial<Record<FieldOf<R>, (q: string) => SQL>>;
  living?: SQL;
  release?: Binding["release"];
  further?: ExtraField<R, F>;
  shownTo?: Binding<R>["shownTo"];
}

/** A table's columns by field. */
export const columnsOf = (table: SQLiteTable): Record<string, SQLiteColumn> => getTableColumns(table);

/**
 * Binds a contract to its table. A field without a column that is neither derived nor a kept list nor a further field does not compile,
 * and neither does a derived field that the contract lacks.
 */
export const bind = <
  R extends AnyResource,
  D extends FieldOf<R> = never,
  K extends FieldOf<R> = never,
  F extends FieldOf<R> = never,
>(
  resource: R,
  table: TableWith<Exclude<FieldOf<R>, D | K | F>> & TableWith<"id">,
  {
    derived,
    lists,
    searches,
    living,
    release = () => [],
    further,
    shownTo = (_, row) => row,
  }: Parts<R, D, K, F> = {},
): Binding<R> => {
  const { scope = "customer" } = resource;
  const { customerId = null } = columnsOf(table);
  const owner = scope === "service" ? null : scope === "self" ? table.id : customerId;
  if (scope !== "service" && !owner) throw new Error(`${resource.name} belongs to nobody`);
  return {
    resource,
    table,
    derived: derived ?? {},
    lists: lists ?? {},
    searches: (searches ?? {}) as Record<string, (q: string) => SQL>,
    living,
    release,
    further,
    owner,
    shownTo,
  };
};

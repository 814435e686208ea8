import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../domain/access/actor";
import type { AnyResource, Row } from "../../domain/resource";
import type { Database } from "../db/database";

/** A row as it is read: by the names of its contract. */
export type Fields = Record<string, unknown>;
export type Found = Fields & { id: string | number; version: number };

type FieldOf<R extends AnyResource> = Extract<keyof Row<R>, string>;

/** A table that has a column for each of these fields. */
type TableWith<K extends string> = SQLiteTable & Record<K, SQLiteColumn>;

/** A field that is a list kept in rows of another table: what a customer is granted, the roles of a user. */
export interface KeptList {
  /** The list as JSON, in a fixed order. */
  read: SQL;
  /** The list as it will be read, out of what a client gave; null when it names something that is not there for this row. */
  resolve(db: Database, given: readonly unknown[], customerId: number): Promise<unknown[] | null>;
  /** Makes the list so. `id` is the row's. */
  write(db: Database, id: SQL, list: readonly unknown[], customerId: number): BatchItem<"sqlite">[];
}

export interface Binding<R extends AnyResource = AnyResource> {
  resource: R;
  table: TableWith<"id">;
  /** Fields that are read from elsewhere, as SQL over the table's row. */
  derived: Record<string, SQL>;
  lists: Record<string, KeptList>;
  /** Derived fields that are searched better than by deriving them for every row: a condition for a term. */
  searches: Record<string, (q: string) => SQL>;
  /** Which rows of the table are there at all, where some are kept for others' sake. */
  living: SQL | undefined;
  /** Whose a row is; null where rows are the service's own. */
  owner: SQLiteColumn | null;
  /** What runs before a row is deleted, in the same batch: what is kept for others' sake lets go of it. */
  release: (db: Database, row: Found) => BatchItem<"sqlite">[];
  /** A row as somebody may see it, where its fields are not all for everybody who may read it. */
  shownTo: (actor: Actor, row: Found) => Found;
}

interface Parts<D extends string, K extends string> {
  derived?: Record<D, SQL>;
  lists?: Record<K, KeptList>;
  searches?: Partial<Record<D, (q: string) => SQL>>;
  living?: SQL;
  release?: Binding["release"];
  shownTo?: Binding["shownTo"];
}

/**
 * Ties a contract to its table. A table that lacks a column for a field that is neither derived nor a kept list is a compile
 * error, and so is a derived field that the contract does not have.
 */
export const bind = <R extends AnyResource, D extends FieldOf<R> = never, K extends FieldOf<R> = never>(
  resource: R,
  table: TableWith<Exclude<FieldOf<R>, D | K>> & TableWith<"id">,
  { derived, lists, searches, living, release = () => [], shownTo = (_, row) => row }: Parts<D, K> = {},
): Binding<R> => {
  const { scope = "customer" } = resource;
  const columns = table as unknown as Record<string, SQLiteColumn>;
  const owner = scope === "service" ? null : scope === "self" ? table.id : (columns.customerId ?? null);
  if (scope !== "service" && !owner) throw new Error(`${resource.name} belongs to nobody`);
  return {
    resource,
    table,
    derived: derived ?? {},
    lists: lists ?? {},
    searches: (searches ?? {}) as Record<string, (q: string) => SQL>,
    living,
    release,
    owner,
    shownTo,
  };
};

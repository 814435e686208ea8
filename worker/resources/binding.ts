import { getTableColumns, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Actor } from "#domain/access/actor.ts";
import type { AnyResource, Row } from "#domain/contract/resource.ts";
import type { Database } from "#worker/db/database.ts";
import type { TableWith } from "#worker/db/tableWith.ts";

/** Values by the contract's field names. */
export type Fields = Record<string, unknown>;
export type RowFields = Fields & { id: string | number; version: number };
/** A row of a resource as its contract describes it. */
export type BoundRow<R extends AnyResource> = RowFields & Row<R>;

type FieldOf<R extends AnyResource> = Extract<keyof Row<R>, string>;

/** A field whose value is a list in rows of another table, such as the roles of a user. */
export interface ListField<T = unknown> {
  /** The list as JSON, in a fixed order. */
  read: SQL;
  /** Converts a client's list to the list as it will be read; null if an item does not exist or belongs to another customer. */
  resolve(db: Database, input: readonly T[], customerId: number): Promise<T[] | null>;
  /** Statements that replace the list of the row with this id. */
  write(db: Database, id: SQL, list: readonly T[], customerId: number): BatchItem<"sqlite">[];
}

export interface Binding<R extends AnyResource = AnyResource> {
  resource: R;
  table: TableWith<"id">;
  /** Fields without a column, as SQL expressions on the table's row. */
  derivedFields: Record<string, SQL>;
  lists: Record<string, ListField>;
  /** Search conditions of fields where comparing the field's text would be wrong or slow: ids and some derived fields. */
  searches: Partial<Record<string, (term: string) => SQL>>;
  /** Expressions to sort by for fields that have no order of their own, such as lists. */
  sorts: Partial<Record<string, SQL>>;
  /** Condition for rows that users can see; deleted rows may be kept because others refer to them. */
  existsCondition: SQL | undefined;
  /** Condition for rows of the service that a customer is granted, if the resource has service rows. */
  grantedCondition: ((customerId: number) => SQL) | undefined;
  /** The customer's column; null for rows of the service itself. */
  customerColumn: SQLiteColumn | null;
  /** Statements before a row's deletion, in the same batch, that remove the references of deleted rows that are kept. */
  detachStatements: (db: Database, row: RowFields) => BatchItem<"sqlite">[];
  /** Fields that are only read for single rows. */
  extra: ExtraField<R> | undefined;
  /** The row without fields that the actor may not see. A method, so that bindings stay assignable to `Binding<AnyResource>`. */
  redactFor(actor: Actor, row: BoundRow<R>): BoundRow<R>;
}

/** Fields read by separate statements, because D1 limits a value to 2 MB. Lists do not have them. */
interface ExtraField<R extends AnyResource, F extends string = string> {
  fields: readonly F[];
  /** A method for the same reason as `redactFor`. */
  read(db: Database, row: BoundRow<R>): Promise<Record<F, unknown>>;
}

interface BindingOptions<R extends AnyResource, D extends string, K extends string, F extends string> {
  derived?: Record<D, SQL>;
  lists?: Record<K, ListField>;
  searches?: Partial<Record<FieldOf<R>, (term: string) => SQL>>;
  sorts?: Partial<Record<FieldOf<R>, SQL>>;
  existsCondition?: SQL;
  grantedCondition?: (customerId: number) => SQL;
  detachStatements?: Binding["detachStatements"];
  extra?: ExtraField<R, F>;
  redactFor?: Binding<R>["redactFor"];
}

/** A table's columns by field. */
export const getColumns = (table: SQLiteTable): Record<string, SQLiteColumn> => getTableColumns(table);

/**
 * Binds a contract to its table. Does not compile if a field has no column and is neither derived nor a list nor an extra field, or if a
 * derived field is not in the contract.
 */
export const createBinding = <
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
    sorts,
    existsCondition,
    grantedCondition,
    detachStatements = () => [],
    extra,
    redactFor = (_, row) => row,
  }: BindingOptions<R, D, K, F> = {},
): Binding<R> => {
  const { scope = "customer" } = resource;
  const { customerId = null } = getColumns(table);
  const customerColumn = scope === "service" ? null : scope === "self" ? table.id : customerId;
  if (scope !== "service" && !customerColumn) throw new Error(`${resource.name} has no customer column`);
  return {
    resource,
    table,
    derivedFields: derived ?? {},
    lists: lists ?? {},
    searches: searches ?? {},
    sorts: sorts ?? {},
    existsCondition,
    grantedCondition,
    detachStatements,
    extra,
    customerColumn,
    redactFor,
  };
};

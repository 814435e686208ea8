import { getTableName, sql, type Table } from "drizzle-orm";
import * as contracts from "../../domain/resources";
import { documentationAlias, license, photoAlias } from "../db/schema";
import { type Binding, bind } from "./binding";

/** Written out: in a select of one table Drizzle leaves the table's name off its columns, also inside a subquery. */
const customerName = (table: Table) => ({
  customerName: sql`(SELECT c.name FROM customer c WHERE c.id = ${sql.raw(getTableName(table))}.customer_id)`,
});

/** Every standard resource and the table behind it. */
export const bindings: readonly Binding[] = [
  bind(contracts.license, license, customerName(license)),
  bind(contracts.documentationAlias, documentationAlias, customerName(documentationAlias)),
  bind(contracts.photoAlias, photoAlias, customerName(photoAlias)),
];

import { sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as contracts from "../../domain/resources";
import { customer, documentationAlias, license, photoAlias } from "../db/schema";
import { type Binding, bind } from "./binding";

const customerName = (table: { customerId: SQLiteColumn }) => ({
  customerName: sql`(SELECT ${customer.name} FROM ${customer} WHERE ${customer.id} = ${table.customerId})`,
});

/** Every standard resource and the table behind it. */
export const bindings: readonly Binding[] = [
  bind(contracts.license, license, customerName(license)),
  bind(contracts.documentationAlias, documentationAlias, customerName(documentationAlias)),
  bind(contracts.photoAlias, photoAlias, customerName(photoAlias)),
];

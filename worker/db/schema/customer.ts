import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Product } from "#domain/access/authorities.ts";
import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import { creationInstant, flag, sortKey, version } from "./columns.ts";

export const customer = sqliteTable(
  "customer",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull().unique(),
    nameKey: sortKey().notNull().default(""),
    /** The customer whose licences are the trials that /demo lists (3§2). */
    demo: flag(),
    /** Whether all of its users need a second factor to log in. */
    secondFactorRequired: flag(),
    /** The binding of the database with its data (worker/db/shards.ts). */
    shard: text().notNull().default("DB"),
    version: version(),
    dateCreated: creationInstant(),
  },
  // Declared unique, as the index of templates by name.
  (t) => [uniqueIndex("customer_sort").on(t.nameKey, t.name)],
);

export const product = sqliteTable("product", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().$type<Product>().notNull().unique(),
});

export const customerProduct = sqliteTable(
  "customer_product",
  {
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    productId: integer()
      .notNull()
      .references(() => product.id),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.productId] }),
    index("customer_product_product").on(t.productId),
  ],
);

export const customerExportDocumentType = sqliteTable(
  "customer_export_document_type",
  {
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    type: text().$type<ExportDocumentType>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.type] })],
);

export const customerDocumentationStatus = sqliteTable(
  "customer_documentation_status",
  {
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    status: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.status] })],
);

/** Maintained by triggers: a customer's totals, so that the list of customers need not count (1§2). Sizes in bytes. */
export const customerTotal = sqliteTable("customer_total", {
  customerId: integer()
    .primaryKey()
    .references(() => customer.id, { onDelete: "cascade" }),
  documentations: integer().notNull().default(0),
  photos: integer().notNull().default(0),
  bytes: integer().notNull().default(0),
});

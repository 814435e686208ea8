import { type AnySQLiteColumn, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LayoutType } from "#domain/layout/types.ts";
import type { PhotoSize } from "#domain/media/photoSize.ts";
import { creationInstant, params, uuid, uuidKey, version } from "./columns.ts";
import { customer } from "./customer.ts";

/** A report layout. Without a customer it belongs to the service, which grants it to customers. */
export const exportDocumentConfiguration = sqliteTable(
  "export_document_configuration",
  {
    id: uuidKey(),
    customerId: integer().references(() => customer.id),
    name: text().notNull(),
    description: text(),
    type: text().$type<LayoutType>().notNull().default("POWERPOINT"),
    photoSize: text().$type<PhotoSize>().notNull().default("NORMAL"),
    version: version(),
    dateCreated: creationInstant(),
  },
  (t) => [index("export_document_configuration_customer").on(t.customerId)],
);

export const customerExportDocumentConfiguration = sqliteTable(
  "customer_export_document_configuration",
  {
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    exportDocumentConfigurationId: uuid()
      .notNull()
      .references(() => exportDocumentConfiguration.id),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.exportDocumentConfigurationId] }),
    index("customer_export_document_configuration_configuration").on(t.exportDocumentConfigurationId),
  ],
);

export const exportDocumentNode = sqliteTable(
  "export_document_node",
  {
    id: uuidKey(),
    exportDocumentConfigurationId: uuid()
      .notNull()
      .references(() => exportDocumentConfiguration.id, { onDelete: "cascade" }),
    parentId: uuid().references((): AnySQLiteColumn => exportDocumentNode.id, { onDelete: "cascade" }),
    name: text(),
    description: text(),
    /** Text, because types of older grammars are kept. */
    type: text().notNull(),
    position: integer().notNull().default(0),
    params: params(),
  },
  (t) => [
    index("export_document_node_configuration").on(t.exportDocumentConfigurationId, t.position),
    index("export_document_node_parent").on(t.parentId),
  ],
);

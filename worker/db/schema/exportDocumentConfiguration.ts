import { type AnySQLiteColumn, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LayoutType } from "#domain/layout/types.ts";
import { creationInstant, params, uuid, uuidKey, version } from "./columns.ts";

/** A report layout. Belongs to no customer; customers are granted layouts. */
export const exportDocumentConfiguration = sqliteTable("export_document_configuration", {
  id: uuidKey(),
  name: text().notNull(),
  description: text(),
  type: text().$type<LayoutType>().notNull().default("POWERPOINT"),
  version: version(),
  dateCreated: creationInstant(),
});

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

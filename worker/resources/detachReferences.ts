import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { statement } from "#worker/db/statement.ts";
import type { RowFields } from "./binding.ts";

/*
 * Deleted templates are kept for their documentations, with their references: suggestions are still useful for correcting answers. These
 * statements remove the references when the referenced row is deleted. Templates that are not deleted prevent that deletion.
 */

type CreateDetachStatements = (db: Database, row: RowFields) => BatchItem<"sqlite">[];

const deletedTemplatesSql = (row: RowFields) =>
  sql`(SELECT id FROM template WHERE customer_id = ${row.customerId} AND date_deleted IS NOT NULL)`;

export const detachSuggestionListStatements: CreateDetachStatements = (db, row) => [
  statement(
    db,
    sql`UPDATE template SET suggestion_list_id = NULL, only_suggestions_allowed = 0
      WHERE customer_id = ${row.customerId} AND suggestion_list_id = ${idParam(row.id)} AND date_deleted IS NOT NULL`,
  ),
  statement(
    db,
    sql`UPDATE template_task SET suggestion_list_id = NULL
      WHERE customer_id = ${row.customerId} AND suggestion_list_id = ${idParam(row.id)} AND template_id IN ${deletedTemplatesSql(row)}`,
  ),
];

export const detachPredefinedConfigurationStatements: CreateDetachStatements = (db, row) => [
  statement(
    db,
    sql`UPDATE template SET predefined_configuration_id = NULL
      WHERE customer_id = ${row.customerId} AND predefined_configuration_id = ${idParam(row.id)} AND date_deleted IS NOT NULL`,
  ),
];

/** Deletes the templates' export to the destination, with its nodes. */
export const detachExportConfigurationStatements: CreateDetachStatements = (db, row) => [
  statement(
    db,
    sql`DELETE FROM template_export_configuration
      WHERE customer_id = ${row.customerId} AND export_configuration_id = ${idParam(row.id)} AND template_id IN ${deletedTemplatesSql(row)}`,
  ),
];

/**
 * Detaches nodes of layouts from their parents before they are deleted. Deleting a node cascades to its children, and D1 allows cascades ten
 * levels deep; a layout has up to twenty.
 */
export const flattenNodesStatement = (db: Database, condition: SQL): BatchItem<"sqlite"> =>
  statement(db, sql`UPDATE export_document_node SET parent_id = NULL WHERE ${condition}`);

/** Removes the layout from deleted templates of all customers: from their document types and their export trees. */
export const detachExportDocumentConfigurationStatements: CreateDetachStatements = (db, row) => [
  flattenNodesStatement(db, sql`export_document_configuration_id = ${idParam(row.id)}`),
  statement(
    db,
    sql`DELETE FROM template_export_document_configuration
      WHERE export_document_configuration_id = ${idParam(row.id)} AND template_id IN (SELECT id FROM template WHERE date_deleted IS NOT NULL)`,
  ),
  statement(
    db,
    sql`DELETE FROM export_node WHERE type = 'EXPORT_DOCUMENT_CONFIGURATION' AND params ->> '$.exportDocumentConfiguration' = ${row.id}
      AND template_export_configuration_id IN (SELECT x.id FROM template_export_configuration x
        JOIN template t ON t.id = x.template_id WHERE t.date_deleted IS NOT NULL)`,
  ),
];

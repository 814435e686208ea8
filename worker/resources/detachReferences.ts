import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { statement } from "#worker/db/statement.ts";
import type { Found } from "./binding.ts";

/*
 * Deleted templates stay for their documentations and keep their references: suggestions still help to correct answers. These
 * statements remove the references when the row they refer to is deleted. Other templates block that deletion.
 */

type Release = (db: Database, row: Found) => BatchItem<"sqlite">[];

const deletedOf = (row: Found) =>
  sql`(SELECT id FROM template WHERE customer_id = ${row.customerId} AND date_deleted IS NOT NULL)`;

export const detachSuggestionList: Release = (db, row) => [
  statement(
    db,
    sql`UPDATE template SET suggestion_list_id = NULL, only_suggestions_allowed = 0
      WHERE customer_id = ${row.customerId} AND suggestion_list_id = ${idParam(row.id)} AND date_deleted IS NOT NULL`,
  ),
  statement(
    db,
    sql`UPDATE template_task SET suggestion_list_id = NULL
      WHERE customer_id = ${row.customerId} AND suggestion_list_id = ${idParam(row.id)} AND template_id IN ${deletedOf(row)}`,
  ),
];

export const detachPredefinedConfiguration: Release = (db, row) => [
  statement(
    db,
    sql`UPDATE template SET predefined_configuration_id = NULL
      WHERE customer_id = ${row.customerId} AND predefined_configuration_id = ${idParam(row.id)} AND date_deleted IS NOT NULL`,
  ),
];

/** Deletes the destination with its nodes. */
export const detachExportConfiguration: Release = (db, row) => [
  statement(
    db,
    sql`DELETE FROM template_export_configuration
      WHERE customer_id = ${row.customerId} AND export_configuration_id = ${idParam(row.id)} AND template_id IN ${deletedOf(row)}`,
  ),
];

/**
 * Takes nodes of layouts apart that are about to be deleted. Deleting a node deletes what is in it, and D1 follows ten levels of that
 * at most; a layout has up to twenty.
 */
export const flattenNodesStatement = (db: Database, condition: SQL): BatchItem<"sqlite"> =>
  statement(db, sql`UPDATE export_document_node SET parent_id = NULL WHERE ${condition}`);

/** The layout goes from deleted templates of all customers: from what they are exported as, and from their export trees. */
export const detachExportDocumentConfiguration: Release = (db, row) => [
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

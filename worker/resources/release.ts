import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "../db/database";
import { statement } from "../db/statement";
import type { Found } from "./binding";

/*
 * Deleted templates stay for their documentations and keep their references: suggestions still help to correct answers. These
 * statements remove the references when the row they refer to is deleted. Other templates block that deletion.
 */

type Release = (db: Database, row: Found) => BatchItem<"sqlite">[];

const deletedOf = (row: Found) =>
  sql`(SELECT id FROM template WHERE customer_id = ${row.customerId} AND date_deleted IS NOT NULL)`;

export const releaseSuggestionList: Release = (db, row) => [
  statement(
    db,
    sql`UPDATE template SET suggestion_list_id = NULL, only_suggestions_allowed = 0
      WHERE customer_id = ${row.customerId} AND suggestion_list_id = ${row.id} AND date_deleted IS NOT NULL`,
  ),
  statement(
    db,
    sql`UPDATE template_task SET suggestion_list_id = NULL
      WHERE customer_id = ${row.customerId} AND suggestion_list_id = ${row.id} AND template_id IN ${deletedOf(row)}`,
  ),
];

export const releasePredefinedConfiguration: Release = (db, row) => [
  statement(
    db,
    sql`UPDATE template SET predefined_configuration_id = NULL
      WHERE customer_id = ${row.customerId} AND predefined_configuration_id = ${row.id} AND date_deleted IS NOT NULL`,
  ),
];

/** Deletes the destination with its nodes. */
export const releaseExportConfiguration: Release = (db, row) => [
  statement(
    db,
    sql`DELETE FROM template_export_configuration
      WHERE customer_id = ${row.customerId} AND export_configuration_id = ${row.id} AND template_id IN ${deletedOf(row)}`,
  ),
];

import { type SQL, sql } from "drizzle-orm";

/**
 * Condition that an owner may use the layout `alias`. A customer may use its own layouts and those of the service that it is granted;
 * the service (NULL) only its own.
 */
export const isUsableLayoutSql = (owner: SQL, alias: string): SQL => {
  const layout = sql.raw(alias);
  return sql`(${layout}.customer_id IS ${owner} OR (${layout}.customer_id IS NULL AND EXISTS (
    SELECT 1 FROM customer_export_document_configuration g
    WHERE g.customer_id = ${owner} AND g.export_document_configuration_id = ${layout}.id)))`;
};

/** Condition that a layout of the service is granted to a customer. */
export const isGrantedLayoutSql = (customerId: number, alias: string): SQL =>
  sql`(${sql.raw(alias)}.customer_id IS NULL AND ${isUsableLayoutSql(sql`${customerId}`, alias)})`;

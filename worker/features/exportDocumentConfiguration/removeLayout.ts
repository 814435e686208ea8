import { eq, type SQL, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { isForeignKeyViolation } from "#worker/db/errors.ts";
import { idParam } from "#worker/db/ids.ts";
import { selectRows, text } from "#worker/db/rows.ts";
import { exportDocumentConfiguration } from "#worker/db/schema/index.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";
import { exportDocumentConfigurationBinding } from "#worker/resources/layoutResource.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import { auditLayoutStatement, type LayoutRow, toLayoutContent, versionCondition } from "./saveLayout.ts";

/** Maximum number of uses named in the error. */
const maxNames = 50;

/** The uses of a layout: SQL for the name of a use, including its owner, and for its rows. Deleted templates do not count. */
const listUseQueries = (id: string): { name: string; rows: SQL }[] => [
  {
    name: "c.name",
    rows: sql`customer_export_document_configuration g JOIN customer c ON c.id = g.customer_id
      WHERE g.export_document_configuration_id = ${idParam(id)}`,
  },
  {
    name: "c.name || ' › ' || t.name",
    rows: sql`template_export_document_configuration x JOIN template t ON t.id = x.template_id
        JOIN customer c ON c.id = t.customer_id
      WHERE x.export_document_configuration_id = ${idParam(id)} AND t.date_deleted IS NULL`,
  },
  {
    name: "c.name || ' › ' || t.name || ' › ' || x.name",
    rows: sql`export_node n JOIN template_export_configuration x ON x.id = n.template_export_configuration_id
        JOIN template t ON t.id = x.template_id JOIN customer c ON c.id = t.customer_id
      WHERE n.type = 'EXPORT_DOCUMENT_CONFIGURATION' AND n.params ->> '$.exportDocumentConfiguration' = ${id}
        AND t.date_deleted IS NULL`,
  },
  {
    name: "e.name",
    rows: sql`export_document_node n JOIN export_document_configuration e ON e.id = n.export_document_configuration_id
      WHERE n.type = 'INSERT' AND n.params ->> '$.CONFIGURATION' = ${id} AND e.id <> ${idParam(id)}`,
  },
];

/** Deletes a layout. @throws inUse, naming the customers, templates, destinations and layouts that use it; staleVersion */
export async function removeLayout(db: Database, actor: Actor, layout: LayoutRow): Promise<void> {
  const uses = listUseQueries(layout.id);
  const names: string[] = [];
  for (const { name, rows } of uses) {
    const userRows = await selectRows(
      db,
      { name: text(name) },
      (columns) =>
        sql`SELECT DISTINCT ${columns} FROM ${rows} ORDER BY ${sortKeySql(sql.raw(name))} LIMIT ${maxNames}`,
    );
    names.push(...userRows.map((entry) => entry.name));
  }
  if (names.length > 0) throw problem("inUse", { names: names.slice(0, maxNames) });
  const unusedCondition = sql.join(
    uses.map(({ rows }) => sql`NOT EXISTS (SELECT 1 FROM ${rows})`),
    sql` AND `,
  );
  const wasWritten = await mapForeignKey(() =>
    batchIf(db, sql`${versionCondition(layout)} AND ${unusedCondition}`, [
      ...exportDocumentConfigurationBinding.detachStatements(db, layout),
      db.delete(exportDocumentConfiguration).where(eq(exportDocumentConfiguration.id, layout.id)),
      auditLayoutStatement(db, actor, layout, "DELETE", toLayoutContent(layout), null),
    ]),
  );
  if (wasWritten) return;
  const currentRow = await findRow(db, exportDocumentConfigurationBinding, actor, layout.id);
  throw problem(currentRow.version === layout.version ? "inUse" : "staleVersion");
}

async function mapForeignKey(run: () => Promise<boolean>): Promise<boolean> {
  try {
    return await run();
  } catch (error) {
    if (isForeignKeyViolation(error)) throw problem("inUse");
    throw error;
  }
}

import { type SQL, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, newId } from "#worker/db/ids.ts";
import { nullable, number, selectRow, text } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";
import type { ImportRun } from "./findImportRun.ts";

/** Compares the staged rows of a source with the list, in windows of texts, so that no statement grows with the list. */

/** Texts per statement. */
const textsPerWindow = 5000;

/** The last text of the next window; null if nothing follows. */
async function findWindowEnd(
  db: Database,
  previousText: string,
  { from, column, condition }: { from: SQL; column: SQL; condition: SQL },
): Promise<string | null> {
  const row = await selectRow(
    db,
    { last: nullable(text("max(w.t)")) },
    (columns) => sql`SELECT ${columns} FROM
      (SELECT ${column} AS t FROM ${from} WHERE ${condition} AND ${column} > ${previousText} ORDER BY ${column} LIMIT ${textsPerWindow}) w`,
  );
  return row?.last ?? null;
}

/** SQL condition: the entry `e` was imported by this configuration. */
const isFromThisImportCondition = ({ configurationId }: ImportRun): SQL =>
  sql`(e.imported AND e.import_configuration_id = ${idParam(configurationId)})`;

const isMissingCondition = ({ kind, eventId }: ImportRun): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM import_staging_row r WHERE r.event_id = ${idParam(eventId)} AND r.text = e.${kind.tables.text})`;

/** Counts the entries imported by earlier runs, and those among them that the source no longer has. */
export async function countImported(
  db: Database,
  importRun: ImportRun,
): Promise<{ importedCount: number; missingCount: number }> {
  const { entries, list } = importRun.kind.tables;
  const row = await selectRow(
    db,
    {
      importedCount: number("count(*)"),
      missingCount: number(sql`coalesce(sum(${isMissingCondition(importRun)}), 0)`),
    },
    (columns) =>
      sql`SELECT ${columns} FROM ${entries} e WHERE e.${list} = ${idParam(importRun.listId)} AND ${isFromThisImportCondition(importRun)}`,
  );
  return row ?? { importedCount: 0, missingCount: 0 };
}

/**
 * Adds and updates the entries of a window of the source's rows. Idempotent; the counts are written in the same batch, so they
 * stay correct after interruptions.
 * @returns the last text of the window; null at the end
 */
export async function writeWindow(
  db: Database,
  importRun: ImportRun,
  previousText: string,
): Promise<string | null> {
  const { kind, eventId, customerId, configurationId, listId } = importRun;
  const { entries, events, configurations, list, text: column } = kind.tables;
  const { values } = kind;
  const last = await findWindowEnd(db, previousText, {
    from: sql`import_staging_row`,
    column: sql`text`,
    condition: sql`event_id = ${idParam(eventId)}`,
  });
  if (last === null) return null;
  const rows = sql`import_staging_row r LEFT JOIN ${entries} e ON e.${list} = ${idParam(listId)} AND e.${column} = r.text
    WHERE r.event_id = ${idParam(eventId)} AND r.text > ${previousText} AND r.text <= ${last}`;
  const isNewCondition = sql`(e.id IS NULL AND NOT ${importRun.removesDocumented ? values.isDocumentedCondition(listId) : sql`0`})`;
  // This configuration takes over entries imported from a file, or by a deleted configuration.
  const isUnownedCondition = sql`(e.imported AND (e.import_configuration_id IS NULL
    OR NOT EXISTS (SELECT 1 FROM ${configurations} c WHERE c.id = e.import_configuration_id)))`;
  const timestamp = now();
  await db.batch([
    statement(
      db,
      sql`UPDATE ${events} SET (added, updated) = (SELECT ${events}.added + coalesce(sum(${isNewCondition}), 0),
          ${events}.updated + coalesce(sum(e.id IS NOT NULL AND ${values.differs}), 0) FROM ${rows})
        WHERE id = ${idParam(eventId)} AND success IS NULL`,
    ),
    statement(
      db,
      sql`INSERT INTO ${entries} (id, customer_id, ${list}, ${column}, imported, import_configuration_id, ${values.columns})
        SELECT ${newId}, ${customerId}, ${idParam(listId)}, r.text, 1, ${idParam(configurationId)}, ${values.newValuesSql(timestamp)}
        FROM ${rows} AND (${isNewCondition} OR (e.id IS NOT NULL AND (${values.differs} OR ${isUnownedCondition})))
          AND EXISTS (SELECT 1 FROM ${events} v WHERE v.id = ${idParam(eventId)} AND v.success IS NULL)
        ON CONFLICT (${list}, ${column}) DO UPDATE SET ${values.update(timestamp)},
          import_configuration_id = iif(imported AND (import_configuration_id IS NULL OR NOT EXISTS
            (SELECT 1 FROM ${configurations} c WHERE c.id = import_configuration_id)), excluded.import_configuration_id, import_configuration_id)`,
    ),
  ]);
  return last;
}

/**
 * Removes entries that the source no longer has from a window of the list.
 * @returns the last text of the window; null at the end
 */
export async function removeWindow(
  db: Database,
  importRun: ImportRun,
  previousText: string,
): Promise<string | null> {
  const { kind, eventId, listId } = importRun;
  const { entries, events, list, text: column } = kind.tables;
  const last = await findWindowEnd(db, previousText, {
    from: entries,
    column,
    condition: sql`${list} = ${idParam(listId)}`,
  });
  if (last === null) return null;
  const missingEntriesSql = sql`SELECT e.id FROM ${entries} e WHERE e.${list} = ${idParam(listId)} AND e.${column} > ${previousText} AND e.${column} <= ${last}
    AND ${isFromThisImportCondition(importRun)} AND ${isMissingCondition(importRun)}`;
  await db.batch([
    statement(
      db,
      sql`UPDATE ${events} SET removed = removed + (SELECT count(*) FROM (${missingEntriesSql})) WHERE id = ${idParam(eventId)} AND success IS NULL`,
    ),
    statement(
      db,
      sql`DELETE FROM ${entries} WHERE id IN (${missingEntriesSql})
        AND EXISTS (SELECT 1 FROM ${events} v WHERE v.id = ${idParam(eventId)} AND v.success IS NULL)`,
    ),
  ]);
  return last;
}

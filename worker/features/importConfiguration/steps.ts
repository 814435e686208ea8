import { sql } from "drizzle-orm";
import { z } from "zod";
import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Source } from "#worker/connectors/sources/sourceReader.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { statement } from "#worker/db/statement.ts";
import type { ImportRun } from "./findImportRun.ts";
import { finishFailure } from "./finishImport.ts";
import { countImported, removeWindow, writeWindow } from "./reconcileList.ts";
import { stagingStatements } from "./staging.ts";

/** The position of an import. */
export const cursorSchema = z.strictObject({
  /** Version of the configuration, which must not change during the import. */
  version: z.int(),
  phase: z.enum(["read", "write", "remove"]),
  /** The cursor of the source, null at its beginning; afterwards the last text that was compared. */
  at: z.string().nullable(),
  /** How often the source was replaced while it was read, and read again. */
  restartCount: z.int(),
  pages: z.int(),
  /** Valid rows read from the source, including duplicates. */
  read: z.int(),
  omittedCount: z.int(),
  /** The error of the first row that was left out. */
  fault: z.string().nullable(),
});
export type ImportCursor = z.infer<typeof cursorSchema>;

export const createInitialCursor = ({ version }: ImportRun): ImportCursor => ({
  ...{ version, phase: "read", at: null },
  ...{ restartCount: 0, pages: 0, read: 0, omittedCount: 0, fault: null },
});

/** Larger sources are endless, or not meant for a list. */
const maxRows = 1_000_000;
const maxPages = 50_000;

/**
 * Processes one page of the source, or one window of the list.
 * @returns the next cursor; "asks" if the import stopped because it would remove more than half of the entries it imported before;
 * "done" when the list matches the source
 */
export async function computeNextCursor(
  db: Database,
  importRun: ImportRun,
  source: Source | undefined,
  cursor: ImportCursor,
): Promise<ImportCursor | "asks" | "done"> {
  switch (cursor.phase) {
    case "read":
      return readPage(db, importRun, source!, cursor);
    case "write": {
      const last = await writeWindow(db, importRun, cursor.at ?? "");
      return last === null ? { ...cursor, phase: "remove", at: null } : { ...cursor, at: last };
    }
    case "remove": {
      const last = await removeWindow(db, importRun, cursor.at ?? "");
      return last === null ? "done" : { ...cursor, at: last };
    }
  }
}

async function readPage(
  db: Database,
  importRun: ImportRun,
  source: Source,
  cursor: ImportCursor,
): Promise<ImportCursor | "asks"> {
  const { rows, next, omittedCount: skippedCount, error } = await source.page(cursor.at);
  const read = cursor.read + rows.length;
  const pages = cursor.pages + 1;
  if (read > maxRows || pages > maxPages || (next !== null && next === cursor.at))
    throw new ConnectorError("config", "The source does not end, or has more than a million rows.");
  const { events } = importRun.kind.tables;
  await db.batch([
    // Shows progress in the event.
    statement(
      db,
      sql`UPDATE ${events} SET count = ${read} WHERE id = ${idParam(importRun.eventId)} AND success IS NULL`,
    ),
    ...stagingStatements(db, importRun.eventId, rows),
  ]);
  const newCursor: ImportCursor = {
    ...{ ...cursor, pages, read, at: next },
    ...{
      omittedCount: cursor.omittedCount + skippedCount,
      fault: cursor.fault ?? error?.slice(0, 500) ?? null,
    },
  };
  if (next !== null) return newCursor;
  return (await askForConfirmation(db, importRun)) ? "asks" : { ...newCursor, phase: "write" };
}

/** True if the import would remove more than half of the entries it imported before, for example because the source is empty. */
async function askForConfirmation(db: Database, importRun: ImportRun): Promise<boolean> {
  if (importRun.confirmed) return false;
  const { importedCount, missingCount } = await countImported(db, importRun);
  if (missingCount * 2 <= importedCount) return false;
  const message = `${missingCount} of the ${importedCount} entries from previous imports are no longer in the source: more than half. Nothing was changed.`;
  await finishFailure(db, importRun, message, { needsConfirmation: true, removedCount: missingCount });
  return true;
}

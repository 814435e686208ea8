import { sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { truncate } from "#domain/core/text/trim.ts";
import { auditStatement, createServiceAuthor } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { statement } from "#worker/db/statement.ts";
import type { ImportRun } from "./findImportRun.ts";
import { removeStagedRows } from "./staging.ts";

const maxMessageLength = 1000;

/** Ends a failed import and discards its staged rows. `needsConfirmation`: a confirmed rerun continues. */
export async function finishFailure(
  db: Database,
  { kind, eventId }: Pick<ImportRun, "kind" | "eventId">,
  message: string,
  {
    needsConfirmation = false,
    removedCount = 0,
  }: { needsConfirmation?: boolean; removedCount?: number } = {},
): Promise<void> {
  await db.run(sql`UPDATE ${kind.tables.events} SET success = 0, needs_confirmation = ${needsConfirmation ? 1 : 0}, message = ${truncate(message, maxMessageLength)},
      removed = ${needsConfirmation ? removedCount : sql`removed`}, finished = ${now()}
    WHERE id = ${idParam(eventId)} AND success IS NULL`);
  await removeStagedRows(db, eventId);
}

/** Ends a successful import, with one audit entry if the list changed. */
export async function finishSuccess(
  db: Database,
  importRun: ImportRun,
  message: string | null,
): Promise<void> {
  const { kind, eventId, customerId, listId, requester } = importRun;
  const { lists, events } = kind.tables;
  await db.batch([
    statement(
      db,
      sql`UPDATE ${lists} SET version = version WHERE id = ${idParam(listId)}
        AND EXISTS (SELECT 1 FROM ${events} WHERE id = ${idParam(eventId)} AND success IS NULL AND added + updated + removed > 0)`,
    ),
    auditStatement(db, {
      author: requester ? { ...requester, customerId } : createServiceAuthor(customerId),
      objectClass: kind.listClass,
      objectId: listId,
      action: "UPDATE",
      params: sql`(SELECT json_object('imported', json_object('after', json_object('added', added, 'updated', updated, 'removed', removed)))
        FROM ${events} WHERE id = ${idParam(eventId)})`,
    }),
    statement(
      db,
      sql`UPDATE ${events} SET success = 1, message = ${message && truncate(message, maxMessageLength)}, finished = ${now()},
          count = (SELECT count(*) FROM import_staging_row WHERE event_id = ${idParam(eventId)})
        WHERE id = ${idParam(eventId)} AND success IS NULL`,
    ),
  ]);
  await removeStagedRows(db, eventId);
}

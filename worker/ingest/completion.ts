import { type SQL, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { auditSql, createServiceAuthor } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idParam, newId } from "#worker/db/ids.ts";
import { statement } from "#worker/db/statement.ts";

/**
 * Condition: an applicable FILE task that allows later upload has no file yet, so the documentation waits for it (2§4). `enabled` is
 * what `storeApplicableStatements` wrote when completion was requested.
 */
const missingFileCondition: SQL = sql`EXISTS (
  SELECT 1 FROM documentation_task t
  WHERE t.customer_id = documentation.customer_id AND t.documentation_id = documentation.id
    AND t.type = 'FILE' AND t.required = 'NO_WITH_LATER_UPLOAD' AND t.enabled
    AND NOT EXISTS (SELECT 1 FROM file f WHERE f.customer_id = t.customer_id AND f.documentation_task_id = t.id AND f.has_data))`;

/** Condition: a photo that a device has announced may still arrive. The rows of refused photos are gone. */
const expectsPhotoCondition: SQL = sql`EXISTS (SELECT 1 FROM photo p WHERE p.customer_id = documentation.customer_id
  AND p.documentation_id = documentation.id AND NOT p.has_data AND NOT p.imported)`;

interface CompletionOptions {
  /** The device has nothing more to send, so the documentation does not wait for refused photos. */
  withMissingPhotos?: boolean;
}

/** Adds the UPLOADED event, once, if the preceding statement changed a row and all announced photos have arrived. */
export const uploadedEventStatement = (db: Database, customerId: number, documentationId: string) =>
  statement(
    db,
    sql`
      INSERT INTO documentation_event (id, customer_id, documentation_id, type, event_date, creator, params)
      SELECT ${newId}, customer_id, id, 'UPLOADED', ${now()}, creator, '{}' FROM documentation
      WHERE changes() > 0 AND customer_id = ${customerId} AND id = ${idParam(documentationId)}
        AND number_of_photos > 0 AND uploaded_photos >= number_of_photos
        AND NOT EXISTS (SELECT 1 FROM documentation_event e WHERE e.customer_id = ${customerId}
          AND e.documentation_id = ${idParam(documentationId)} AND e.type = 'UPLOADED')`,
  );

/** Who completes a documentation instead of its device. The holder of a link has no name, because only the link's creator is known. */
export interface Completer {
  name: string;
  /** The creator of the link; empty if the link no longer exists. */
  link?: string;
}

/**
 * Statements that complete a documentation if nothing is missing, for the end of any batch that may store its last photo or file.
 * The rule is in domain/documentation/completion.ts. It is repeated as a WHERE clause so that exactly one of two photos that arrive at
 * once completes the documentation.
 */
export const completeWithEventStatements = (
  db: Database,
  customerId: number,
  documentationId: string,
  completer: Completer | null = null,
  options: CompletionOptions = {},
) =>
  [
    ...completeStatements(db, customerId, documentationId, completer, options),
    uploadedEventStatement(db, customerId, documentationId),
  ] as const;

/** Like `completeWithEventStatements`, without the UPLOADED event, for batches that have written that event. The first statement returns the completed id as `completed`. */
export function completeStatements(
  db: Database,
  customerId: number,
  documentationId: string,
  completer: Completer | null = null,
  { withMissingPhotos = false }: CompletionOptions = {},
) {
  const completedAt = now();
  const allPhotosCondition = withMissingPhotos
    ? sql`(uploaded_photos >= number_of_photos OR NOT ${expectsPhotoCondition})`
    : sql`uploaded_photos >= number_of_photos`;
  return [
    statement(
      db,
      sql`
      UPDATE documentation SET
        status = CASE WHEN ${missingFileCondition} THEN 'WAITING_FOR_FILE' ELSE 'COMPLETED' END,
        last_updated = ${completedAt}, version = version + 1
      WHERE customer_id = ${customerId} AND id = ${idParam(documentationId)} AND completion_requested IS NOT NULL
        AND ${allPhotosCondition}
        AND (status = 'ONGOING' OR (status = 'WAITING_FOR_FILE' AND NOT ${missingFileCondition})) RETURNING ${idAsText("id")} AS completed`,
    ),
    statement(
      db,
      sql`
      INSERT INTO documentation_event (id, customer_id, documentation_id, type, event_date, creator, params)
      SELECT ${newId}, customer_id, id, CASE status WHEN 'COMPLETED' THEN 'COMPLETED' ELSE 'STATUS_CHANGED' END,
        ${completedAt}, coalesce(${completer?.name ?? null}, completed_by, creator),
        json_patch(json_object('status', status), ${JSON.stringify(completer?.link === undefined ? {} : { link: completer.link })})
      FROM documentation WHERE customer_id = ${customerId} AND id = ${idParam(documentationId)} AND changes() = 1`,
    ),
    statement(
      db,
      auditSql({
        author: createServiceAuthor(customerId),
        objectClass: "siteproof.Documentation",
        objectId: documentationId,
        action: "UPDATE",
        params: sql`(SELECT json_object('status', json_object('after', status)) FROM documentation
          WHERE customer_id = ${customerId} AND id = ${idParam(documentationId)})`,
      }),
    ),
  ] as const;
}

import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { now } from "#domain/core/fields.ts";
import type { Author } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idListParam, idParam, listParam } from "#worker/db/ids.ts";
import { selectRows, text } from "#worker/db/rows.ts";
import { documentation } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { pendingCondition } from "#worker/ingest/reservations.ts";
import { photoForms } from "#worker/media/photoKeys.ts";

/** Limit of R2 for one delete call. */
const maxKeysPerDelete = 1000;

const revisionKeySql = (id: string, revision: string): SQL =>
  sql`${idAsText(id)} || '/' || ${sql.raw(`iif(${revision} = '', '', ${revision} || '/')`)}`;

/**
 * Queries of the keys of all objects of documentations, built like worker/media/photoKeys.ts does. In SQL, so that the batch that deletes the
 * rows records the keys that they have at that moment.
 */
function objectKeyQueries(customerId: number, ids: readonly string[]): SQL[] {
  const rowsCondition = sql`customer_id = ${customerId} AND documentation_id IN ${idListParam(ids)}`;
  const prefix = (folder: string) => `customers/${customerId}/${folder}/`;
  return [
    sql`SELECT ${prefix("photos")} || ${revisionKeySql("photo.id", "iif(f.value = 'original', revision, derivative_revision)")} || f.value AS object
      FROM photo, json_each(${JSON.stringify(photoForms)}) f WHERE ${rowsCondition} AND has_data`,
    sql`SELECT ${prefix("photos")} || ${revisionKeySql("id", "unmarked_revision")} || 'rendition' AS object
      FROM photo WHERE ${rowsCondition} AND unmarked_revision IS NOT NULL`,
    sql`SELECT ${prefix("photos")} || ${revisionKeySql("photo_id", "iif(f.value = 'original', revision, derivative_revision)")} || f.value AS object
      FROM earlier_photo, json_each(${JSON.stringify(photoForms)}) f WHERE ${rowsCondition}`,
    sql`SELECT ${prefix("files")} || ${revisionKeySql("id", "revision")} || 'original' AS object FROM file WHERE ${rowsCondition} AND has_data`,
    // Includes uploads that were refused or replaced, and those through a link.
    sql`SELECT object_key AS object FROM upload WHERE ${rowsCondition}`,
  ];
}

/** Keys that a valid signed URL may still write to: left to the sweeper, which waits until the URL has expired. */
const writableKeysQuery = (
  customerId: number,
  ids: readonly string[],
): SQL => sql`SELECT object_key FROM upload
  WHERE customer_id = ${customerId} AND documentation_id IN ${idListParam(ids)} AND ${pendingCondition}`;

interface Removal {
  customerId: number;
  ids: readonly string[];
  author: Author;
  /** The job whose `progress` is incremented by the removed documentations, in the same batch. */
  jobId?: string;
  /** Nothing is removed unless this holds when the batch begins. */
  condition?: SQL;
}

/**
 * Deletes documentations with their audit entries, in one batch; skips those that do not exist. Returns whether the condition held.
 * Cascades and triggers delete tasks, photos, files, events, links, tags and search entries, and update the statistics. The batch marks
 * their objects as orphans, so that the sweeper deletes them if this call ends before it does.
 */
export async function removeDocumentations(
  env: Env,
  db: Database,
  { customerId, ids, author, jobId, condition = sql`true` }: Removal,
): Promise<boolean> {
  const selectedCondition = sql`customer_id = ${customerId} AND id IN ${idListParam(ids)}`;
  const keyQueries = objectKeyQueries(customerId, ids);
  const objectKeys = new Set<string>();
  for (const query of keyQueries)
    for (const { object } of await selectRows(
      db,
      { object: text("object") },
      (columns) =>
        sql`SELECT ${columns} FROM (${query}) WHERE object NOT IN (${writableKeysQuery(customerId, ids)})`,
    ))
      objectKeys.add(object);
  const statements: BatchItem<"sqlite">[] = [
    statement(
      db,
      sql`INSERT INTO domain_change (date_created, user_id, real_user_id, customer_id, object_class, object_id, action, params)
        SELECT ${now()}, ${author.userId}, ${author.realUserId}, customer_id, 'siteproof.Documentation', id, 'DELETE',
          json_patch(json_object('name', json_object('before', name), 'templateId', json_object('before', ${idAsText("template_id")}),
            'status', json_object('before', status), 'uploadedPhotos', json_object('before', uploaded_photos),
            'dataSize', json_object('before', data_size)),
            iif(delete_after IS NULL, '{}', json_object('deleteAfter', json_object('before', delete_after))))
        FROM documentation WHERE ${selectedCondition}`,
    ),
    ...keyQueries.map((query) =>
      statement(
        db,
        sql`INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created) SELECT object, ${now()} FROM (${query})`,
      ),
    ),
    db.delete(documentation).where(selectedCondition),
    ...(jobId === undefined
      ? []
      : [statement(db, sql`UPDATE job SET progress = progress + changes() WHERE id = ${idParam(jobId)}`)]),
  ];
  if (!(await batchIf(db, condition, statements))) return false;
  await removeOrphanBatches(env, db, [...objectKeys]);
  return true;
}

/** Deletes objects, and the orphan rows of the deleted objects. */
async function removeOrphanBatches(env: Env, db: Database, objectKeys: readonly string[]): Promise<void> {
  for (let from = 0; from < objectKeys.length; from += maxKeysPerDelete) {
    const keys = objectKeys.slice(from, from + maxKeysPerDelete);
    await env.STORAGE.delete(keys);
    await db.run(sql`DELETE FROM orphaned_object WHERE key_or_prefix IN ${listParam(keys)}`);
  }
}

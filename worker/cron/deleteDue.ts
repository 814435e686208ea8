import { sql } from "drizzle-orm";
import { toIsoSeconds } from "#domain/core/fields.ts";
import { createServiceAuthor } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { flag, number, type RowOf, selectRows, text, uuid } from "#worker/db/rows.ts";
import { dueCondition } from "#worker/documentation/automaticDeletion.ts";
import { removeDocumentations } from "#worker/documentation/removeDocumentations.ts";
import type { Env } from "#worker/env.ts";

/** `pageSize` documentations are read at a time; a batch deletes at most `maxDocumentations`, with at most `maxPhotos` photos. */
const defaultLimits = { pageSize: 200, maxDocumentations: 100, maxPhotos: 500, maxMs: 20_000 };

const dueColumns = {
  seq: number("d.seq"),
  id: uuid("d.id"),
  customerId: number("d.customer_id"),
  photos: number("d.uploaded_photos"),
  after: text("d.delete_after"),
};
type DueRow = RowOf<typeof dueColumns>;

/**
 * Deletes due documentations in bounded batches. Documentations that something still holds are skipped, however many there are.
 * When `maxMs` have passed, the rest is left to the next run.
 * @throws AggregateError if some could not be deleted, after all others have been deleted
 */
export async function deleteDue(
  env: Env,
  db: Database,
  scheduledAt: Date,
  limits = defaultLimits,
): Promise<string> {
  const deadlineMs = Date.now() + limits.maxMs;
  const failures: unknown[] = [];
  let deletedCount = 0;
  let cursor: Pick<DueRow, "after" | "seq"> = { after: "", seq: 0 };
  while (Date.now() < deadlineMs) {
    const page = await findNextDue(db, scheduledAt, cursor, limits.pageSize);
    for (const batch of batchesOf(
      page.filter(({ isDue }) => isDue),
      limits,
    ))
      deletedCount += await deleteBatch(env, db, scheduledAt, batch, failures);
    const lastRow = page.at(-1);
    if (!lastRow || page.length < limits.pageSize) break;
    cursor = lastRow;
  }
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${deletedCount} documentations deleted; ${failures.length} could not be deleted: ${failures[0]}`,
    );
  return deletedCount > 0 ? `${deletedCount} documentations deleted` : "";
}

/** Deletes a batch and returns how many were deleted. If it fails, each documentation is deleted alone, and failures are collected. */
async function deleteBatch(
  env: Env,
  db: Database,
  scheduledAt: Date,
  batch: readonly DueRow[],
  failures: unknown[],
): Promise<number> {
  try {
    return (await removeBatch(env, db, scheduledAt, batch)) ? batch.length : 0;
  } catch (error) {
    if (batch.length === 1) {
      failures.push(error);
      return 0;
    }
  }
  let deletedCount = 0;
  for (const row of batch) deletedCount += await deleteBatch(env, db, scheduledAt, [row], failures);
  return deletedCount;
}

/** The next documentations whose deletion date has passed, with `isDue` false for those whose deletion is still blocked. */
const findNextDue = (
  db: Database,
  scheduledAt: Date,
  { after, seq }: Pick<DueRow, "after" | "seq">,
  maxRows: number,
) =>
  selectRows(
    db,
    { ...dueColumns, isDue: flag(dueCondition(scheduledAt)) },
    (selected) => sql`SELECT ${selected} FROM documentation d INDEXED BY documentation_delete_after
      WHERE d.delete_after IS NOT NULL AND d.delete_after <= ${toIsoSeconds(scheduledAt)} AND (d.delete_after, d.seq) > (${after}, ${seq})
      ORDER BY d.delete_after, d.seq LIMIT ${maxRows}`,
  );

/** Splits documentations into batches of one customer each, within the limits. One documentation may exceed the limit of photos. */
function batchesOf(dueRows: readonly DueRow[], limits: typeof defaultLimits): DueRow[][] {
  const batches: DueRow[][] = [];
  for (const customerRows of Map.groupBy(dueRows, ({ customerId }) => customerId).values()) {
    let photoCount = 0;
    let batch: DueRow[] = [];
    for (const row of customerRows) {
      const isFull = batch.length === limits.maxDocumentations || photoCount + row.photos > limits.maxPhotos;
      if (batch.length > 0 && isFull) {
        batches.push(batch);
        [batch, photoCount] = [[], 0];
      }
      batch.push(row);
      photoCount += row.photos;
    }
    batches.push(batch);
  }
  return batches;
}

/** Returns false and removes nothing if a documentation is no longer due, because a user has just kept, changed or handed it over. */
function removeBatch(env: Env, db: Database, scheduledAt: Date, batch: readonly DueRow[]): Promise<boolean> {
  const { customerId } = batch[0]!;
  const ids = batch.map(({ id }) => id);
  return removeDocumentations(env, db, {
    ...{ customerId, ids, author: createServiceAuthor(customerId) },
    condition: sql`(SELECT count(*) FROM documentation d WHERE d.customer_id = ${customerId} AND d.id IN ${idListParam(ids)} AND ${dueCondition(scheduledAt)}) = ${ids.length}`,
  });
}

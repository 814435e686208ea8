import { sql } from "drizzle-orm";
import { isoSeconds } from "#domain/core/fields.ts";
import { serviceAuthor } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { flag, number, type RowOf, rowsOf, text, uuid } from "#worker/db/rows.ts";
import { dueCondition } from "#worker/documentation/automaticDeletion.ts";
import { removeDocumentations } from "#worker/documentation/removeDocumentations.ts";
import type { Env } from "#worker/env.ts";

const defaultLimits = { looked: 200, documentations: 100, photos: 500, milliseconds: 20_000 };

const columns = {
  seq: number("d.seq"),
  id: uuid("d.id"),
  customerId: number("d.customer_id"),
  photos: number("d.uploaded_photos"),
  after: text("d.delete_after"),
};
type Due = RowOf<typeof columns>;

/**
 * Deletes the documentations whose time has come and that nothing holds back, in bounded batches. Those that wait for something are
 * passed over, however many they are; what is left when the time is over is for the next run.
 * @throws AggregateError of those that could not be deleted, after all others have been
 */
export async function deleteDue(env: Env, db: Database, at: Date, sizes = defaultLimits): Promise<string> {
  const until = Date.now() + sizes.milliseconds;
  const failures: unknown[] = [];
  let deleted = 0;
  let from: Pick<Due, "after" | "seq"> = { after: "", seq: 0 };
  while (Date.now() < until) {
    const looked = await nextDue(db, at, from, sizes.looked);
    for (const chunk of chunksOf(
      looked.filter(({ due }) => due),
      sizes,
    ))
      deleted += await deleteChunk(env, db, at, chunk, failures);
    const last = looked.at(-1);
    if (!last || looked.length < sizes.looked) break;
    from = last;
  }
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${deleted} documentations deleted; ${failures.length} could not be deleted: ${failures[0]}`,
    );
  return deleted > 0 ? `${deleted} documentations deleted` : "";
}

/** How many of a chunk were deleted. One that fails keeps none of the others: then each goes by itself, and what fails is noted. */
async function deleteChunk(
  env: Env,
  db: Database,
  at: Date,
  chunk: readonly Due[],
  failures: unknown[],
): Promise<number> {
  try {
    return (await remove(env, db, at, chunk)) ? chunk.length : 0;
  } catch (error) {
    if (chunk.length === 1) {
      failures.push(error);
      return 0;
    }
  }
  let deleted = 0;
  for (const one of chunk) deleted += await deleteChunk(env, db, at, [one], failures);
  return deleted;
}

/** The next documentations whose time has come, and whether nothing holds them back. */
const nextDue = (db: Database, at: Date, { after, seq }: Pick<Due, "after" | "seq">, max: number) =>
  rowsOf(
    db,
    { ...columns, due: flag(dueCondition(at)) },
    (selected) => sql`SELECT ${selected} FROM documentation d INDEXED BY documentation_delete_after
      WHERE d.delete_after IS NOT NULL AND d.delete_after <= ${isoSeconds(at)} AND (d.delete_after, d.seq) > (${after}, ${seq})
      ORDER BY d.delete_after, d.seq LIMIT ${max}`,
  );

/** Of one customer each, and of so many photos that one batch can remove them; one documentation goes however many it has. */
function chunksOf(due: readonly Due[], sizes: typeof defaultLimits): Due[][] {
  const chunks: Due[][] = [];
  for (const ofCustomer of Map.groupBy(due, ({ customerId }) => customerId).values()) {
    let photos = 0;
    let chunk: Due[] = [];
    for (const one of ofCustomer) {
      if (chunk.length > 0 && (chunk.length === sizes.documentations || photos + one.photos > sizes.photos)) {
        chunks.push(chunk);
        [chunk, photos] = [[], 0];
      }
      chunk.push(one);
      photos += one.photos;
    }
    chunks.push(chunk);
  }
  return chunks;
}

/** Nothing is removed when one of them is not due any more: somebody keeps it, changes it or hands it over at this moment. */
function remove(env: Env, db: Database, at: Date, chunk: readonly Due[]): Promise<boolean> {
  const { customerId } = chunk[0]!;
  const ids = chunk.map(({ id }) => id);
  return removeDocumentations(env, db, {
    ...{ customerId, ids, author: serviceAuthor(customerId) },
    provided: sql`(SELECT count(*) FROM documentation d WHERE d.customer_id = ${customerId} AND d.id IN ${idListParam(ids)} AND ${dueCondition(at)}) = ${ids.length}`,
  });
}

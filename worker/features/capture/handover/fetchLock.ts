import { and, desc, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { taskTypes } from "#domain/core/documentationTypes.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { isStructure } from "#domain/task/types.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { type DocumentationFetchRow, documentationFetch } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { DocumentationRef } from "#worker/documentation/details.ts";

/*
 * The fetch lock. Once a documentation has been fetched, only its newest fetch may save, complete or pause it. Other copies are
 * refused and have to be fetched again. Photos and files are accepted from every copy, because they replace nothing.
 */

/** Selects the newest fetch, which holds the lock; no row for a documentation that has never been fetched. */
export const newestFetchQuery = (db: Database, { customerId, id }: DocumentationRef) =>
  db
    .select()
    .from(documentationFetch)
    .where(and(eq(documentationFetch.customerId, customerId), eq(documentationFetch.documentationId, id)))
    .orderBy(desc(documentationFetch.sequence))
    .limit(1);

export const fetchedByOtherProblem = ({ creator, deviceId, dateCreated }: DocumentationFetchRow) =>
  problem("fetchedByOther", { names: [creator], fetched: { creator, deviceId, dateCreated } });

/** @throws fetchedByOther, also for a caller without a fetch; invalid for a fetch id if the documentation was never fetched */
export function assertNewestFetch(
  newestFetchRow: DocumentationFetchRow | undefined,
  fetchId: string | undefined,
): void {
  if (newestFetchRow && newestFetchRow.id !== fetchId) throw fetchedByOtherProblem(newestFetchRow);
  if (!newestFetchRow && fetchId !== undefined) throw problem("invalid", { fields: { fetchId: "notFound" } });
}

/** Ends the open fetch when the documentation is completed, paused, handed back or taken over. */
export const endFetchesStatement = (
  db: Database,
  { customerId, id }: DocumentationRef,
): BatchItem<"sqlite"> =>
  statement(
    db,
    sql`UPDATE documentation_fetch SET ended_at = ${now()}
      WHERE customer_id = ${customerId} AND documentation_id = ${idParam(id)} AND ended_at IS NULL`,
  );

/**
 * Replaces the number of photos a fetch has announced. Only the difference is added to the documentation's total, which arrivals,
 * imports and deletions by others change in the meantime.
 */
export const setAnnouncedPhotosStatements = (
  db: Database,
  fetch: DocumentationFetchRow,
  photoCount: number,
): BatchItem<"sqlite">[] => [
  statement(
    db,
    sql`UPDATE documentation SET number_of_photos = max(0, number_of_photos + ${photoCount} -
        (SELECT photos FROM documentation_fetch WHERE customer_id = ${fetch.customerId} AND id = ${idParam(fetch.id)}))
      WHERE customer_id = ${fetch.customerId} AND id = ${idParam(fetch.documentationId)}`,
  ),
  statement(
    db,
    sql`UPDATE documentation_fetch SET photos = ${photoCount} WHERE customer_id = ${fetch.customerId} AND id = ${idParam(fetch.id)}`,
  ),
];

/** Recounts a documentation's tasks, because a save may leave out tasks it does not change. */
export const countTasksStatement = (
  db: Database,
  { customerId, documentationId }: DocumentationFetchRow,
): BatchItem<"sqlite"> =>
  statement(
    db,
    sql`UPDATE documentation SET number_of_tasks = (
        SELECT count(*) FROM documentation_task t WHERE t.customer_id = ${customerId} AND t.documentation_id = ${idParam(documentationId)}
          AND t.type NOT IN (SELECT value FROM json_each(${JSON.stringify(taskTypes.filter(isStructure))})))
      WHERE customer_id = ${customerId} AND id = ${idParam(documentationId)}`,
  );

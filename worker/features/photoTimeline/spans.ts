import { type SQL, sql } from "drizzle-orm";
import type { DocumentationFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { groupIntoSpans, type Span, toHourEnd, toHourStart } from "#domain/media/timelineSpans.ts";
import type { Database } from "#worker/db/database.ts";
import { number, selectNumber, selectRows, text } from "#worker/db/rows.ts";
import { narrowScope, type Scope } from "#worker/db/scope.ts";
import { rowFilterCondition } from "#worker/listQuery/filter.ts";
import { createMatchSource, createSearch, type Search } from "#worker/listQuery/queryStrategy.ts";

/*
 * Counts the photos of a filter. If few documentations match, their photos are gathered; otherwise the customer's photos are
 * scanned in time order and tested, one range at a time.
 */

/** Maximum documentations, and photos in them, that are gathered instead of scanned. */
const maxGatheredDocumentations = 2_000;
const maxGatheredPhotos = 100_000;
/** Photos scanned per call. */
export const photosPerScan = 20_000;

/** A single customer's scope, and the filter. */
export interface TimelineQuery {
  scope: Scope & { customerId: number };
  filter: DocumentationFilter;
}

/** @throws forbidden for another customer's photos */
export function createTimelineQuery(
  scope: Scope,
  filter: DocumentationFilter,
  ownCustomerId: number,
): TimelineQuery {
  const customerId = filter.customerId ?? scope.customerId ?? ownCustomerId;
  return { scope: { ...narrowScope(scope, customerId), customerId }, filter: { ...filter, customerId } };
}

/** SQL condition: the photo has been received, but the time it was taken is unknown. Must equal the condition of its index. */
const unknownTimeCondition = (alias: string): SQL =>
  sql.raw(`${alias}.has_data AND NOT ${alias}.date_from_device AND ${alias}.exif_time IS NULL`);

/**
 * SQL condition: the photos of a customer's range whose time is known, or unknown. Listing the few of unknown time, from their index, saves
 * reading the row of each photo.
 */
export const photoTimeCondition = (
  alias: string,
  customerId: number,
  range: SQL,
  isTimeUnknown = false,
): SQL =>
  sql`${sql.raw(alias)}.rowid ${sql.raw(isTimeUnknown ? "IN" : "NOT IN")} (SELECT u.rowid FROM photo u INDEXED BY photo_unknown_time
    WHERE u.customer_id = ${customerId} AND ${unknownTimeCondition("u")} AND ${range})`;

interface TimelineSpans {
  items: Span[];
  /** Photos before this instant have not been counted; null when all have been counted, including those of unknown time. */
  next: string | null;
}

/**
 * @param cutoff photos taken at or after this instant are left out
 * @param maxPhotos maximum photos scanned per call
 */
export async function listTimelineSpans(
  db: Database,
  query: TimelineQuery,
  cutoff?: string,
  maxPhotos = photosPerScan,
): Promise<TimelineSpans> {
  const search = await createSearch(db, query.scope, query.filter);
  if (
    search.narrowestCondition &&
    search.matchCount <= maxGatheredDocumentations &&
    (await countPhotos(db, search)) <= maxGatheredPhotos
  )
    return addUnknownTimes(db, query, {
      items: groupIntoSpans(await countMatchingPhotos(db, query, search, cutoff)),
      next: null,
    });
  return addUnknownTimes(db, query, await scanPhotos(db, query, cutoff, maxPhotos));
}

/** Adds the photos of unknown time once all others have been counted. */
async function addUnknownTimes(
  db: Database,
  { scope, filter }: TimelineQuery,
  spans: TimelineSpans,
): Promise<TimelineSpans> {
  if (spans.next !== null) return spans;
  const hours = await selectRows(
    db,
    hourColumns,
    (columns) => sql`SELECT ${columns} FROM photo p INDEXED BY photo_unknown_time
      CROSS JOIN documentation d ON d.id = p.documentation_id
      WHERE p.customer_id = ${scope.customerId} AND ${unknownTimeCondition("p")} AND ${rowFilterCondition(scope, filter)}
      GROUP BY 1 ORDER BY 1 DESC`,
  );
  return { ...spans, items: [...spans.items, ...groupIntoSpans(hours, false)] };
}

const countPhotos = (db: Database, search: Search): Promise<number> =>
  selectNumber(db, sql`SELECT sum(d.uploaded_photos) FROM ${createMatchSource(search)}`);

const hourColumns = { hour: text("substr(p.date_created, 1, 13)"), count: number("count(*)") };

const countMatchingPhotos = (
  db: Database,
  { scope }: TimelineQuery,
  search: Search,
  cutoff: string | undefined,
) =>
  selectRows(db, hourColumns, (columns) => {
    const beforeCondition = cutoff ? sql` AND p.date_created < ${cutoff}` : sql``;
    const photoJoin = sql`CROSS JOIN photo p INDEXED BY photo_documentation
      ON p.customer_id = d.customer_id AND p.documentation_id = d.id AND p.has_data${beforeCondition}
        AND ${photoTimeCondition("p", scope.customerId, sql`1`)}`;
    return sql`SELECT ${columns} FROM ${createMatchSource(search, photoJoin)} GROUP BY 1 ORDER BY 1 DESC`;
  });

async function scanPhotos(
  db: Database,
  { scope, filter }: TimelineQuery,
  cutoff: string | undefined,
  maxPhotos: number,
): Promise<TimelineSpans> {
  const scanRange = (bounds: SQL) =>
    selectRows(
      db,
      {
        hour: text("substr(p.date_created, 1, 13)"),
        count: number("count(s.id)"),
        scannedCount: number("count(*)"),
      },
      // Each documentation is tested once, however many photos it has.
      (columns) => sql`WITH p AS MATERIALIZED (
          SELECT photo.date_created, photo.documentation_id FROM photo INDEXED BY photo_created
          WHERE photo.customer_id = ${scope.customerId} AND photo.has_data
            AND ${photoTimeCondition("photo", scope.customerId, sql`1`)} ${bounds}
        ), s AS MATERIALIZED (
          SELECT d.id FROM (SELECT DISTINCT documentation_id FROM p) x CROSS JOIN documentation d ON d.id = x.documentation_id
          WHERE ${rowFilterCondition(scope, filter)}
        )
        SELECT ${columns} FROM p LEFT JOIN s ON s.id = p.documentation_id GROUP BY 1 ORDER BY 1 DESC`,
    );
  const hours = await scanRange(
    sql`${cutoff ? sql`AND photo.date_created < ${cutoff}` : sql``}
      ORDER BY photo.date_created DESC LIMIT ${maxPhotos}`,
  );
  const isLastRange = hours.reduce((sum, { scannedCount }) => sum + scannedCount, 0) < maxPhotos;
  const oldestRow = hours.at(-1);
  if (isLastRange || !oldestRow) return { items: groupIntoSpans(hours), next: null };
  // The range may end within an hour, which is then left for the next range, unless it is the only one.
  if (hours.length > 1) return { items: groupIntoSpans(hours.slice(0, -1)), next: toHourEnd(oldestRow.hour) };
  const hourStart = toHourStart(oldestRow.hour);
  const hourRows = await scanRange(
    sql`AND photo.date_created >= ${hourStart} AND photo.date_created < ${toHourEnd(oldestRow.hour)}`,
  );
  return { items: groupIntoSpans(hourRows), next: hourStart };
}

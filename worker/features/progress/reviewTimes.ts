import { type SQL, sql } from "drizzle-orm";
import { addDays, type DayRange, dayOf, toDayStart } from "#domain/core/calendar/days.ts";
import {
  maxProgressRows,
  maxTimedReviews,
  type ReviewGroup,
  type ReviewGrouping,
} from "#domain/endpoints/documentation/progress.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText } from "#worker/db/ids.ts";
import { nullable, number, selectRow, selectRows, text } from "#worker/db/rows.ts";

/** A customer's period, from `from` to before `end`. */
export interface Period {
  customerId: number;
  from: string;
  end: string;
}

/** A week of a period, from Monday to the next Monday. */
export interface Week {
  startDate: string;
  from: string;
  end: string;
}

const reviewSeconds = sql`max(0, unixepoch(d.reviewed_at) - unixepoch(d.date_created))`;

const reviewedRows = ({ customerId, from, end }: Period) =>
  sql`documentation d INDEXED BY documentation_reviewed
    WHERE d.customer_id = ${customerId} AND d.reviewed_at >= ${from} AND d.reviewed_at < ${end} AND d.reviewed_at IS NOT NULL AND d.hidden = 0`;

/**
 * Number, median and maximum of `s` seconds by `k`. One sort orders the rows of all groups, and a group's last row number is its size.
 * @param rows selects `k` and `s`
 */
const createMedianQuery = (rows: SQL) => sql`WITH o AS MATERIALIZED (
    SELECT k, s, row_number() OVER (PARTITION BY k ORDER BY s) AS n FROM (${rows})),
  g AS MATERIALIZED (SELECT k, max(n) AS n, max(s) AS longest FROM o GROUP BY k)
  SELECT g.k AS k, g.n AS documentations, g.longest AS longest, CAST(round(avg(o.s)) AS INTEGER) AS median
    FROM g CROSS JOIN o ON o.k IS g.k AND o.n IN ((g.n + 1) / 2, (g.n + 2) / 2) GROUP BY g.k`;

const timeColumns = {
  documentations: number("documentations"),
  medianSeconds: nullable(number("median")),
  maxSeconds: nullable(number("longest")),
};

/**
 * The part of a period whose reviews are timed: the whole period, or its last days with at most about `maxTimedReviews` reviews. With
 * more, the sort of each median would take seconds.
 */
export async function findTimedPeriod(db: Database, period: Period & DayRange): Promise<Period & DayRange> {
  const row = await selectRow(
    db,
    { reviewedAt: text("d.reviewed_at") },
    (columns) =>
      sql`SELECT ${columns} FROM ${reviewedRows(period)} ORDER BY d.reviewed_at DESC LIMIT 1 OFFSET ${maxTimedReviews}`,
  );
  if (!row) return period;
  const nextDay = addDays(dayOf(row.reviewedAt));
  const startDate = nextDay < period.endDate ? nextDay : period.endDate;
  return { ...period, startDate, from: toDayStart(startDate) };
}

/** The times of all reviews of a period. */
export const readReviewTimes = async (db: Database, period: Period) =>
  (await selectRow(
    db,
    timeColumns,
    (columns) =>
      sql`SELECT ${columns} FROM (${createMedianQuery(sql`SELECT 0 AS k, ${reviewSeconds} AS s FROM ${reviewedRows(period)}`)})`,
  )) ?? { documentations: 0, medianSeconds: null, maxSeconds: null };

/** The number of reviews and their median time in each week that has any. */
export const readWeeklyReviews = (db: Database, customerId: number, weeks: readonly Week[]) =>
  selectRows(
    db,
    { startDate: text("k"), ...timeColumns },
    (columns) =>
      sql`SELECT ${columns} FROM (${createMedianQuery(sql`
      SELECT w.value ->> 'startDate' AS k, ${reviewSeconds} AS s FROM json_each(${JSON.stringify(weeks)}) w
        CROSS JOIN documentation d INDEXED BY documentation_reviewed
        WHERE d.customer_id = ${customerId} AND d.reviewed_at >= w.value ->> 'from' AND d.reviewed_at < w.value ->> 'end'
          AND d.reviewed_at IS NOT NULL AND d.hidden = 0`)})`,
  );

const textKey = sql`coalesce(k, '')`;
const idKey = sql`coalesce(${idAsText("k")}, '')`;

/** What reviews are grouped by: the column, the key of a group as text, and its name. */
const groupings: Record<ReviewGrouping, { column: SQL; key: SQL; name: SQL }> = {
  creator: { column: sql`d.creator`, key: textKey, name: textKey },
  license: {
    column: sql`d.license_id`,
    key: idKey,
    name: sql`coalesce((SELECT l.name FROM license l WHERE l.id = k), '')`,
  },
  template: {
    column: sql`d.template_id`,
    key: idKey,
    name: sql`coalesce((SELECT t.name FROM template t WHERE t.id = k), '')`,
  },
  place: { column: sql`d.name`, key: textKey, name: textKey },
  reviewer: { column: sql`d.reviewed_by`, key: textKey, name: textKey },
};

/** The groups with the most reviews, and how many groups there are. */
export async function readReviewGroups(
  db: Database,
  period: Period,
  grouping: ReviewGrouping,
): Promise<{ groupCount: number; items: ReviewGroup[] }> {
  const { column, key, name } = groupings[grouping];
  const rows = await selectRows(
    db,
    { groupCount: number("group_count"), key: text(key), name: text(name), ...timeColumns },
    (columns) =>
      sql`SELECT ${columns} FROM (SELECT *, count(*) OVER () AS group_count FROM (${createMedianQuery(
        sql`SELECT ${column} AS k, ${reviewSeconds} AS s FROM ${reviewedRows(period)}`,
      )}) ORDER BY documentations DESC, k LIMIT ${maxProgressRows})`,
  );
  return {
    groupCount: rows[0]?.groupCount ?? 0,
    items: rows.map(({ groupCount: _, ...group }) => group),
  };
}

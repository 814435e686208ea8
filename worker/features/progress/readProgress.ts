import { type SQL, sql } from "drizzle-orm";
import { addDays, type DayRange, toDayStart, today } from "#domain/core/calendar/days.ts";
import { listMondays } from "#domain/core/calendar/weeks.ts";
import { type DeliveryState, deliveryStates, isInProgress } from "#domain/delivery/states.ts";
import {
  maxProgressRows,
  maxSentBackItems,
  type Progress,
  queueAgeDays,
  type ReviewGrouping,
  reviewGroupings,
} from "#domain/endpoints/documentation/progress.ts";
import type { Database } from "#worker/db/database.ts";
import { number, selectNumber, selectRow, selectRows, text, uuid } from "#worker/db/rows.ts";
import {
  findTimedPeriod,
  type Period,
  readReviewGroups,
  readReviewTimes,
  readWeeklyReviews,
  type Week,
} from "./reviewTimes.ts";

/** The figures of a customer's work in the weeks that end with the current one. @param day the current day */
export async function readProgress(
  db: Database,
  customerId: number,
  weekCount: number,
  day = today(),
): Promise<Progress> {
  const weeks = listMondays(day, weekCount).map(
    (startDate): Week => ({ startDate, from: toDayStart(startDate), end: toDayStart(addDays(startDate, 7)) }),
  );
  const days: DayRange = { startDate: weeks[0]!.startDate, endDate: day };
  const period = { customerId, ...days, from: weeks[0]!.from, end: toDayStart(addDays(day)) };
  const timedPeriod = await findTimedPeriod(db, period);
  const [customerName, queue, reviews, groups, weekRows, sentBack, deliveries, findings] = await Promise.all([
    readCustomerName(db, customerId),
    readQueue(db, customerId, day),
    readReviewTimes(db, timedPeriod),
    Promise.all(
      reviewGroupings.map(
        async (grouping) => [grouping, await readReviewGroups(db, timedPeriod, grouping)] as const,
      ),
    ),
    readWeeks(db, customerId, weeks, timedPeriod),
    readSentBack(db, period),
    countDeliveries(db, period),
    readFindings(db, period),
  ]);
  return {
    customerName,
    ...days,
    queue,
    reviews: { startDate: timedPeriod.startDate, ...reviews },
    // Cast: Object.fromEntries does not know that every grouping is present.
    groupings: Object.fromEntries(groups) as Record<ReviewGrouping, Progress["groupings"]["creator"]>,
    weeks: weekRows,
    sentBack,
    deliveries,
    findings,
  };
}

const readCustomerName = async (db: Database, customerId: number): Promise<string> =>
  (
    await selectRow(
      db,
      { name: text("c.name") },
      (columns) => sql`SELECT ${columns} FROM customer c WHERE c.id = ${customerId}`,
    )
  )?.name ?? "";

/** The age groups of the queue as ranges of days of capture, newest first; the last one has no first day. */
function queueAges(day: string): { startDate: string | null; endDate: string }[] {
  const limits = [0, ...queueAgeDays];
  return limits.map((limit, index) => {
    const next = limits[index + 1];
    return { startDate: next === undefined ? null : addDays(day, 1 - next), endDate: addDays(day, -limit) };
  });
}

/** The documentations that await review, by age; null if the customer has no status that ends a review. */
async function readQueue(db: Database, customerId: number, day: string): Promise<Progress["queue"]> {
  const canReview = await selectNumber(
    db,
    sql`SELECT count(*) FROM customer_documentation_status s WHERE s.customer_id = ${customerId} AND s.status IN ('HANDLED', 'APPROVED')`,
  );
  if (canReview === 0) return null;
  const ages = queueAges(day);
  const ranges = ages.map(({ startDate, endDate }) => ({
    from: startDate ? toDayStart(startDate) : "",
    end: toDayStart(addDays(endDate)),
  }));
  // The first index does not cover `hidden`; the few hidden documentations have a separate index.
  const countIn = (index: string, condition: SQL) =>
    sql`(SELECT count(*) FROM documentation d INDEXED BY ${sql.raw(index)} WHERE d.customer_id = ${customerId} AND ${condition}
      AND d.status = 'COMPLETED' AND d.date_created >= r.value ->> 'from' AND d.date_created < r.value ->> 'end')`;
  const [counts, oldest] = await Promise.all([
    selectRows(
      db,
      {
        documentations: number(
          sql`${countIn("documentation_status", sql`1`)} - ${countIn("documentation_hidden", sql`d.hidden = 1`)}`,
        ),
      },
      (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(ranges)}) r ORDER BY r.key`,
    ),
    selectRow(
      db,
      { dateCreated: text("d.date_created") },
      (columns) => sql`SELECT ${columns} FROM documentation d INDEXED BY documentation_status
        WHERE d.customer_id = ${customerId} AND d.status = 'COMPLETED' AND d.hidden = 0 ORDER BY d.date_created LIMIT 1`,
    ),
  ]);
  return {
    documentations: counts.reduce((sum, { documentations }) => sum + documentations, 0),
    oldest: oldest?.dateCreated ?? null,
    ages: ages.map((age, index) => ({ ...age, documentations: counts[index]?.documentations ?? 0 })),
  };
}

/** Rows of `retake r` and its visible documentation `d`, between two instants. */
const sentBackRows = (customerId: number, from: SQL | string, end: SQL | string) =>
  sql`retake r INDEXED BY retake_created CROSS JOIN documentation d ON d.customer_id = r.customer_id AND d.id = r.documentation_id
    WHERE r.customer_id = ${customerId} AND r.date_created >= ${from} AND r.date_created < ${end} AND d.hidden = 0 AND d.status <> 'DELETED'`;

/** What happened in each week. Reviews of weeks before the timed period are counted without their median. */
async function readWeeks(
  db: Database,
  customerId: number,
  weeks: readonly Week[],
  timedPeriod: Period & DayRange,
): Promise<Progress["weeks"]> {
  const [from, end] = [sql`w.value ->> 'from'`, sql`w.value ->> 'end'`];
  const [rows, reviews] = await Promise.all([
    selectRows(
      db,
      {
        startDate: text("w.value ->> 'startDate'"),
        created:
          number(sql`(SELECT count(*) FROM documentation d INDEXED BY documentation_created WHERE d.customer_id = ${customerId}
          AND d.date_created >= ${from} AND d.date_created < ${end} AND d.hidden = 0 AND d.status <> 'DELETED')`),
        reviewed:
          number(sql`(SELECT count(*) FROM documentation d INDEXED BY documentation_reviewed WHERE d.customer_id = ${customerId}
          AND d.reviewed_at >= ${from} AND d.reviewed_at < ${end} AND d.reviewed_at IS NOT NULL AND d.hidden = 0)`),
        sentBack: number(
          sql`(SELECT count(DISTINCT r.documentation_id) FROM ${sentBackRows(customerId, from, end)})`,
        ),
      },
      (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(weeks)}) w ORDER BY w.key`,
    ),
    readWeeklyReviews(
      db,
      customerId,
      weeks.filter(({ startDate }) => startDate >= timedPeriod.startDate),
    ),
  ]);
  const medians = new Map(reviews.map(({ startDate, medianSeconds }) => [startDate, medianSeconds]));
  return rows.map((week) => ({ ...week, medianSeconds: medians.get(week.startDate) ?? null }));
}

async function readSentBack(db: Database, { customerId, from, end }: Period): Promise<Progress["sentBack"]> {
  const rows = sentBackRows(customerId, from, end);
  const [counts, reasons, newest] = await Promise.all([
    selectRow(
      db,
      {
        items: number("count(*)"),
        documentations: number("count(DISTINCT r.documentation_id)"),
        answered: number("count(*) FILTER (WHERE r.outcome = 'TAKEN')"),
        withdrawn: number("count(*) FILTER (WHERE r.outcome = 'WITHDRAWN')"),
      },
      (columns) => sql`SELECT ${columns} FROM ${rows}`,
    ),
    selectRows(
      db,
      { reason: text("r.reason"), items: number("count(*)") },
      (columns) =>
        sql`SELECT ${columns} FROM ${rows} GROUP BY r.reason ORDER BY count(*) DESC, r.reason LIMIT ${maxProgressRows}`,
    ),
    selectRows(
      db,
      {
        documentationId: uuid("r.documentation_id"),
        documentationName: text("coalesce(d.alias, d.name)"),
        name: text(sql`coalesce((SELECT p.name FROM photo p WHERE p.id = r.photo_id),
          (SELECT k.name FROM documentation_task k WHERE k.id = r.documentation_task_id), '')`),
        reason: text("r.reason"),
        creator: text("r.creator"),
        dateCreated: text("r.date_created"),
      },
      (columns) =>
        sql`SELECT ${columns} FROM ${rows} ORDER BY r.date_created DESC, r.id LIMIT ${maxSentBackItems}`,
    ),
  ]);
  const { items, documentations, answered, withdrawn } = counts!;
  return {
    items,
    documentations,
    answered,
    withdrawn,
    open: items - answered - withdrawn,
    reasons,
    newest,
  };
}

async function countDeliveries(
  db: Database,
  { customerId, from, end }: Period,
): Promise<Progress["deliveries"]> {
  const rows = await selectRows(
    db,
    {
      state: text<DeliveryState>("s.value"),
      deliveries: number(sql`(SELECT count(*) FROM delivery x INDEXED BY delivery_customer_state
        WHERE x.customer_id = ${customerId} AND x.state = s.value AND x.date_created >= ${from} AND x.date_created < ${end})`),
    },
    (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(deliveryStates)}) s`,
  );
  const countOf = (isCounted: (state: DeliveryState) => boolean) =>
    rows.reduce((sum, { state, deliveries }) => sum + (isCounted(state) ? deliveries : 0), 0);
  return {
    done: countOf((state) => state === "DONE"),
    failed: countOf((state) => state === "FAILED"),
    inProgress: countOf(isInProgress),
    cancelled: countOf((state) => state === "CANCELLED"),
  };
}

/** Answers that were not on the list of expected answers. */
async function readFindings(db: Database, { customerId, from, end }: Period): Promise<Progress["findings"]> {
  const rows = sql`unexpected_answer_event e INDEXED BY unexpected_answer_event_created
      CROSS JOIN documentation_task k ON k.customer_id = e.customer_id AND k.id = e.task_id
      CROSS JOIN documentation d ON d.customer_id = k.customer_id AND d.id = k.documentation_id
    WHERE e.customer_id = ${customerId} AND e.date_created >= ${from} AND e.date_created < ${end} AND d.hidden = 0 AND d.status <> 'DELETED'`;
  const [counts, lists] = await Promise.all([
    selectRow(
      db,
      { answers: number("count(*)"), documentations: number("count(DISTINCT d.seq)") },
      (columns) => sql`SELECT ${columns} FROM ${rows}`,
    ),
    selectRows(
      db,
      { name: text("e.expected_answer_list_name"), answers: number("count(*)") },
      (columns) =>
        sql`SELECT ${columns} FROM ${rows} GROUP BY e.expected_answer_list_name ORDER BY count(*) DESC, 1 LIMIT ${maxProgressRows}`,
    ),
  ]);
  return { ...counts!, lists };
}

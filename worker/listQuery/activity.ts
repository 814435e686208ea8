import { type SQL, sql } from "drizzle-orm";
import type { ActivityFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { idParam } from "#worker/db/ids.ts";
import type { Scope } from "#worker/db/scope.ts";

type Activity = ActivityFilter["activity"];

/** Where each activity is read by time: its tables, and its columns of instant and person. Customers are `c`, documentations `d`. */
const activitySources: Record<Activity, { from: SQL; condition: SQL; instant: string; person: string }> = {
  REVIEWED: {
    from: sql`CROSS JOIN documentation d INDEXED BY documentation_reviewed`,
    condition: sql`d.customer_id = c.id AND d.reviewed_at IS NOT NULL`,
    instant: "d.reviewed_at",
    person: "d.reviewed_by",
  },
  SENT_BACK: {
    from: sql`CROSS JOIN retake r INDEXED BY retake_created
      CROSS JOIN documentation d ON d.customer_id = r.customer_id AND d.id = r.documentation_id`,
    condition: sql`r.customer_id = c.id`,
    instant: "r.date_created",
    person: "r.creator",
  },
  UNEXPECTED_ANSWER: {
    from: sql`CROSS JOIN unexpected_answer_event e INDEXED BY unexpected_answer_event_created
      CROSS JOIN documentation_task k ON k.customer_id = e.customer_id AND k.id = e.task_id
      CROSS JOIN documentation d ON d.customer_id = k.customer_id AND d.id = k.documentation_id`,
    condition: sql`e.customer_id = c.id`,
    instant: "e.date_created",
    person: "d.creator",
  },
};

/** Selects the `seq` of the documentations in the scope to which something happened, visible or not. The cost grows with the matches. */
export function createActivityQuery(
  { customerId }: Scope,
  { activity, detail }: ActivityFilter,
  { from, end }: { from: string | null; end: string | null },
): SQL {
  const source = activitySources[activity];
  const instant = sql.raw(source.instant);
  const conditions = [
    ...(customerId === undefined ? [] : [sql`c.id = ${customerId}`]),
    source.condition,
    ...(from ? [sql`${instant} >= ${from}`] : []),
    ...(end ? [sql`${instant} < ${end}`] : []),
    ...(detail ? [detailCondition(source.person, detail)] : []),
  ];
  return sql`SELECT DISTINCT d.seq AS seq FROM customer c ${source.from} WHERE ${sql.join(conditions, sql` AND `)}`;
}

function detailCondition(personColumn: string, { field, value }: NonNullable<ActivityFilter["detail"]>): SQL {
  switch (field) {
    case "person":
      return sql`+${sql.raw(personColumn)} = ${value}`;
    case "license":
      return sql`+d.license_id = ${idParam(value)}`;
    case "place":
      return sql`+d.name = ${value}`;
  }
}

import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { domainChangeLogCount } from "../../../domain/endpoints/log";
import { dayAfter, dayStart } from "../../../domain/rules/days";
import type { Database } from "../../db/database";
import { valuesOf } from "../../db/ids";
import { domainChange } from "../../db/schema";

type Filters = z.output<NonNullable<typeof domainChangeLogCount.body>>["filters"];

/**
 * From here on the lines of the classes asked for count as common. Up to it they are gathered by their index and sorted; beyond
 * it the log is walked by date and each line tested, which fills a page soon.
 */
const commonFrom = 20_000;

/** The days of a filter, both included, as instants. */
function within({ dateRange }: Filters): SQL | undefined {
  const { startDate, endDate } = dateRange ?? { startDate: "", endDate: "" };
  return and(
    startDate ? gte(domainChange.dateCreated, dayStart(startDate)) : undefined,
    endDate ? lt(domainChange.dateCreated, dayStart(dayAfter(endDate))) : undefined,
  );
}

/** The lines that filters let through, for counting them. */
export const passing = (filters: Filters): SQL | undefined =>
  and(
    within(filters),
    filters.objectClasses && sql`${domainChange.objectClass} IN ${valuesOf(filters.objectClasses)}`,
  );

/** The same for a page of them: by the classes' index while they are few, tested on the way when they are common. */
export async function passingByDate(db: Database, filters: Filters): Promise<SQL | undefined> {
  const { objectClasses } = filters;
  if (!objectClasses || objectClasses.length === 0) return passing(filters);
  const { hits } = await db.get<{ hits: number }>(
    sql`SELECT count(*) AS hits FROM (SELECT 1 FROM ${domainChange} WHERE ${passing(filters)} LIMIT ${commonFrom})`,
  );
  if (hits < commonFrom) return passing(filters);
  return and(within(filters), sql`+${domainChange.objectClass} IN ${valuesOf(objectClasses)}`);
}

/** The classes there are lines of: one step of the index for each, however many lines it has. */
export async function objectClasses(db: Database): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`
    WITH RECURSIVE class(name) AS (
      SELECT min(object_class) FROM domain_change
      UNION ALL
      SELECT (SELECT min(object_class) FROM domain_change WHERE object_class > class.name) FROM class WHERE class.name IS NOT NULL
    )
    SELECT name FROM class WHERE name IS NOT NULL`);
  return rows.map(({ name }) => name);
}

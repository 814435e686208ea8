import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { addDays, toDayStart } from "#domain/core/calendar/days.ts";
import type { countAuditLog } from "#domain/endpoints/operations/auditLog.ts";
import { containsFolded } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { keyListParam, listParam } from "#worker/db/ids.ts";
import { selectNumber, selectRows, text } from "#worker/db/rows.ts";
import { domainChange } from "#worker/db/schema/index.ts";
import { excludeNonResidents } from "#worker/db/scope.ts";
import { domainChangeBinding } from "#worker/resources/index.ts";

export type AuditFilters = z.output<NonNullable<typeof countAuditLog.body>>["filters"] & {
  /** Customers whose entries in this database are ignored. */
  nonResidents?: readonly number[] | undefined;
  /** Objects whose names contain the search term. */
  namedObjects?: readonly string[] | undefined;
};

/** The log's binding. Its search also finds texts that entries do not store but pages show: words for types, and names of objects. */
export function searchBinding({
  termClasses = [],
  namedObjects = [],
}: AuditFilters): typeof domainChangeBinding {
  const { searches } = domainChangeBinding;
  return {
    ...domainChangeBinding,
    searches: {
      ...searches,
      ...(termClasses.length > 0 && {
        objectClass: (q: string) =>
          sql`(${containsFolded(domainChange.objectClass, q)} OR ${domainChange.objectClass} IN ${listParam(termClasses)})`,
      }),
      ...(namedObjects.length > 0 && {
        objectId: (q: string) =>
          sql`(${searches.objectId?.(q)} OR ${domainChange.objectId} IN ${keyListParam(namedObjects)})`,
      }),
    },
  };
}

/**
 * Number of matches from which the log is read by date, testing each entry, because a page then fills quickly. Fewer matches are
 * found by the class index and sorted.
 */
const manyMatchesThreshold = 20_000;

/** The days of a filter, both included, as instants. */
function periodCondition({ dateRange }: AuditFilters): SQL | undefined {
  const { startDate, endDate } = dateRange ?? { startDate: "", endDate: "" };
  return and(
    startDate ? gte(domainChange.dateCreated, toDayStart(startDate)) : undefined,
    endDate ? lt(domainChange.dateCreated, toDayStart(addDays(endDate))) : undefined,
  );
}

/** SQL condition of the filters, for counting. */
export const filterCondition = (filters: AuditFilters): SQL | undefined =>
  and(
    periodCondition(filters),
    excludeNonResidents(filters.nonResidents, domainChange.customerId),
    filters.objectClasses && sql`${domainChange.objectClass} IN ${listParam(filters.objectClasses)}`,
  );

/** Like `filterCondition`, for a page sorted by date: uses the class index only for few matches. */
export async function filterConditionByDate(db: Database, filters: AuditFilters): Promise<SQL | undefined> {
  const { objectClasses } = filters;
  if (!objectClasses || objectClasses.length === 0) return filterCondition(filters);
  const matchCount = await selectNumber(
    db,
    sql`SELECT count(*) FROM (SELECT 1 FROM ${domainChange} WHERE ${filterCondition(filters)} LIMIT ${manyMatchesThreshold})`,
  );
  if (matchCount < manyMatchesThreshold) return filterCondition(filters);
  return and(periodCondition(filters), sql`+${domainChange.objectClass} IN ${listParam(objectClasses)}`);
}

/** The classes in the log. Each costs one index step, however many entries it has. */
export async function listObjectClasses(db: Database): Promise<string[]> {
  const rows = await selectRows(
    db,
    { name: text("name") },
    (columns) => sql`
    WITH RECURSIVE class(name) AS (
      SELECT min(object_class) FROM domain_change
      UNION ALL
      SELECT (SELECT min(object_class) FROM domain_change WHERE object_class > class.name) FROM class WHERE class.name IS NOT NULL
    )
    SELECT ${columns} FROM (SELECT name FROM class WHERE name IS NOT NULL
      UNION SELECT c.key FROM audit_pack, json_each(audit_pack.counts) c) ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

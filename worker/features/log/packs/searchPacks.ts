import { type SQL, sql } from "drizzle-orm";
import { addDays, toDayStart } from "#domain/core/calendar/days.ts";
import { foldCase } from "#domain/core/text/foldCase.ts";
import type { Database } from "#worker/db/database.ts";
import { isUuid } from "#worker/db/idEncoding.ts";
import { number, selectRows } from "#worker/db/rows.ts";
import type { AuditPackRow } from "#worker/db/schema/index.ts";
import { matchingUserIdsSql } from "#worker/resources/namedUsers.ts";
import type { AuditFilters } from "../auditQuery.ts";
import { hashObjectId, type PackedEntry } from "./packFormat.ts";

/** Maximum packs searched for a page or a count: some hundred thousand entries. */
export const maxPacksRead = 20;

/** A search in packed entries. */
export interface PackSearch {
  /** Instants: inclusive start, exclusive end. */
  start: string;
  end: string;
  classes: ReadonlySet<string> | null;
  /** Folded; empty matches everything. */
  term: string;
  /** Users whose names contain the term. */
  users: ReadonlySet<number>;
  /** Classes and objects whose displayed names contain the term. */
  termClasses: ReadonlySet<string>;
  objects: ReadonlySet<string>;
}

export async function readSearch(
  db: Database,
  { dateRange, objectClasses, termClasses, namedObjects }: AuditFilters,
  q: string,
): Promise<PackSearch> {
  const { startDate, endDate } = dateRange ?? { startDate: "", endDate: "" };
  return {
    start: startDate && toDayStart(startDate),
    end: endDate ? toDayStart(addDays(endDate)) : "~",
    classes: objectClasses ? new Set(objectClasses) : null,
    term: foldCase(q),
    users: new Set(q && !isUuid(q) ? await findUsersByName(db, q) : []),
    termClasses: new Set(termClasses),
    objects: new Set(namedObjects),
  };
}

/** Users whose names contain a term, including deleted ones. */
const findUsersByName = async (db: Database, q: string): Promise<number[]> =>
  (
    await selectRows(
      db,
      { id: number("id") },
      (columns) => sql`SELECT ${columns} FROM (${matchingUserIdsSql(q)})`,
    )
  ).map(({ id }) => id);

/** SQL condition: the pack may contain matches. */
export const mayContainMatchesCondition = ({ start, end, term }: PackSearch): SQL =>
  sql`last_date >= ${start} AND first_date < ${end}${
    isUuid(term)
      ? sql` AND seq IN (SELECT pack_seq FROM audit_object WHERE object_hash = ${hashObjectId(term)})`
      : sql``
  }`;

/** True if all entries of a pack are within the search's period. */
const isInsidePeriod = ({ start, end }: PackSearch, { firstDate, lastDate }: AuditPackRow): boolean =>
  firstDate >= start && lastDate < end;

/** True if the pack's counts are enough to count matches, so that it need not be read. */
export const isCountable = (search: PackSearch, pack: AuditPackRow, includesTexts: boolean): boolean =>
  isInsidePeriod(search, pack) && (search.term === "" || !includesTexts);

/** Number of entries in a pack that match by class and user. */
export function countMatches(
  { classes, term, users, termClasses }: PackSearch,
  { counts }: AuditPackRow,
): number {
  let matchCount = 0;
  for (const [objectClass, countByUser] of Object.entries(counts)) {
    if (classes && !classes.has(objectClass)) continue;
    const isMatch = term === "" || termClasses.has(objectClass) || foldCase(objectClass).includes(term);
    for (const [user, count] of Object.entries(countByUser))
      if (isMatch || users.has(Number(user))) matchCount += count;
  }
  return matchCount;
}

/** Returns a predicate for entries; `includesTexts` also searches ids and changes. */
export const createEntryFilter =
  ({ start, end, classes, term, users, termClasses, objects }: PackSearch, includesTexts: boolean) =>
  ({ dateCreated, objectClass, objectId, userId, params }: PackedEntry): boolean =>
    dateCreated >= start &&
    dateCreated < end &&
    (!classes || classes.has(objectClass)) &&
    (term === "" ||
      users.has(userId) ||
      termClasses.has(objectClass) ||
      foldCase(objectClass).includes(term) ||
      (includesTexts &&
        (objects.has(objectId) ||
          foldCase(objectId).includes(term) ||
          foldCase(JSON.stringify(params)).includes(term))));

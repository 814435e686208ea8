import { type SQL, sql } from "drizzle-orm";
import { addDays, dayStart } from "#domain/core/calendar/days.ts";
import { containsFolded, folded } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { isUuid } from "#worker/db/idEncoding.ts";
import { number, rowsOf } from "#worker/db/rows.ts";
import type { auditPack } from "#worker/db/schema/index.ts";
import type { Filters } from "../changes.ts";
import { hashOf, type PackedLine } from "./format.ts";

export type Pack = typeof auditPack.$inferSelect;

/** Packs that are read through for one page or number: some hundred thousand lines. */
export const maxPacksRead = 20;

/** What is asked of packed lines. */
export interface Search {
  /** Instants: from, and before. */
  start: string;
  end: string;
  classes: ReadonlySet<string> | null;
  /** Folded; empty for everything. */
  term: string;
  /** Whose names hold the term. */
  users: ReadonlySet<number>;
}

export async function searchOf(
  db: Database,
  { dateRange, objectClasses }: Filters,
  q: string,
): Promise<Search> {
  const { startDate, endDate } = dateRange ?? { startDate: "", endDate: "" };
  return {
    start: startDate && dayStart(startDate),
    end: endDate ? dayStart(addDays(endDate)) : "~",
    classes: objectClasses ? new Set(objectClasses) : null,
    term: folded(q),
    users: new Set(q && !isUuid(q) ? await usersNamed(db, q) : []),
  };
}

/** Users whose names hold a term, and those who have been deleted. */
const usersNamed = async (db: Database, q: string): Promise<number[]> =>
  (await rowsOf(db, { id: number("id") }, (columns) => sql`SELECT ${columns} FROM (${namedUsers(q)})`)).map(
    ({ id }) => id,
  );

/** The ids of users whose names hold a term. Who has been deleted is found by the name that the log keeps. */
export const namedUsers = (
  q: string,
): SQL => sql`SELECT u.id FROM user u WHERE ${containsFolded(sql`u.username`, q)}
  UNION ALL SELECT CAST(g.object_id AS INTEGER) FROM domain_change g WHERE g.object_class = 'siteproof.User'
    AND g.action = 'DELETE' AND ${containsFolded(sql`(g.params ->> '$.username.before')`, q)}
  UNION ALL SELECT CAST(n.object_id AS INTEGER) FROM audit_name n WHERE n.object_class = 'siteproof.User' AND ${containsFolded(sql`n.name`, q)}`;

/** Condition of the packs, in SQL, that may hold lines of a search. */
export const candidateCondition = ({ start, end, term }: Search): SQL =>
  sql`last_date >= ${start} AND first_date < ${end}${
    isUuid(term)
      ? sql` AND seq IN (SELECT pack_seq FROM audit_object WHERE object_hash = ${hashOf(term)})`
      : sql``
  }`;

/** Whether all lines of a pack lie in the search's days. */
const isInsidePeriod = ({ start, end }: Search, { firstDate, lastDate }: Pack): boolean =>
  firstDate >= start && lastDate < end;

/** Whether the counts of packs answer a search, so that none has to be read to be counted. */
export const isCounted = (search: Search, pack: Pack, textsToo: boolean): boolean =>
  isInsidePeriod(search, pack) && (search.term === "" || !textsToo);

/** Lines of a pack that pass by class and person alone. */
export function counted({ classes, term, users }: Search, { counts }: Pack): number {
  let lines = 0;
  for (const [objectClass, byUser] of Object.entries(counts)) {
    if (classes && !classes.has(objectClass)) continue;
    const named = term === "" || folded(objectClass).includes(term);
    for (const [user, count] of Object.entries(byUser)) if (named || users.has(Number(user))) lines += count;
  }
  return lines;
}

/** Whether a line passes; ids and changes are looked into with `textsToo`. */
export const lineFilter =
  ({ start, end, classes, term, users }: Search, textsToo: boolean) =>
  ({ dateCreated, objectClass, objectId, userId, params }: PackedLine): boolean =>
    dateCreated >= start &&
    dateCreated < end &&
    (!classes || classes.has(objectClass)) &&
    (term === "" ||
      users.has(userId) ||
      folded(objectClass).includes(term) ||
      (textsToo && (folded(objectId).includes(term) || folded(JSON.stringify(params)).includes(term))));

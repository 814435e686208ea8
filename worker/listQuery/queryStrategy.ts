import { type SQL, sql } from "drizzle-orm";
import type { DocumentationSort } from "#domain/documentation/columns.ts";
import { isCheapToFold } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { number, selectNumber, selectRow } from "#worker/db/rows.ts";
import { narrowScope, type Scope } from "#worker/db/scope.ts";
import {
  type Filter,
  type FilterCondition,
  filterColumns,
  filterConditions,
  sqlName,
  visibleCondition,
} from "./filter.ts";

/*
 * How the rows of a filter are found (measured at 1 000 000 rows by `npm run bench`):
 * - look up and sort: a condition with few matches finds them by its index, and they are sorted. Costs per match.
 * - scan the sort index: conditions with many matches are tested along the index of the sort order. Costs per row that does not match, so
 *   the scan stops after a number of rows.
 *   For a text search, the sort index is filtered by the text's matches first: of other rows, only their index entry is read.
 * - scan a covering index: if every condition has many matches but few rows meet all of them, one index that has all columns of the filter
 *   is read to its end.
 */

/** Matches up to which rows are looked up without trying to scan the sort index first. */
const maxLookUpRows = 2_000;
/** Matches from which a condition counts as common; they are not counted further. */
const commonThreshold = 20_000;
/** Matches of a text that can be read from its index in the time it takes to test the texts of one row. */
const textMatchesPerRowTest = 10;
/** Rows that a scan of the sort index tests per requested row, and the bounds of their total. */
const scannedPerResult = 20;
const [minScannedRows, maxScannedRows] = [2_000, 200_000];

export interface Order {
  sort: DocumentationSort;
  order: "asc" | "desc";
}
export interface Page {
  limit: number;
  offset: number;
}

/** A filter in a scope, with its conditions ranked by their number of matches. */
export interface Search {
  scope: Scope;
  filter: Filter;
  conditions: FilterCondition[];
  /** The condition for visible documentations. */
  visible: SQL;
  /** The condition with the fewest matches among those that an index can find. */
  narrowest: FilterCondition | undefined;
  /** The number of its matches, at most `commonThreshold`. */
  matchCount: number;
  /** The number of the free text's matches in its index, at most `commonThreshold`. */
  textMatchCount: number;
}

/** @throws forbidden for another customer's rows. */
export async function readSearch(db: Database, scope: Scope, filter: Filter): Promise<Search> {
  const conditions = await Promise.all(
    filterConditions(scope, filter).map((condition) =>
      condition.by === "attention" ? materialize(db, condition) : condition,
    ),
  );
  const indexed = conditions.filter((condition) => condition.matched);
  const counts =
    indexed.length > 0
      ? await selectRow(
          db,
          Object.fromEntries(
            indexed.map((condition, index) => [
              `n${index}`,
              number(sql`(SELECT count(*) FROM (${condition.matched} LIMIT ${commonThreshold}))`),
            ]),
          ),
          (columns) => sql`SELECT ${columns}`,
        )
      : {};
  const ranked = indexed
    .map((condition, index) => ({ condition, count: counts?.[`n${index}`] ?? commonThreshold }))
    .sort((a, b) => a.count - b.count);
  const [narrowest] = ranked;
  return {
    scope,
    filter,
    conditions: [
      ...ranked.map(({ condition }) => condition),
      ...conditions.filter((condition) => !condition.matched),
    ],
    visible: visibleCondition(scope, filter),
    narrowest: narrowest?.condition,
    matchCount: narrowest?.count ?? commonThreshold,
    textMatchCount: ranked.find(({ condition }) => condition.by === "query")?.count ?? commonThreshold,
  };
}

/** Replaces a condition with few matches that are expensive to find by the list of their `seq`. */
async function materialize(db: Database, condition: FilterCondition): Promise<FilterCondition> {
  const seqs = await listSeqs(db, sql`${condition.matched} LIMIT ${commonThreshold}`);
  if (seqs.length === commonThreshold) return condition;
  const matched = sql`SELECT value AS seq FROM json_each(${JSON.stringify(seqs)})`;
  return { ...condition, matched, condition: () => sql`+d.seq IN (${matched})` };
}

/** The `seq` of a page's rows, in their order. */
export async function findPage(db: Database, search: Search, order: Order, page: Page): Promise<number[]> {
  const { conditions, narrowest, matchCount, filter } = search;
  if (conditions.length === 0) return listSeqs(db, scanSortIndex(search, order, page));
  if (narrowest && matchCount <= maxLookUpRows)
    return listSeqs(db, lookUpAndSort(search, narrowest, order, page));
  const isNarrowText = narrowest?.by === "query" && matchCount < commonThreshold;
  if (!isNarrowText && isCheapToFold(filter.query)) {
    const requestedRows = page.offset + page.limit;
    const maxRows = Math.min(Math.max(requestedRows * scannedPerResult, minScannedRows), maxScannedRows);
    if (maxRows >= requestedRows) {
      const seqs = await listSeqs(db, scanSortIndex(search, order, page, maxRows));
      if (seqs.length === page.limit || (await scanWasExhaustive(db, search, order, maxRows))) return seqs;
    }
  }
  return listSeqs(db, fallbackQuery(search, order, page));
}

/** The query for when the scan of the sort index found too few rows or was not tried. */
function fallbackQuery(search: Search, order: Order, page: Page): SQL {
  const { narrowest, matchCount, conditions } = search;
  if (narrowest && narrowest.by !== "query" && matchCount < commonThreshold)
    return lookUpAndSort(search, narrowest, order, page);
  return conditions.some(isText)
    ? scanSortIndexOfMatches(search, order, page)
    : scanCoveringIndex(search, order, page);
}

/** Whether a condition is a free text whose matches an index can find. */
const isText = ({ by, matched }: FilterCondition): boolean => by === "query" && matched !== null;

/** Scans the sort index for the text's matches: of other rows, only their entry in that index is read. */
function scanSortIndexOfMatches(search: Search, order: Order, page: Page): SQL {
  // Without the unary plus, SQLite would start with the matches and sort them.
  const conditions = search.conditions.map((condition) =>
    isText(condition) ? { ...condition, condition: () => sql`+d.seq IN (${condition.matched})` } : condition,
  );
  return scanSortIndex({ ...search, conditions }, order, page);
}

/** Without a projection, because an export reads 20 000 numbers at a time. */
const listSeqs = async (db: Database, query: SQL): Promise<number[]> =>
  (await db.all<{ seq: number }>(query)).map(({ seq }) => seq);

const all = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` AND `);
const limitClause = ({ limit, offset }: Page): SQL => sql`LIMIT ${limit} OFFSET ${offset}`;

/** Scans the sort index and tests its rows, at most `maxRows` of them. */
function scanSortIndex(search: Search, order: Order, page: Page, maxRows?: number): SQL {
  const { from, orderBy, indexed, where } = scanPredicate(search, order);
  const tested = search.conditions
    .filter((condition) => !indexed.includes(condition))
    .map(({ condition }) => condition(false));
  if (maxRows === undefined)
    return sql`SELECT d.seq AS seq FROM ${from} WHERE ${all([where, ...tested])} ORDER BY ${orderBy} ${limitClause(page)}`;
  return sql`SELECT seq FROM ${scanSource(search, order, maxRows)} ${limitClause(page)}`;
}

/** The matches among the first `maxRows` rows of an order: `FROM` and `WHERE` of rows `d`, which have the columns that filters use. */
function scanSource(search: Search, order: Order, maxRows: number): SQL {
  const { from, orderBy, indexed, where } = scanPredicate(search, order);
  const tested = search.conditions
    .filter((condition) => !indexed.includes(condition))
    .map(({ condition }) => condition(false));
  // One index has all columns that filters use; any other column would make SQLite read the row itself.
  const columns = search.filter.query
    ? sql`d.*`
    : sql.raw(["seq", ...filterColumns.map(sqlName)].map((name) => `d.${name}`).join(", "));
  return sql`(SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ${maxRows}) d
    WHERE ${tested.length > 0 ? all(tested) : sql`1`}`;
}

/**
 * The matches of a filter among the newest `maxRows` rows: `FROM` and `WHERE` of rows `d`. `isWhole` tells whether those are all
 * matches. With a free text, the first `maxRows` matches of its index are used instead, in no order.
 */
export function newestMatches(
  search: Search,
  maxRows: number,
): { from: SQL; isWhole: (db: Database) => Promise<boolean> } {
  const text = search.conditions.find(({ by, matched }) => by === "query" && matched);
  if (text?.matched) {
    const limited: FilterCondition = {
      ...text,
      matched: sql`SELECT seq FROM (${text.matched}) LIMIT ${maxRows}`,
    };
    const conditions = search.conditions.map((condition) => (condition === text ? limited : condition));
    return {
      from: lookUpSource({ ...search, conditions }, limited),
      isWhole: async (db) =>
        (await selectNumber(db, sql`SELECT count(*) FROM (${text.matched!} LIMIT ${maxRows})`)) < maxRows,
    };
  }
  const order: Order = { sort: "dateCreated", order: "desc" };
  return {
    from: scanSource(search, order, maxRows),
    isWhole: (db) => scanWasExhaustive(db, search, order, maxRows),
  };
}

/** The rows that a scan of the sort index reads: the visible ones that meet the conditions of the columns the index begins with. */
function scanPredicate(search: Search, order: Order) {
  const { from, orderBy, nameConditions } = orderingOf(order, search);
  const indexed = leadingConditions(search, order.sort);
  const where = all([search.visible, ...indexed.map(({ condition }) => condition(true)), ...nameConditions]);
  return { from, orderBy, indexed, where };
}

/** Whether a scan of `maxRows` rows reached the end of the index, so that it found all matches. */
async function scanWasExhaustive(
  db: Database,
  search: Search,
  order: Order,
  maxRows: number,
): Promise<boolean> {
  const { from, orderBy, where } = scanPredicate(search, order);
  const rows = sql`SELECT d.seq FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ${maxRows}`;
  return (await selectNumber(db, sql`SELECT count(*) FROM (${rows})`)) < maxRows;
}

/** The conditions that narrow the scan itself, because the index begins with their columns. */
function leadingConditions({ conditions }: Search, sort: DocumentationSort): FilterCondition[] {
  const ofSort = conditions.filter(
    ({ by, isOrdered }) => by === sort && by !== "templateId" && (by !== "status" || isOrdered),
  );
  if (sort !== "dateCreated") return ofSort;
  // The narrowest condition with an index by its value and then by date; conditions with fewer matches come first.
  const value = conditions.find(({ by, isOrdered }) => isOrdered && by !== "dateCreated");
  return value ? [value, ...ofSort] : ofSort;
}

/** Looks up the matches of one condition, tests the others, and sorts the rows. */
function lookUpAndSort(search: Search, lookedUp: FilterCondition, order: Order, page: Page): SQL {
  const { orderBy, nameJoin } = orderingOf(order, search);
  // CROSS JOIN fixes the order: the matches first, then their rows, then the names to sort by.
  return sql`SELECT d.seq AS seq FROM ${lookUpSource(search, lookedUp, nameJoin)} ORDER BY ${orderBy} ${limitClause(page)}`;
}

/** The matches of one condition that meet the others: `FROM` and `WHERE` of rows `d`. */
function lookUpSource(
  { visible, conditions, matchCount, textMatchCount }: Search,
  lookedUp: FilterCondition,
  join = sql``,
): SQL {
  // Testing the texts of one row costs as much as reading several matches from the text's index.
  const usesTextIndex = matchCount > maxLookUpRows || textMatchCount < matchCount * textMatchesPerRowTest;
  const tested = conditions
    .filter((condition) => condition !== lookedUp)
    .map(({ by, condition, matched }) =>
      by === "query" && matched && usesTextIndex ? sql`d.seq IN (${matched})` : condition(false),
    );
  return sql`(${lookedUp.matched!}) found CROSS JOIN documentation d ON d.seq = found.seq ${join} WHERE ${all([visible, ...tested])}`;
}

/** Reads a whole index that has all columns of the filter. */
function scanCoveringIndex(search: Search, order: Order, page: Page): SQL {
  const { orderBy, nameJoin } = orderingOf(order, search);
  return sql`SELECT d.seq AS seq FROM ${coveringScanSource(search, nameJoin)} ORDER BY ${orderBy} ${limitClause(page)}`;
}

function coveringScanSource({ scope, filter, visible, conditions }: Search, join = sql``): SQL {
  const index =
    narrowScope(scope, filter.customerId).customerId === undefined
      ? sql``
      : sql`INDEXED BY documentation_created`;
  const tested = conditions.map(({ by, condition }) => condition(by === "dateCreated"));
  return sql`documentation d ${index} ${join} WHERE ${all([visible, ...tested])}`;
}

/**
 * All matches of a filter, found in the cheapest way: `FROM` and `WHERE` of rows `d`, for a count or an export.
 * @param join follows `documentation d`
 */
export function matchSource(search: Search, join = sql``): SQL {
  const { narrowest, matchCount, conditions } = search;
  if (narrowest && matchCount < commonThreshold) return lookUpSource(search, narrowest, join);
  const text = conditions.find(({ by, matched }) => by === "query" && matched);
  return text ? lookUpSource(search, text, join) : coveringScanSource(search, join);
}

interface Ordering {
  /** Makes SQLite read the rows in order from an index: the small table of names first, then the documentations of each name. */
  from: SQL;
  orderBy: SQL;
  /** Joins the names to sort by to documentations that are found another way. */
  nameJoin: SQL;
  /** Conditions on the table of names. */
  nameConditions: SQL[];
}

function orderingOf({ sort, order }: Order, { conditions }: Pick<Search, "conditions">): Ordering {
  const direction = order === "asc" ? sql`ASC` : sql`DESC`;
  const plain = (orderBy: SQL): Ordering => ({
    from: sql`documentation d`,
    orderBy,
    nameJoin: sql``,
    nameConditions: [],
  });
  switch (sort) {
    case "id":
      return plain(sql`d.id ${direction}`);
    case "name":
      return plain(sql`d.name_key ${direction}, d.seq ${direction}`);
    case "dateUploaded":
    case "dateCreated":
      return plain(sql`${sql.raw(`d.${sqlName(sort)}`)} ${direction}, d.seq ${direction}`);
    case "templateId": {
      const templates = conditions.find(({ by }) => by === "templateId")?.templates;
      return {
        from: sql`template t CROSS JOIN documentation d ON d.customer_id = t.customer_id AND d.template_id = t.id`,
        orderBy: sql`t.name_key ${direction}, t.id ${direction}, d.date_created ${direction}, d.seq ${direction}`,
        nameJoin: sql`CROSS JOIN template t ON t.id = d.template_id`,
        nameConditions: templates ? [sql`+t.id IN ${templates}`] : [],
      };
    }
    case "customerName":
      return {
        from: sql`customer c CROSS JOIN documentation d ON d.customer_id = c.id`,
        orderBy: sql`c.name_key ${direction}, c.name ${direction}, d.date_created ${direction}, d.seq ${direction}`,
        nameJoin: sql`CROSS JOIN customer c ON c.id = d.customer_id`,
        nameConditions: [],
      };
    // Equal values are sorted by date: each of these sorts has an index (customer, value, date_created, seq).
    default:
      return plain(
        sql`${sql.raw(`d.${sqlName(sort)}`)} ${direction}, d.date_created ${direction}, d.seq ${direction}`,
      );
  }
}

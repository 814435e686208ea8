import { type SQL, sql } from "drizzle-orm";
import type { DocumentationSort } from "#domain/documentation/columns.ts";
import { isCheapToFold } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { number, selectNumber, selectRow } from "#worker/db/rows.ts";
import { narrowScope, type Scope } from "#worker/db/scope.ts";
import { toSqlName } from "#worker/db/sqlName.ts";
import {
  createFilterConditions,
  type Filter,
  type FilterCondition,
  filterColumns,
  visibleCondition,
} from "./filter.ts";

/*
 * How the rows of a filter are found (measured at 1 000 000 rows, docs/decisions/0013-search-by-trigrams.md):
 * - look up and sort: a condition with few matches finds them by its index, and they are sorted. The cost grows with the matches.
 * - scan the sort index: conditions with many matches are tested along the index of the sort order. The cost grows with the rows that do not match, so
 *   the scan stops after a number of rows.
 *   For a text search, the sort index is filtered by the text's matches first: of other rows, only their index entry is read.
 * - scan a covering index: if every condition has many matches but few rows meet all of them, one index that has all columns of the filter
 *   is read to its end.
 */

/** Matches up to which rows are looked up without trying to scan the sort index first. */
const maxLookUpRows = 2_000;
/** Matches from which a condition counts as common; they are not counted further. */
const commonMatchThreshold = 20_000;
/** Matches of a text that can be read from its index in the time it takes to test the texts of one row. */
const textMatchesPerRowTest = 10;
/** Rows that a scan of the sort index tests per requested row, and the bounds of their total. */
const scannedRowsPerResult = 20;
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
  narrowestCondition: FilterCondition | undefined;
  /** The number of its matches, at most `commonMatchThreshold`. */
  matchCount: number;
  /** The number of the free text's matches in its index, at most `commonMatchThreshold`. */
  textMatchCount: number;
}

/** @throws forbidden for another customer's rows. */
export async function createSearch(db: Database, scope: Scope, filter: Filter): Promise<Search> {
  const conditions = await Promise.all(
    createFilterConditions(scope, filter).map((condition) =>
      condition.criterion === "attention" || condition.criterion === "activity"
        ? materialize(db, condition)
        : condition,
    ),
  );
  const indexedConditions = conditions.filter((condition) => condition.seqQuery);
  const counts =
    indexedConditions.length > 0
      ? await selectRow(
          db,
          Object.fromEntries(
            indexedConditions.map((condition, index) => [
              `n${index}`,
              number(sql`(SELECT count(*) FROM (${condition.seqQuery} LIMIT ${commonMatchThreshold}))`),
            ]),
          ),
          (columns) => sql`SELECT ${columns}`,
        )
      : {};
  const rankedConditions = indexedConditions
    .map((condition, index) => ({ condition, count: counts?.[`n${index}`] ?? commonMatchThreshold }))
    .sort((a, b) => a.count - b.count);
  const [narrowestEntry] = rankedConditions;
  return {
    scope,
    filter,
    conditions: [
      ...rankedConditions.map(({ condition }) => condition),
      ...conditions.filter((condition) => !condition.seqQuery),
    ],
    visible: visibleCondition(scope, filter),
    narrowestCondition: narrowestEntry?.condition,
    matchCount: narrowestEntry?.count ?? commonMatchThreshold,
    textMatchCount:
      rankedConditions.find(({ condition }) => condition.criterion === "query")?.count ??
      commonMatchThreshold,
  };
}

/** Replaces a condition by the list of its matches' `seq`, for conditions with few matches that are expensive to find. */
async function materialize(db: Database, condition: FilterCondition): Promise<FilterCondition> {
  const seqs = await listSeqs(db, sql`${condition.seqQuery} LIMIT ${commonMatchThreshold}`);
  if (seqs.length === commonMatchThreshold) return condition;
  const seqQuery = sql`SELECT value AS seq FROM json_each(${JSON.stringify(seqs)})`;
  return { ...condition, seqQuery, condition: () => sql`+d.seq IN (${seqQuery})` };
}

/** The `seq` of a page's rows, in their order. */
export async function findPage(db: Database, search: Search, order: Order, page: Page): Promise<number[]> {
  const { conditions, narrowestCondition, matchCount, filter } = search;
  if (conditions.length === 0) return listSeqs(db, createSortIndexScan(search, order, page));
  if (narrowestCondition && matchCount <= maxLookUpRows)
    return listSeqs(db, createLookUpQuery(search, narrowestCondition, order, page));
  const isNarrowText = narrowestCondition?.criterion === "query" && matchCount < commonMatchThreshold;
  if (!isNarrowText && isCheapToFold(filter.query)) {
    const requestedRowCount = page.offset + page.limit;
    const maxRows = Math.min(
      Math.max(requestedRowCount * scannedRowsPerResult, minScannedRows),
      maxScannedRows,
    );
    if (maxRows >= requestedRowCount) {
      const seqs = await listSeqs(db, createSortIndexScan(search, order, page, maxRows));
      if (seqs.length === page.limit || (await wasScanExhaustive(db, search, order, maxRows))) return seqs;
    }
  }
  return listSeqs(db, createFallbackQuery(search, order, page));
}

/** The query to use if the scan of the sort index found too few rows or was not tried. */
function createFallbackQuery(search: Search, order: Order, page: Page): SQL {
  const { narrowestCondition, matchCount, conditions } = search;
  if (narrowestCondition && narrowestCondition.criterion !== "query" && matchCount < commonMatchThreshold)
    return createLookUpQuery(search, narrowestCondition, order, page);
  return conditions.some(isTextCondition)
    ? createSortIndexScanOfMatches(search, order, page)
    : createCoveringScan(search, order, page);
}

/** Whether a condition is a free text whose matches an index can find. */
const isTextCondition = ({ criterion: column, seqQuery }: FilterCondition): boolean =>
  column === "query" && seqQuery !== null;

/** Scans the sort index for the text's matches: of other rows, only their entry in that index is read. */
function createSortIndexScanOfMatches(search: Search, order: Order, page: Page): SQL {
  // Without the unary plus, SQLite would start with the matches and sort them.
  const conditions = search.conditions.map((condition) =>
    isTextCondition(condition)
      ? { ...condition, condition: () => sql`+d.seq IN (${condition.seqQuery})` }
      : condition,
  );
  return createSortIndexScan({ ...search, conditions }, order, page);
}

/** Without a projection, because an export reads 20 000 numbers at a time. */
const listSeqs = async (db: Database, query: SQL): Promise<number[]> =>
  (await db.all<{ seq: number }>(query)).map(({ seq }) => seq);

const joinConditions = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` AND `);
const createLimitClause = ({ limit, offset }: Page): SQL => sql`LIMIT ${limit} OFFSET ${offset}`;

/** Scans the sort index and tests its rows, at most `maxRows` of them. */
function createSortIndexScan(search: Search, order: Order, page: Page, maxRows?: number): SQL {
  const { from, orderBy, indexedConditions, where } = createScanParts(search, order);
  const testedConditions = search.conditions
    .filter((condition) => !indexedConditions.includes(condition))
    .map(({ condition }) => condition(false));
  if (maxRows === undefined)
    return sql`SELECT d.seq AS seq FROM ${from} WHERE ${joinConditions([where, ...testedConditions])} ORDER BY ${orderBy} ${createLimitClause(page)}`;
  return sql`SELECT seq FROM ${createScanSource(search, order, maxRows)} ${createLimitClause(page)}`;
}

/** The matches among the first `maxRows` rows of an order: `FROM` and `WHERE` of rows `d`, which have the columns that filters use. */
function createScanSource(search: Search, order: Order, maxRows: number): SQL {
  const { from, orderBy, indexedConditions, where } = createScanParts(search, order);
  const testedConditions = search.conditions
    .filter((condition) => !indexedConditions.includes(condition))
    .map(({ condition }) => condition(false));
  // One index has all columns that filters use; any other column would make SQLite read the row itself.
  const columns = search.filter.query
    ? sql`d.*`
    : sql.raw(["seq", ...filterColumns.map(toSqlName)].map((name) => `d.${name}`).join(", "));
  return sql`(SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ${maxRows}) d
    WHERE ${testedConditions.length > 0 ? joinConditions(testedConditions) : sql`1`}`;
}

/**
 * The matches of a filter among the newest `maxRows` rows: `FROM` and `WHERE` of rows `d`. `includesAllMatches` tells whether those are all
 * matches. With a free text, the first `maxRows` matches of its index are used instead, in no order.
 */
export function createNewestMatchSource(
  search: Search,
  maxRows: number,
): { from: SQL; includesAllMatches: (db: Database) => Promise<boolean> } {
  const textCondition = search.conditions.find(
    ({ criterion: column, seqQuery }) => column === "query" && seqQuery,
  );
  if (textCondition?.seqQuery) {
    const limitedCondition: FilterCondition = {
      ...textCondition,
      seqQuery: sql`SELECT seq FROM (${textCondition.seqQuery}) LIMIT ${maxRows}`,
    };
    const conditions = search.conditions.map((condition) =>
      condition === textCondition ? limitedCondition : condition,
    );
    return {
      from: createLookUpSource({ ...search, conditions }, limitedCondition),
      includesAllMatches: async (db) =>
        (await selectNumber(db, sql`SELECT count(*) FROM (${textCondition.seqQuery!} LIMIT ${maxRows})`)) <
        maxRows,
    };
  }
  const order: Order = { sort: "dateCreated", order: "desc" };
  return {
    from: createScanSource(search, order, maxRows),
    includesAllMatches: (db) => wasScanExhaustive(db, search, order, maxRows),
  };
}

/** The rows that a scan of the sort index reads: the visible ones that meet the conditions of the columns the index begins with. */
function createScanParts(search: Search, order: Order) {
  const { from, orderBy, nameConditions } = createOrdering(order, search);
  const indexedConditions = listLeadingConditions(search, order.sort);
  const where = joinConditions([
    search.visible,
    ...indexedConditions.map(({ condition }) => condition(true)),
    ...nameConditions,
  ]);
  return { from, orderBy, indexedConditions, where };
}

/** Whether a scan of `maxRows` rows reached the end of the index, so that it found all matches. */
async function wasScanExhaustive(
  db: Database,
  search: Search,
  order: Order,
  maxRows: number,
): Promise<boolean> {
  const { from, orderBy, where } = createScanParts(search, order);
  const rows = sql`SELECT d.seq FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ${maxRows}`;
  return (await selectNumber(db, sql`SELECT count(*) FROM (${rows})`)) < maxRows;
}

/** The conditions that narrow the scan itself, because the index begins with their columns. */
function listLeadingConditions({ conditions }: Search, sort: DocumentationSort): FilterCondition[] {
  const sortConditions = conditions.filter(
    ({ criterion: column, isOrderedByDate }) =>
      column === sort && column !== "templateId" && (column !== "status" || isOrderedByDate),
  );
  if (sort !== "dateCreated") return sortConditions;
  // The narrowest condition with an index by its value and then by date; conditions with fewer matches come first.
  const valueCondition = conditions.find(
    ({ criterion: column, isOrderedByDate }) => isOrderedByDate && column !== "dateCreated",
  );
  return valueCondition ? [valueCondition, ...sortConditions] : sortConditions;
}

/** Looks up the matches of one condition, tests the others, and sorts the rows. */
function createLookUpQuery(search: Search, lookUpCondition: FilterCondition, order: Order, page: Page): SQL {
  const { orderBy, nameJoin } = createOrdering(order, search);
  // CROSS JOIN fixes the order: the matches first, then their rows, then the names to sort by.
  return sql`SELECT d.seq AS seq FROM ${createLookUpSource(search, lookUpCondition, nameJoin)} ORDER BY ${orderBy} ${createLimitClause(page)}`;
}

/** The matches of one condition that meet the others: `FROM` and `WHERE` of rows `d`. */
function createLookUpSource(
  { visible, conditions, matchCount, textMatchCount }: Search,
  lookUpCondition: FilterCondition,
  join = sql``,
): SQL {
  // Testing the texts of one row costs as much as reading several matches from the text's index.
  const shouldUseTextIndex =
    matchCount > maxLookUpRows || textMatchCount < matchCount * textMatchesPerRowTest;
  const testedConditions = conditions
    .filter((condition) => condition !== lookUpCondition)
    .map(({ criterion: column, condition, seqQuery }) =>
      column === "query" && seqQuery && shouldUseTextIndex ? sql`d.seq IN (${seqQuery})` : condition(false),
    );
  return sql`(${lookUpCondition.seqQuery!}) found CROSS JOIN documentation d ON d.seq = found.seq ${join} WHERE ${joinConditions([visible, ...testedConditions])}`;
}

/** Reads a whole index that has all columns of the filter. */
function createCoveringScan(search: Search, order: Order, page: Page): SQL {
  const { orderBy, nameJoin } = createOrdering(order, search);
  return sql`SELECT d.seq AS seq FROM ${createCoveringScanSource(search, nameJoin)} ORDER BY ${orderBy} ${createLimitClause(page)}`;
}

function createCoveringScanSource({ scope, filter, visible, conditions }: Search, join = sql``): SQL {
  const index =
    narrowScope(scope, filter.customerId).customerId === undefined
      ? sql``
      : sql`INDEXED BY documentation_created`;
  const testedConditions = conditions.map(({ criterion: column, condition }) =>
    condition(column === "dateCreated"),
  );
  return sql`documentation d ${index} ${join} WHERE ${joinConditions([visible, ...testedConditions])}`;
}

/**
 * All matches of a filter, found in the cheapest way: `FROM` and `WHERE` of rows `d`, for a count or an export.
 * @param join follows `documentation d`
 */
export function createMatchSource(search: Search, join = sql``): SQL {
  const { narrowestCondition, matchCount, conditions } = search;
  if (narrowestCondition && matchCount < commonMatchThreshold)
    return createLookUpSource(search, narrowestCondition, join);
  const textCondition = conditions.find(({ criterion: column, seqQuery }) => column === "query" && seqQuery);
  return textCondition
    ? createLookUpSource(search, textCondition, join)
    : createCoveringScanSource(search, join);
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

function createOrdering({ sort, order }: Order, { conditions }: Pick<Search, "conditions">): Ordering {
  const direction = order === "asc" ? sql`ASC` : sql`DESC`;
  const createPlainOrdering = (orderBy: SQL): Ordering => ({
    from: sql`documentation d`,
    orderBy,
    nameJoin: sql``,
    nameConditions: [],
  });
  switch (sort) {
    case "id":
      return createPlainOrdering(sql`d.id ${direction}`);
    case "name":
      return createPlainOrdering(sql`d.name_key ${direction}, d.seq ${direction}`);
    case "creator": {
      // The filter has one creator, whose documentations the other index has by date.
      const isConstant = conditions.some(({ criterion: column }) => column === "creator");
      const column = sql.raw(isConstant ? "d.creator" : "d.creator_key");
      return createPlainOrdering(
        sql`${column} ${direction}, d.date_created ${direction}, d.seq ${direction}`,
      );
    }
    case "dateUploaded":
    case "dateCreated":
      return createPlainOrdering(sql`${sql.raw(`d.${toSqlName(sort)}`)} ${direction}, d.seq ${direction}`);
    case "templateId": {
      const templateIdsSql = conditions.find(({ criterion: column }) => column === "templateId")?.templates;
      return {
        // A covering index of the customer would read all of its documentations for each template.
        from: sql`template t CROSS JOIN documentation d INDEXED BY documentation_template ON d.customer_id = t.customer_id AND d.template_id = t.id`,
        orderBy: sql`t.name_key ${direction}, t.id ${direction}, d.date_created ${direction}, d.seq ${direction}`,
        nameJoin: sql`CROSS JOIN template t ON t.id = d.template_id`,
        nameConditions: templateIdsSql ? [sql`+t.id IN ${templateIdsSql}`] : [],
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
      return createPlainOrdering(
        sql`${sql.raw(`d.${toSqlName(sort)}`)} ${direction}, d.date_created ${direction}, d.seq ${direction}`,
      );
  }
}

import { type SQL, sql } from "drizzle-orm";
import type { DocumentationSort } from "#domain/documentation/columns.ts";
import { isExactlyFoldable } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { number, numberOf, rowOf } from "#worker/db/rows.ts";
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
 * - gather: a condition with few matches finds them by its index, and they are sorted. Costs per match.
 * - walk: conditions with many matches are tested along the index of the sort order. Costs per row that does not match, so it is
 *   given up when the matches lie far apart.
 *   A text's matches are walked among in the order's index: of rows that do not match, nothing else is read.
 * - sweep: where each condition has many matches and all of them have few in common, one index that holds every column of the
 *   filter is read to its end.
 */

/** Up to this many rows are gathered without trying a walk first. */
const maxLookUpRows = 2_000;
/** From here on a condition counts as common, and its matches are not counted further. */
const commonThreshold = 20_000;
/** Matches of a text that are read from its index in the time in which the texts of one row are tested. */
const textMatchesPerRowTest = 10;
/** Rows that a walk tests for each wanted one, and the bounds of their number. */
const scannedPerResult = 20;
const [shortestWalk, longestWalk] = [2_000, 200_000];

export interface Order {
  sort: DocumentationSort;
  order: "asc" | "desc";
}
export interface Page {
  limit: number;
  offset: number;
}

/** A filter in a scope, as its conditions. */
export interface Search {
  scope: Scope;
  filter: Filter;
  pieces: FilterCondition[];
  /** The condition of what may be seen at all. */
  seen: SQL;
  /** Of the pieces that an index can find, the one with the fewest matches; and their number, `commonThreshold` at most. */
  narrowest: FilterCondition | undefined;
  size: number;
  /** The matches of the free text, where its index finds them; `commonThreshold` at most. */
  textSize: number;
}

/** @throws forbidden for another customer's rows. */
export async function searchOf(db: Database, scope: Scope, filter: Filter): Promise<Search> {
  const pieces = await Promise.all(
    filterConditions(scope, filter).map((piece) => (piece.by === "matter" ? materialize(db, piece) : piece)),
  );
  const found = pieces.filter((piece) => piece.found);
  const sizes =
    found.length > 0
      ? await rowOf(
          db,
          Object.fromEntries(
            found.map((piece, index) => [
              `n${index}`,
              number(sql`(SELECT count(*) FROM (${piece.found} LIMIT ${commonThreshold}))`),
            ]),
          ),
          (columns) => sql`SELECT ${columns}`,
        )
      : {};
  const ranked = found
    .map((piece, index) => ({ piece, size: sizes?.[`n${index}`] ?? commonThreshold }))
    .sort((a, b) => a.size - b.size);
  const [least] = ranked;
  return {
    scope,
    filter,
    pieces: [...ranked.map(({ piece }) => piece), ...pieces.filter((piece) => !piece.found)],
    seen: visibleCondition(scope, filter),
    narrowest: least?.piece,
    size: least?.size ?? commonThreshold,
    textSize: ranked.find(({ piece }) => piece.by === "query")?.size ?? commonThreshold,
  };
}

/** A piece whose matches are few and dear to find: they are found once, and listed from then on. */
async function materialize(db: Database, piece: FilterCondition): Promise<FilterCondition> {
  const seqs = await seqsOf(db, sql`${piece.found} LIMIT ${commonThreshold}`);
  if (seqs.length === commonThreshold) return piece;
  const found = sql`SELECT value AS seq FROM json_each(${JSON.stringify(seqs)})`;
  return { ...piece, found, condition: () => sql`+d.seq IN (${found})` };
}

/** The `seq` of a page's rows, in their order. */
export async function findPage(db: Database, search: Search, order: Order, page: Page): Promise<number[]> {
  const { pieces, narrowest, size, filter } = search;
  if (pieces.length === 0) return seqsOf(db, scanSortIndex(search, order, page));
  if (narrowest && size <= maxLookUpRows) return seqsOf(db, lookUpAndSort(search, narrowest, order, page));
  const byText = narrowest?.by === "query" && size < commonThreshold;
  if (!byText && isExactlyFoldable(filter.query)) {
    const wanted = page.offset + page.limit;
    const steps = Math.min(Math.max(wanted * scannedPerResult, shortestWalk), longestWalk);
    if (steps >= wanted) {
      const walked = await seqsOf(db, scanSortIndex(search, order, page, steps));
      if (walked.length === page.limit || (await scanWasExhaustive(db, search, order, steps))) return walked;
    }
  }
  return seqsOf(db, fallbackQuery(search, order, page));
}

/** After a walk that found too little or was not tried. */
function fallbackQuery(search: Search, order: Order, page: Page): SQL {
  const { narrowest, size, pieces } = search;
  if (narrowest && narrowest.by !== "query" && size < commonThreshold)
    return lookUpAndSort(search, narrowest, order, page);
  return pieces.some(isText)
    ? scanSortIndexOfMatches(search, order, page)
    : scanCoveringIndex(search, order, page);
}

/** Whether a piece is a text whose matches an index finds. */
const isText = ({ by, found }: FilterCondition): boolean => by === "query" && found !== null;

/** Walks the sort index among the matches of the text: of the other rows, none but their entries in that index are read. */
function scanSortIndexOfMatches(search: Search, order: Order, page: Page): SQL {
  // Without the plus, SQLite would begin with the matches and sort them.
  const among = search.pieces.map((piece) =>
    isText(piece) ? { ...piece, condition: () => sql`+d.seq IN (${piece.found})` } : piece,
  );
  return scanSortIndex({ ...search, pieces: among }, order, page);
}

/** Read without a projection: an export asks for 20 000 numbers at a time. */
const seqsOf = async (db: Database, query: SQL): Promise<number[]> =>
  (await db.all<{ seq: number }>(query)).map(({ seq }) => seq);

const all = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` AND `);
const limited = ({ limit, offset }: Page): SQL => sql`LIMIT ${limit} OFFSET ${offset}`;

/** Walks the sort index and keeps the rows that pass; with `steps`, tests that many rows at most. */
function scanSortIndex(search: Search, order: Order, page: Page, steps?: number): SQL {
  const { from, by, indexed, inner } = scanPredicate(search, order);
  const tested = search.pieces
    .filter((piece) => !indexed.includes(piece))
    .map(({ condition }) => condition(false));
  if (steps === undefined)
    return sql`SELECT d.seq AS seq FROM ${from} WHERE ${all([inner, ...tested])} ORDER BY ${by} ${limited(page)}`;
  return sql`SELECT seq FROM ${scanSource(search, order, steps)} ${limited(page)}`;
}

/** The first rows of an order, those of them that pass: `FROM` and `WHERE`, of `d` with the columns that filters use. */
function scanSource(search: Search, order: Order, steps: number): SQL {
  const { from, by, indexed, inner } = scanPredicate(search, order);
  const tested = search.pieces
    .filter((piece) => !indexed.includes(piece))
    .map(({ condition }) => condition(false));
  // One index holds all columns that filters use; any other column would make SQLite read the row itself.
  const columns = search.filter.query
    ? sql`d.*`
    : sql.raw(["seq", ...filterColumns.map(sqlName)].map((name) => `d.${name}`).join(", "));
  return sql`(SELECT ${columns} FROM ${from} WHERE ${inner} ORDER BY ${by} LIMIT ${steps}) d
    WHERE ${tested.length > 0 ? all(tested) : sql`1`}`;
}

/**
 * What a filter with many matches finds among the newest rows: `FROM` and `WHERE`, and whether these are all rows there are. A search
 * word is looked up in its index instead, which knows no order.
 */
export function newestMatches(
  search: Search,
  rows: number,
): { from: SQL; whole: (db: Database) => Promise<boolean> } {
  const byQuery = search.pieces.find(({ by, found }) => by === "query" && found);
  if (byQuery?.found) {
    const some: FilterCondition = {
      ...byQuery,
      found: sql`SELECT seq FROM (${byQuery.found}) LIMIT ${rows}`,
    };
    const pieces = search.pieces.map((piece) => (piece === byQuery ? some : piece));
    return {
      from: lookUpSource({ ...search, pieces }, some),
      whole: async (db) =>
        (await numberOf(db, sql`SELECT count(*) FROM (${byQuery.found!} LIMIT ${rows})`)) < rows,
    };
  }
  const order: Order = { sort: "dateCreated", order: "desc" };
  return { from: scanSource(search, order, rows), whole: (db) => scanWasExhaustive(db, search, order, rows) };
}

/** What a walk steps through: all that can be seen, and the pieces that its index begins with. */
function scanPredicate(search: Search, order: Order) {
  const { from, by, narrowed } = ordered(order, search);
  const indexed = leading(search, order.sort);
  const inner = all([search.seen, ...indexed.map(({ condition }) => condition(true)), ...narrowed]);
  return { from, by, indexed, inner };
}

/** Whether a walk has seen everything there is. Then it has found all, however few that are. */
async function scanWasExhaustive(
  db: Database,
  search: Search,
  order: Order,
  steps: number,
): Promise<boolean> {
  const { from, by, inner } = scanPredicate(search, order);
  const rows = sql`SELECT d.seq FROM ${from} WHERE ${inner} ORDER BY ${by} LIMIT ${steps}`;
  return (await numberOf(db, sql`SELECT count(*) FROM (${rows})`)) < steps;
}

/** The pieces that shorten the walk itself, because its index can begin with them. */
function leading({ pieces }: Search, sort: DocumentationSort): FilterCondition[] {
  const own = pieces.filter(
    ({ by, ordered: inOrder }) => by === sort && by !== "templateId" && (by !== "status" || inOrder),
  );
  if (sort !== "dateCreated") return own;
  // An index by a value and then by date. Pieces with fewer matches come first.
  const value = pieces.find(({ by, ordered: inOrder }) => inOrder && by !== "dateCreated");
  return value ? [value, ...own] : own;
}

/** Gathers the matches of a piece, keeps those that pass the others, and sorts them. */
function lookUpAndSort(search: Search, piece: FilterCondition, order: Order, page: Page): SQL {
  const { by, names } = ordered(order, search);
  // CROSS JOIN keeps SQLite to this order: the matches first, then each one's row, then the names it is sorted by.
  return sql`SELECT d.seq AS seq FROM ${lookUpSource(search, piece, names)} ORDER BY ${by} ${limited(page)}`;
}

/** The matches of a piece that pass the others: `FROM` and `WHERE`. */
function lookUpSource({ seen, pieces, size, textSize }: Search, piece: FilterCondition, names = sql``): SQL {
  // Testing the texts of a row costs as much as reading some matches from their index.
  const readAll = size > maxLookUpRows || textSize < size * textMatchesPerRowTest;
  const tested = pieces
    .filter((other) => other !== piece)
    .map(({ by, condition, found }) =>
      by === "query" && found && readAll ? sql`d.seq IN (${found})` : condition(false),
    );
  return sql`(${piece.found!}) found CROSS JOIN documentation d ON d.seq = found.seq ${names} WHERE ${all([seen, ...tested])}`;
}

/** Reads the whole of one index that has all columns of the filter. */
function scanCoveringIndex(search: Search, order: Order, page: Page): SQL {
  const { by, names } = ordered(order, search);
  return sql`SELECT d.seq AS seq FROM ${coveringScanSource(search, names)} ORDER BY ${by} ${limited(page)}`;
}

function coveringScanSource({ scope, filter, seen, pieces }: Search, names = sql``): SQL {
  const index =
    narrowScope(scope, filter.customerId).customerId === undefined
      ? sql``
      : sql`INDEXED BY documentation_created`;
  const tested = pieces.map(({ by, condition }) => condition(by === "dateCreated"));
  return sql`documentation d ${index} ${names} WHERE ${all([seen, ...tested])}`;
}

/**
 * Everything a filter matches, found in the cheapest way: `FROM` and `WHERE` of a count or an export. `joined` stands between them,
 * after `documentation d`.
 */
export function matchSource(search: Search, joined = sql``): SQL {
  const { narrowest, size, pieces } = search;
  if (narrowest && size < commonThreshold) return lookUpSource(search, narrowest, joined);
  const byQuery = pieces.find(({ by, found }) => by === "query" && found);
  return byQuery ? lookUpSource(search, byQuery, joined) : coveringScanSource(search, joined);
}

interface Ordered {
  /** Makes SQLite walk the order by an index: the small table of names first, then the documentations of each. */
  from: SQL;
  by: SQL;
  /** Joins the names to sort by to documentations that are found otherwise. */
  names: SQL;
  /** Conditions on those names. */
  narrowed: SQL[];
}

function ordered({ sort, order }: Order, { pieces }: Pick<Search, "pieces">): Ordered {
  const direction = order === "asc" ? sql`ASC` : sql`DESC`;
  const plain = (by: SQL): Ordered => ({ from: sql`documentation d`, by, names: sql``, narrowed: [] });
  switch (sort) {
    case "name":
      return plain(sql`d.name COLLATE NOCASE ${direction}, d.seq ${direction}`);
    case "dateUploaded":
    case "dateCreated":
      return plain(sql`${sql.raw(`d.${sqlName(sort)}`)} ${direction}, d.seq ${direction}`);
    case "templateId": {
      const templates = pieces.find(({ by }) => by === "templateId")?.templates;
      return {
        from: sql`template t CROSS JOIN documentation d ON d.customer_id = t.customer_id AND d.template_id = t.id`,
        by: sql`t.name ${direction}, t.id ${direction}, d.date_created ${direction}, d.seq ${direction}`,
        names: sql`CROSS JOIN template t ON t.id = d.template_id`,
        narrowed: templates ? [sql`+t.id IN ${templates}`] : [],
      };
    }
    case "customerName":
      return {
        from: sql`customer c CROSS JOIN documentation d ON d.customer_id = c.id`,
        by: sql`c.name ${direction}, d.date_created ${direction}, d.seq ${direction}`,
        names: sql`CROSS JOIN customer c ON c.id = d.customer_id`,
        narrowed: [],
      };
    // Newest first within equal values: each has an index (customer, value, date_created, seq).
    default:
      return plain(
        sql`${sql.raw(`d.${sqlName(sort)}`)} ${direction}, d.date_created ${direction}, d.seq ${direction}`,
      );
  }
}

import { type SQL, sql } from "drizzle-orm";
import type { DocumentationSort } from "../../domain/documentationColumns";
import { foldsWhole } from "../db/casefold";
import type { Database } from "../db/database";
import { narrowed, type Scope } from "../db/scope";
import { type Filter, filterColumns, type Narrowing, narrowings, sqlName, visible } from "./filter";
import { isShort } from "./search";

/*
 * How the rows of a filter are found (measured at 1 000 000 rows by `npm run bench`). What matches few rows is gathered by its
 * index and sorted, which costs per match. What matches many is found by walking the index of the sort order and testing each
 * row, which costs per row that does not match, and is given up when they turn out to lie far apart. What then remains, many
 * matches of each piece of the filter and few of all together, is swept out of one index that holds every column of the filter.
 */

/** Up to so many rows are gathered without a thought. */
const few = 2_000;
/** From here on a piece of a filter counts as common: nothing is gathered by it before a walk was tried. */
const commonFrom = 20_000;
/** A walk looks at so many rows for each one that is wanted, within bounds. */
const perWanted = 20;
const [shortestWalk, longestWalk] = [2_000, 200_000];

export interface Order {
  sort: DocumentationSort;
  order: "asc" | "desc";
}
export interface Page {
  limit: number;
  offset: number;
}

/** A filter within a scope, taken apart. */
export interface Search {
  scope: Scope;
  filter: Filter;
  pieces: Narrowing[];
  /** What may be seen at all. */
  seen: SQL;
  /** The piece that matches least, where an index has its rows, and how many it matches, `commonFrom` at most. */
  narrowest: Narrowing | undefined;
  size: number;
}

/** @throws forbidden for another customer's rows. */
export async function searchOf(db: Database, scope: Scope, filter: Filter): Promise<Search> {
  const pieces = narrowings(scope, filter);
  const found = pieces.filter((piece) => piece.found);
  const sizes =
    found.length > 0
      ? await db.get<Record<string, number>>(
          sql`SELECT ${sql.join(
            found.map(
              (piece, index) =>
                sql`(SELECT count(*) FROM (${piece.counted ?? piece.found} LIMIT ${commonFrom})) AS ${sql.raw(`n${index}`)}`,
            ),
            sql`, `,
          )}`,
        )
      : {};
  const ranked = found
    .map((piece, index) => ({ piece, size: sizes[`n${index}`]! }))
    .sort((one, other) => one.size - other.size);
  const [least] = ranked;
  return {
    scope,
    filter,
    pieces: [...ranked.map(({ piece }) => piece), ...pieces.filter((piece) => !piece.found)],
    seen: visible(scope, filter),
    narrowest: least?.piece,
    size: least?.size ?? commonFrom,
  };
}

/** The `seq` of a page's rows, in their order. */
export async function findPage(db: Database, search: Search, order: Order, page: Page): Promise<number[]> {
  const { pieces, narrowest, size, filter } = search;
  if (pieces.length === 0 || (pieces.length === 1 && isShort(filter.query) && filter.query !== ""))
    return seqsOf(db, walk(search, order, page));
  if (narrowest && size <= few) return seqsOf(db, gather(search, narrowest, order, page));
  if (filter.query === "" || isShort(filter.query) || foldsWhole(filter.query)) {
    const wanted = page.offset + page.limit;
    const steps = Math.min(Math.max(wanted * perWanted, shortestWalk), longestWalk);
    if (steps >= wanted) {
      const walked = await seqsOf(db, walk(search, order, page, steps));
      if (walked.length === page.limit) return walked;
    }
  }
  return seqsOf(db, otherwise(search, order, page));
}

/** What is left when a walk did not do. */
function otherwise(search: Search, order: Order, page: Page): SQL {
  const { narrowest, size, pieces } = search;
  if (narrowest && size < commonFrom) return gather(search, narrowest, order, page);
  const byQuery = pieces.find(({ by, found }) => by === "query" && found);
  return byQuery ? gather(search, byQuery, order, page) : sweep(search, order, page);
}

const seqsOf = async (db: Database, query: SQL): Promise<number[]> =>
  (await db.all<{ seq: number }>(query)).map(({ seq }) => seq);

const all = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` AND `);
const limited = ({ limit, offset }: Page): SQL => sql`LIMIT ${limit} OFFSET ${offset}`;

/** Walks the sort index and keeps the rows that pass. With `steps`, no further than so many rows. */
function walk(search: Search, order: Order, page: Page, steps?: number): SQL {
  const { from, by, narrowed } = ordered(order, search);
  const indexed = leading(search, order.sort);
  const inner = all([search.seen, ...indexed.map(({ condition }) => condition(true)), ...narrowed]);
  const tested = search.pieces
    .filter((piece) => !indexed.includes(piece))
    .map(({ condition }) => condition(false));
  if (steps === undefined)
    return sql`SELECT d.seq AS seq FROM ${from} WHERE ${all([inner, ...tested])} ORDER BY ${by} ${limited(page)}`;
  // The fewer columns it carries, the less often the row itself is read: one index holds all that a filter asks for.
  const columns = search.filter.query
    ? sql`d.*`
    : sql.raw(["seq", ...filterColumns.map(sqlName)].map((name) => `d.${name}`).join(", "));
  return sql`SELECT seq FROM (SELECT ${columns} FROM ${from} WHERE ${inner} ORDER BY ${by} LIMIT ${steps}) d
    WHERE ${tested.length > 0 ? all(tested) : sql`1`} ${limited(page)}`;
}

/** The pieces by which the walk itself is shortened: those its index can begin with. */
function leading({ pieces }: Search, sort: DocumentationSort): Narrowing[] {
  const own = pieces.filter(
    ({ by, ordered: inOrder }) => by === sort && by !== "templateId" && (by !== "status" || inOrder),
  );
  if (sort !== "dateCreated") return own;
  // One of the indexes by a value, and within it by date: that of the fewest rows.
  const value = pieces.find(({ by, ordered: inOrder }) => inOrder && by !== "dateCreated");
  return value ? [value, ...own] : own;
}

/** Gathers everything that a piece matches, keeps what the others let through, and sorts it. */
function gather(search: Search, piece: Narrowing, order: Order, page: Page): SQL {
  const { by, names } = ordered(order, search);
  // CROSS JOIN keeps SQLite to this order: the matches first, then each one's row, then the names it is sorted by.
  return sql`SELECT d.seq AS seq FROM ${gathered(search, piece, names)} ORDER BY ${by} ${limited(page)}`;
}

/** What a piece matches and the others let through; `FROM` and `WHERE`. */
function gathered({ seen, pieces, size }: Search, piece: Narrowing, names = sql``): SQL {
  const tested = pieces
    .filter((other) => other !== piece)
    .map(({ by, condition, found }) =>
      // To test a text row by row costs more than to gather what the index has of it, unless the rows are few.
      by === "query" && found && size > few ? sql`d.seq IN (${found})` : condition(false),
    );
  return sql`(${piece.found!}) found CROSS JOIN documentation d ON d.seq = found.seq ${names} WHERE ${all([seen, ...tested])}`;
}

/** Looks at every row's place in an index that has all columns of the filter. */
function sweep(search: Search, order: Order, page: Page): SQL {
  const { by, names } = ordered(order, search);
  return sql`SELECT d.seq AS seq FROM ${swept(search, names)} ORDER BY ${by} ${limited(page)}`;
}

function swept({ scope, filter, seen, pieces }: Search, names = sql``): SQL {
  const index =
    narrowed(scope, filter.customerId).customerId === undefined
      ? sql``
      : sql`INDEXED BY documentation_created`;
  const tested = pieces.map(({ by, condition }) => condition(by === "dateCreated"));
  return sql`documentation d ${index} ${names} WHERE ${all([seen, ...tested])}`;
}

/** Everything a filter matches, whatever it costs least to find: `FROM` and `WHERE` for a count or an export. */
export function foundBy(search: Search): SQL {
  const { narrowest, size, pieces } = search;
  if (narrowest && size < commonFrom) return gathered(search, narrowest);
  const byQuery = pieces.find(({ by, found }) => by === "query" && found);
  return byQuery ? gathered(search, byQuery) : swept(search);
}

interface Ordered {
  /** What makes SQLite walk the order by an index: the small tables of names first, and the documentations of each by theirs. */
  from: SQL;
  by: SQL;
  /** The names to sort by, joined to documentations that were found otherwise. */
  names: SQL;
  /** Conditions of those names. */
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

import { type SQL, sql } from "drizzle-orm";
import {
  type ColumnFilterName,
  columnFilterNames,
  columnFilters,
  type DayRange,
  type DocumentationFilter,
  type FilterColumn,
} from "../../domain/endpoints/documentationFilter";
import { dayAfter, dayStart } from "../../domain/rules/days";
import { begins } from "../db/casefold";
import { idsOf, valuesOf } from "../db/ids";
import { inScope, narrowed, type Scope } from "../db/scope";
import { isShort, matchingDocumentations, matchingEntries, rowMatches } from "./search";

/** What a caller needs of the filter; the map, for one, sorts nothing and pages nothing. */
export type Filter = DocumentationFilter;

const all = (conditions: readonly SQL[]): SQL =>
  conditions.length > 0 ? sql.join([...conditions], sql` AND `) : sql`1`;

/**
 * What is seen of documentations at all: those in the scope, hidden ones when asked for (2§2). Holds for `documentation d` and for `documentation_statistics d`. @throws forbidden
 */
export function visible(scope: Scope, filter: Pick<Filter, "customerId" | "showHidden">): SQL {
  const conditions = [inScope(narrowed(scope, filter.customerId), "d")];
  if (!filter.showHidden) conditions.push(sql`d.hidden = 0`);
  if (!scope.deleted) conditions.push(sql`d.status <> 'DELETED'`);
  return all(conditions);
}

/** The templates a filter means: the chosen ones, the deleted ones, or both beside each other. */
function templatesMeant(
  { templateFilter, deletedTemplates }: Filter,
  customerId: number | undefined,
): SQL | null {
  if (templateFilter.length === 0 && !deletedTemplates) return null;
  const meant = [
    ...(templateFilter.length > 0 ? [sql`x.id IN ${idsOf(templateFilter)}`] : []),
    ...(deletedTemplates ? [sql`x.date_deleted IS NOT NULL`] : []),
  ];
  const own = customerId === undefined ? sql`1` : sql`x.customer_id = ${customerId}`;
  return sql`${own} AND (${sql.join(meant, sql` OR `)})`;
}

/** From the midnight that begins the first day to the one that ends the last. */
export function instantsOf({ startDate, endDate }: DayRange): { from: string | null; before: string | null } {
  return {
    from: startDate ? dayStart(startDate) : null,
    before: endDate ? dayStart(dayAfter(endDate)) : null,
  };
}

function during(column: SQL, range: DayRange): SQL {
  const { from, before } = instantsOf(range);
  return all([...(from ? [sql`${column} >= ${from}`] : []), ...(before ? [sql`${column} < ${before}`] : [])]);
}

/** One thing a filter asks for, beside what may be seen at all. */
export interface Narrowing {
  by: FilterColumn | "query";
  /** Of `documentation d`. With `indexed` an index may find the rows by it, else it is tested on rows found otherwise. */
  condition: (indexed: boolean) => SQL;
  /** The `seq` of what the condition and the customer let through, out of an index alone; null where none has them. */
  found: SQL | null;
  /** As many rows as `found` or a few more, where they are counted faster. */
  counted?: SQL;
  /** The ids of the templates that are meant. */
  templates?: SQL;
  /** Lets the rows through in the order of dateCreated, when they are found by it. */
  ordered: boolean;
}

/** The columns that filters ask for, in `documentation d`. */
export const filterColumns: readonly FilterColumn[] = [
  ...new Set(columnFilterNames.map((name) => columnFilters[name].column)),
];
export const sqlName = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Unary plus keeps SQLite from choosing an index by a condition that is only to be tested. */
const column = (field: FilterColumn, indexed: boolean): SQL =>
  sql.raw(`${indexed ? "" : "+"}d.${sqlName(field)}`);

/**
 * What a filter asks for, piece by piece, for callers that choose by which piece rows are found (find.ts).
 * @throws forbidden
 */
export function narrowings(scope: Scope, filter: Filter): Narrowing[] {
  const within = narrowed(scope, filter.customerId);
  const { customerId } = within;
  const own = inScope(within, "d");
  const seqs = (where: SQL) => sql`SELECT d.seq FROM documentation d WHERE ${own} AND ${where}`;
  const plain = (by: FilterColumn, condition: Narrowing["condition"], ordered: boolean): Narrowing => ({
    by,
    condition,
    found: seqs(condition(true)),
    ordered,
  });
  /** How each kind of filter becomes a piece; null for one that lets everything through. */
  const pieceOf = (name: ColumnFilterName): Narrowing | null => {
    const { kind, column: by } = columnFilters[name];
    switch (kind) {
      case "templates":
        return templatePiece(filter, customerId);
      case "text": {
        const value = filter[name] as string;
        return value ? plain(by, (indexed) => sql`${column(by, indexed)} = ${value}`, true) : null;
      }
      case "words": {
        const words = filter[name] as readonly string[];
        if (words.length === 0) return null;
        const one = words.length === 1;
        return plain(
          by,
          (indexed) =>
            one
              ? sql`${column(by, indexed)} = ${words[0]}`
              : sql`${column(by, indexed)} IN ${valuesOf(words)}`,
          one,
        );
      }
      case "flag": {
        const value = filter[name] as boolean | null;
        if (value === null) return null;
        // Spelled out: an index of the true ones alone is only chosen when the statement says so itself.
        const condition = (indexed: boolean) => sql`${column(by, indexed)} = ${sql.raw(value ? "1" : "0")}`;
        const found = value && customerId !== undefined ? seqs(condition(true)) : null;
        return { by, condition, found, ordered: found !== null };
      }
      case "days": {
        const range = filter[name] as DayRange | null;
        return range && plain(by, (indexed) => during(column(by, indexed), range), by === "dateCreated");
      }
    }
  };
  const pieces = columnFilterNames.map(pieceOf).filter((piece) => piece !== null);
  return filter.query ? [...pieces, queryPiece(within, filter.query)] : pieces;
}

function templatePiece(filter: Filter, customerId: number | undefined): Narrowing | null {
  const templates = templatesMeant(filter, customerId);
  if (!templates) return null;
  const one = filter.templateFilter.length === 1 && !filter.deletedTemplates;
  const ids = sql`(SELECT x.id FROM template x WHERE ${templates})`;
  return {
    by: "templateId",
    templates: ids,
    condition: (indexed) =>
      one && indexed
        ? sql`d.template_id = ${filter.templateFilter[0]}`
        : sql`${column("templateId", false)} IN ${ids}`,
    found: sql`SELECT d.seq FROM template x CROSS JOIN documentation d INDEXED BY documentation_template
      ON d.customer_id = x.customer_id AND d.template_id = x.id WHERE ${templates}`,
    // Across customers its index begins with a column that is not asked for.
    ordered: one && customerId !== undefined,
  };
}

function queryPiece(scope: Scope, query: string): Narrowing {
  const short = isShort(query);
  return {
    by: "query",
    condition: () => (short ? begins(sql.raw("d.name"), query) : rowMatches(query)),
    found: short ? null : sql`SELECT DISTINCT seq FROM (${matchingDocumentations(scope, query)})`,
    ...(!short && { counted: sql`SELECT 1 FROM ${matchingEntries(scope, query)}` }),
    ordered: false,
  };
}

/**
 * The whole filter of the documentation list as a condition of `documentation d`: what the actor may see, and everything that is
 * asked for, free text by its index. Whoever counts, draws or changes by a filter asks with this, so that all of them mean the
 * same rows; the list itself only chooses better by which index they are found.
 * @throws forbidden for another customer's rows.
 */
export function filtered(scope: Scope, filter: Filter): SQL {
  const asked = narrowings(scope, filter).map(({ by, condition, found }) =>
    by === "query" && found ? sql`d.seq IN (${found})` : condition(false),
  );
  return all([visible(scope, filter), ...asked]);
}

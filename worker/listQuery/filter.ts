import { type SQL, sql } from "drizzle-orm";
import { addDays, type DayRange, dayStart } from "#domain/core/calendar/days.ts";
import type { AttentionReason } from "#domain/core/documentationTypes.ts";
import {
  type ColumnFilterName,
  columnFilterNames,
  columnFilters,
  type DocumentationFilter,
  type FilterColumn,
} from "#domain/endpoints/shared/documentationFilter.ts";
import { isCheapToFold, startsWithFolded } from "#worker/db/casefold.ts";
import { idListParam, idParam, listParam } from "#worker/db/ids.ts";
import { narrowScope, type Scope, scopeSql } from "#worker/db/scope.ts";
import { needsAttentionQuery } from "./attention.ts";
import { isShort, matchesTermCondition, matchingQueries, startingWithQuery } from "./search.ts";

export type Filter = DocumentationFilter;

const all = (conditions: readonly SQL[]): SQL =>
  conditions.length > 0 ? sql.join([...conditions], sql` AND `) : sql`1`;

/**
 * Condition for visible documentations: those in the scope, hidden ones on request (2§2). For `documentation d` or
 * `documentation_statistics d`. @throws forbidden
 */
export function visibleCondition(scope: Scope, filter: Pick<Filter, "customerId" | "showHidden">): SQL {
  const conditions = [scopeSql(narrowScope(scope, filter.customerId), "d")];
  if (!filter.showHidden) conditions.push(sql`d.hidden = 0`);
  if (!scope.deleted) conditions.push(sql`d.status <> 'DELETED'`);
  return all(conditions);
}

/** Condition for the templates `x` that a filter selects: chosen ones, deleted ones, or both; null for any. */
function templateCondition(
  { templateFilter, deletedTemplates }: Filter,
  customerId: number | undefined,
): SQL | null {
  if (templateFilter.length === 0 && !deletedTemplates) return null;
  const conditions = [
    ...(templateFilter.length > 0 ? [sql`x.id IN ${idListParam(templateFilter)}`] : []),
    ...(deletedTemplates ? [sql`x.date_deleted IS NOT NULL`] : []),
  ];
  const ofCustomer = customerId === undefined ? sql`1` : sql`x.customer_id = ${customerId}`;
  return sql`${ofCustomer} AND (${sql.join(conditions, sql` OR `)})`;
}

/** The instants from the start of the first day to the end of the last. */
export function instantsOf({ startDate, endDate }: DayRange): { from: string | null; before: string | null } {
  return {
    from: startDate ? dayStart(startDate) : null,
    before: endDate ? dayStart(addDays(endDate)) : null,
  };
}

function daysCondition(column: SQL, range: DayRange): SQL {
  const { from, before } = instantsOf(range);
  return all([...(from ? [sql`${column} >= ${from}`] : []), ...(before ? [sql`${column} < ${before}`] : [])]);
}

/** One condition of a filter, in addition to visibility. */
export interface FilterCondition {
  by: FilterColumn | "query" | "attention";
  /** Of `documentation d`. With `indexed`, SQLite may find rows by an index on it; otherwise it only tests rows found another way. */
  condition: (indexed: boolean) => SQL;
  /** The `seq` of the customer's rows that meet the condition, read from an index alone; null where no index can. */
  matched: SQL | null;
  /** `found` as several disjoint queries, where it is a UNION: SQLite counts each without materialising the union. */
  foundParts?: SQL[];
  /** The ids of the selected templates. */
  templates?: SQL;
  /** Whether `found` reads rows in the order of dateCreated. */
  isOrdered: boolean;
}

/** The columns of `documentation d` that filters use. */
export const filterColumns: readonly FilterColumn[] = [
  ...new Set(columnFilterNames.map((name) => columnFilters[name].column)),
];
export const sqlName = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Unary plus keeps SQLite from choosing an index for a condition that only tests rows. */
const column = (field: FilterColumn, indexed: boolean): SQL =>
  sql.raw(`${indexed ? "" : "+"}d.${sqlName(field)}`);

/**
 * The conditions of a filter one by one, for callers that choose which of them finds the rows (queryStrategy.ts).
 * @throws forbidden
 */
export function filterConditions(scope: Scope, filter: Filter): FilterCondition[] {
  const filteredScope = narrowScope(scope, filter.customerId);
  const { customerId } = filteredScope;
  const inScope = scopeSql(filteredScope, "d");
  const seqs = (where: SQL) => sql`SELECT d.seq FROM documentation d WHERE ${inScope} AND ${where}`;
  const plain = (
    by: FilterColumn,
    condition: FilterCondition["condition"],
    isOrdered: boolean,
  ): FilterCondition => ({
    by,
    condition,
    matched: seqs(condition(true)),
    isOrdered,
  });
  /** Null for a filter that is not set. */
  const conditionOf = (name: ColumnFilterName): FilterCondition | null => {
    const { kind, column: by } = columnFilters[name];
    const value = filter[name];
    switch (kind) {
      case "templates":
        return templateFilterCondition(filter, customerId);
      case "text":
        return typeof value === "string" && value !== ""
          ? plain(by, (indexed) => sql`${column(by, indexed)} = ${value}`, true)
          : null;
      case "words": {
        if (!Array.isArray(value) || value.length === 0) return null;
        const values: readonly string[] = value;
        const isSingle = values.length === 1;
        return plain(
          by,
          (indexed) =>
            isSingle
              ? sql`${column(by, indexed)} = ${values[0]}`
              : sql`${column(by, indexed)} IN ${listParam(values)}`,
          isSingle,
        );
      }
      case "flag": {
        if (value === null) return null;
        // No parameter: SQLite uses a partial index only when the statement spells out its condition.
        const condition = (indexed: boolean) => sql`${column(by, indexed)} = ${sql.raw(value ? "1" : "0")}`;
        const matched = value && customerId !== undefined ? seqs(condition(true)) : null;
        return { by, condition, matched, isOrdered: matched !== null };
      }
      case "days":
        if (typeof value !== "object" || value === null || !("startDate" in value)) return null;
        return plain(by, (indexed) => daysCondition(column(by, indexed), value), by === "dateCreated");
    }
  };
  const conditions = columnFilterNames.map(conditionOf).filter((condition) => condition !== null);
  if (filter.attentionFilter.length > 0)
    conditions.push(attentionCondition(filteredScope, filter.attentionFilter));
  return filter.query ? [...conditions, textFilterCondition(filteredScope, filter.query)] : conditions;
}

/** Few documentations need attention: small indexes find them, and nothing else is read. */
function attentionCondition(scope: Scope, reasons: readonly AttentionReason[]): FilterCondition {
  const matched = needsAttentionQuery(scope, reasons);
  return { by: "attention", condition: () => sql`+d.seq IN (${matched})`, matched, isOrdered: false };
}

function templateFilterCondition(filter: Filter, customerId: number | undefined): FilterCondition | null {
  const templates = templateCondition(filter, customerId);
  if (!templates) return null;
  const isSingle = filter.templateFilter.length === 1 && !filter.deletedTemplates;
  const ids = sql`(SELECT x.id FROM template x WHERE ${templates})`;
  return {
    by: "templateId",
    templates: ids,
    condition: (indexed) =>
      isSingle && indexed
        ? sql`d.template_id = ${idParam(filter.templateFilter[0]!)}`
        : sql`${column("templateId", false)} IN ${ids}`,
    matched: sql`SELECT d.seq FROM template x CROSS JOIN documentation d INDEXED BY documentation_template
      ON d.customer_id = x.customer_id AND d.template_id = x.id WHERE ${templates}`,
    // The index begins with the customer, so rows of several customers are not in order.
    isOrdered: isSingle && customerId !== undefined,
  };
}

function textFilterCondition(scope: Scope, query: string): FilterCondition {
  const isShortQuery = isShort(query);
  const foundParts = isShortQuery ? [startingWithQuery(scope, query)] : matchingQueries(scope, query);
  return {
    by: "query",
    condition: () =>
      isShortQuery ? startsWithFolded(sql.raw("d.name"), query) : matchesTermCondition(query),
    matched: sql.join(foundParts, sql` UNION ALL `),
    foundParts,
    isOrdered: false,
  };
}

/**
 * The whole filter of the documentation list as one condition of `documentation d`, free text by its index. The list itself selects
 * the same rows, but chooses the index that finds them (queryStrategy.ts).
 * @throws forbidden for another customer's rows.
 */
export function filterCondition(scope: Scope, filter: Filter): SQL {
  const conditions = filterConditions(scope, filter).map(({ by, condition, matched }) =>
    by === "query" && matched ? sql`d.seq IN (${matched})` : condition(false),
  );
  return all([visibleCondition(scope, filter), ...conditions]);
}

/**
 * The same for rows that are found another way: tests each row alone, free text too where that is cheap. Costs per row instead of per
 * match. @throws forbidden for another customer's rows.
 */
export function rowFilterCondition(scope: Scope, filter: Filter): SQL {
  const conditions = filterConditions(scope, filter).map(({ by, condition, matched }) =>
    by === "query" && matched && !isCheapToFold(filter.query) ? sql`d.seq IN (${matched})` : condition(false),
  );
  return all([visibleCondition(scope, filter), ...conditions]);
}

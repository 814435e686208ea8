import { type SQL, sql } from "drizzle-orm";
import { addDays, type DayRange, toDayStart } from "#domain/core/calendar/days.ts";
import {
  type ColumnFilterName,
  columnFilterNames,
  columnFilters,
  type DocumentationFilter,
  type FilterColumn,
  unassigned,
} from "#domain/endpoints/shared/documentationFilter.ts";
import { isCheapToFold } from "#worker/db/casefold.ts";
import { idListParam, idParam, listParam } from "#worker/db/ids.ts";
import { narrowScope, type Scope, scopeSql } from "#worker/db/scope.ts";
import { toSqlName } from "#worker/db/sqlName.ts";
import { createActivityQuery } from "./activity.ts";
import { createAttentionQuery } from "./attention.ts";
import { createFreeTextQueries, freeTextCondition } from "./search.ts";

export type Filter = DocumentationFilter;

const joinConditions = (conditions: readonly SQL[]): SQL =>
  conditions.length > 0 ? sql.join([...conditions], sql` AND `) : sql`1`;

/**
 * Condition for visible documentations: those in the scope, hidden ones on request (2§2). For `documentation d` or
 * `documentation_statistics d`. @throws forbidden
 */
export function visibleCondition(scope: Scope, filter: Pick<Filter, "customerId" | "showHidden">): SQL {
  const conditions = [scopeSql(narrowScope(scope, filter.customerId), "d")];
  if (!filter.showHidden) conditions.push(sql`d.hidden = 0`);
  if (!scope.deleted) conditions.push(sql`d.status <> 'DELETED'`);
  return joinConditions(conditions);
}

/** Condition for the templates `x` that a filter selects: the selected ones, deleted ones, or both; null for all. */
function templateCondition(
  { templateFilter, deletedTemplates }: Filter,
  customerId: number | undefined,
): SQL | null {
  if (templateFilter.length === 0 && !deletedTemplates) return null;
  const conditions = [
    ...(templateFilter.length > 0 ? [sql`x.id IN ${idListParam(templateFilter)}`] : []),
    ...(deletedTemplates ? [sql`x.date_deleted IS NOT NULL`] : []),
  ];
  const customerCondition = customerId === undefined ? sql`1` : sql`x.customer_id = ${customerId}`;
  return sql`${customerCondition} AND (${sql.join(conditions, sql` OR `)})`;
}

/** The instants from the start of the first day to the end of the last day. */
export function toInstants({ startDate, endDate }: DayRange): { from: string | null; end: string | null } {
  return {
    from: startDate ? toDayStart(startDate) : null,
    end: endDate ? toDayStart(addDays(endDate)) : null,
  };
}

function dayRangeCondition(column: SQL, range: DayRange): SQL {
  const { from: startAt, end: endAt } = toInstants(range);
  return joinConditions([
    ...(startAt ? [sql`${column} >= ${startAt}`] : []),
    ...(endAt ? [sql`${column} < ${endAt}`] : []),
  ]);
}

/** One condition of a filter, in addition to visibility. */
export interface FilterCondition {
  criterion: FilterColumn | "query" | "attention" | "activity";
  /** For `documentation d`. With `useIndex`, SQLite may use an index on the column; otherwise the condition only tests rows found another way. */
  condition: (useIndex: boolean) => SQL;
  /** The `seq` of the customer's rows that meet the condition, read from an index alone; null if no index has them. */
  seqQuery: SQL | null;
  /** `seqQuery` as several disjoint queries if it is a UNION: SQLite counts each without materialising the union. */
  seqQueryParts?: SQL[];
  /** The ids of the selected templates. */
  templates?: SQL;
  /** Whether `seqQuery` reads rows in the order of dateCreated. */
  isOrderedByDate: boolean;
}

/** The columns of `documentation d` that filters use. */
export const filterColumns: readonly FilterColumn[] = [
  ...new Set(columnFilterNames.map((name) => columnFilters[name].column)),
];
/** Unary plus keeps SQLite from choosing an index for a condition that only tests rows. */
const columnSql = (field: FilterColumn, useIndex: boolean): SQL =>
  sql.raw(`${useIndex ? "" : "+"}d.${toSqlName(field)}`);

/**
 * The conditions of a filter one by one, for callers that choose which of them finds the rows (queryStrategy.ts).
 * @throws forbidden
 */
export function createFilterConditions(scope: Scope, filter: Filter): FilterCondition[] {
  const filteredScope = narrowScope(scope, filter.customerId);
  const { customerId } = filteredScope;
  const scopeCondition = scopeSql(filteredScope, "d");
  const createSeqQuery = (condition: SQL) =>
    sql`SELECT d.seq FROM documentation d WHERE ${scopeCondition} AND ${condition}`;
  const createColumnCondition = (
    column: FilterColumn,
    condition: FilterCondition["condition"],
    isOrderedByDate: boolean,
  ): FilterCondition => ({
    criterion: column,
    condition,
    seqQuery: createSeqQuery(condition(true)),
    isOrderedByDate,
  });
  /** Returns null for a filter that is not set. */
  const createConditionFor = (name: ColumnFilterName): FilterCondition | null => {
    const { kind, column } = columnFilters[name];
    const value = filter[name];
    switch (kind) {
      case "templates":
        return templateFilterCondition(filter, customerId);
      case "text":
        return typeof value === "string" && value !== ""
          ? createColumnCondition(column, (useIndex) => sql`${columnSql(column, useIndex)} = ${value}`, true)
          : null;
      case "enum": {
        if (!Array.isArray(value) || value.length === 0) return null;
        const values: readonly string[] = value;
        const isSingle = values.length === 1;
        return createColumnCondition(
          column,
          (useIndex) =>
            isSingle
              ? sql`${columnSql(column, useIndex)} = ${values[0]}`
              : sql`${columnSql(column, useIndex)} IN ${listParam(values)}`,
          isSingle,
        );
      }
      case "flag": {
        if (value === null) return null;
        // No parameter: SQLite uses a partial index only if the statement contains its condition literally.
        const condition = (useIndex: boolean) =>
          sql`${columnSql(column, useIndex)} = ${sql.raw(value ? "1" : "0")}`;
        const seqQuery = value && customerId !== undefined ? createSeqQuery(condition(true)) : null;
        return { criterion: column, condition, seqQuery, isOrderedByDate: seqQuery !== null };
      }
      case "assignee": {
        if (typeof value !== "string" || value === "") return null;
        const assigneeColumn = (useIndex: boolean) => columnSql(column, useIndex);
        if (value === unassigned)
          return {
            criterion: column,
            condition: (useIndex) => sql`${assigneeColumn(useIndex)} IS NULL`,
            seqQuery: null,
            isOrderedByDate: false,
          };
        const isUser = (useIndex: boolean) => sql`${assigneeColumn(useIndex)} = ${Number(value)}`;
        return createColumnCondition(column, isUser, customerId !== undefined);
      }
      case "days":
        if (typeof value !== "object" || value === null || !("startDate" in value)) return null;
        return createColumnCondition(
          column,
          (useIndex) => dayRangeCondition(columnSql(column, useIndex), value),
          column === "dateCreated",
        );
    }
  };
  const conditions = columnFilterNames.map(createConditionFor).filter((condition) => condition !== null);
  if (filter.attentionFilter.length > 0)
    conditions.push(seqCondition("attention", createAttentionQuery(filteredScope, filter.attentionFilter)));
  if (filter.activityFilter)
    conditions.push(
      seqCondition(
        "activity",
        createActivityQuery(filteredScope, filter.activityFilter, toInstants(filter.activityFilter)),
      ),
    );
  return filter.query ? [...conditions, textFilterCondition(filteredScope, filter.query)] : conditions;
}

/** A condition on other tables: their indexes find the few rows that meet it, and nothing else is read. */
const seqCondition = (criterion: "attention" | "activity", seqQuery: SQL): FilterCondition => ({
  criterion,
  condition: () => sql`+d.seq IN (${seqQuery})`,
  seqQuery,
  isOrderedByDate: false,
});

function templateFilterCondition(filter: Filter, customerId: number | undefined): FilterCondition | null {
  const templates = templateCondition(filter, customerId);
  if (!templates) return null;
  const isSingle = filter.templateFilter.length === 1 && !filter.deletedTemplates;
  const ids = sql`(SELECT x.id FROM template x WHERE ${templates})`;
  return {
    criterion: "templateId",
    templates: ids,
    condition: (useIndex) =>
      isSingle && useIndex
        ? sql`d.template_id = ${idParam(filter.templateFilter[0]!)}`
        : sql`${columnSql("templateId", false)} IN ${ids}`,
    seqQuery: sql`SELECT d.seq FROM template x CROSS JOIN documentation d INDEXED BY documentation_template
      ON d.customer_id = x.customer_id AND d.template_id = x.id WHERE ${templates}`,
    // The index begins with the customer, so rows of several customers are not in order.
    isOrderedByDate: isSingle && customerId !== undefined,
  };
}

function textFilterCondition(scope: Scope, query: string): FilterCondition {
  const seqQueryParts = createFreeTextQueries(scope, query);
  return {
    criterion: "query",
    condition: () => freeTextCondition(scope, query),
    seqQuery: sql.join(seqQueryParts, sql` UNION ALL `),
    seqQueryParts,
    isOrderedByDate: false,
  };
}

/**
 * The whole filter of the documentation list as one condition of `documentation d`, free text by its index. The list itself selects
 * the same rows, but chooses the index that finds them (queryStrategy.ts).
 * @throws forbidden for another customer's rows.
 */
export function filterCondition(scope: Scope, filter: Filter): SQL {
  const conditions = createFilterConditions(scope, filter).map(({ criterion, condition, seqQuery }) =>
    criterion === "query" && seqQuery ? sql`d.seq IN (${seqQuery})` : condition(false),
  );
  return joinConditions([visibleCondition(scope, filter), ...conditions]);
}

/**
 * Like `filterCondition`, for rows that are found another way: tests each row individually, including free text if that is cheap. The cost grows with the
 * rows instead of the matches. @throws forbidden for another customer's rows.
 */
export function rowFilterCondition(scope: Scope, filter: Filter): SQL {
  const conditions = createFilterConditions(scope, filter).map(({ criterion, condition, seqQuery }) =>
    criterion === "query" && seqQuery && !isCheapToFold(filter.query)
      ? sql`d.seq IN (${seqQuery})`
      : condition(false),
  );
  return joinConditions([visibleCondition(scope, filter), ...conditions]);
}

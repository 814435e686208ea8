import type { StatisticsItem } from "#domain/endpoints/configuration/customerCalls.ts";

/** The measures (1§2), named like the items' fields. */
export const measures = ["documentationCount", "photoCount", "dataSize"] as const;
export type Measure = (typeof measures)[number];

/** The statistics of one template in one month. Photos are counted independently of their documentations. */
export type MonthOfTemplate = Pick<StatisticsItem, "dateCreated" | "templateId"> &
  Partial<Pick<StatisticsItem, Measure>>;

interface Template {
  id: string;
  name: string;
}

/** The table of 1§2 and the data of both charts. */
export interface StatisticsTable {
  /** YYYY-MM, from the first month with data to the last. Empty months are included, except in gaps longer than `maxMonthGap`. */
  months: readonly string[];
  /** The templates with data, in the customer's order. */
  templates: readonly Template[];
  /** By month, then by template. */
  values: readonly (readonly number[])[];
  monthTotals: readonly number[];
  templateTotals: readonly number[];
  total: number;
}

/** Builds the table; null without data. `missingTemplateName` returns the name of a template that the customer no longer has. */
export function buildStatisticsTable(
  items: readonly MonthOfTemplate[],
  measure: Measure,
  customerTemplates: readonly Template[],
  missingTemplateName: (id: string) => string,
): StatisticsTable | null {
  const nonZeroItems = items.filter((item) => (item[measure] ?? 0) !== 0);
  if (nonZeroItems.length === 0) return null;
  const months = listMonthsBetween(nonZeroItems.map(({ dateCreated }) => dateCreated.slice(0, 7)));
  const templates = templatesOf(nonZeroItems, customerTemplates, missingTemplateName);
  const columnIndexes = new Map(templates.map(({ id }, index) => [id, index]));
  const rowIndexes = new Map(months.map((month, index) => [month, index]));
  const values = months.map(() => templates.map(() => 0));
  for (const item of nonZeroItems) {
    const monthValues = values[rowIndexes.get(item.dateCreated.slice(0, 7))!]!;
    monthValues[columnIndexes.get(item.templateId)!]! += item[measure] ?? 0;
  }
  const templateTotals = templates.map((_, index) => sum(values.map((monthValues) => monthValues[index]!)));
  return {
    months,
    templates,
    values,
    monthTotals: values.map(sum),
    templateTotals,
    total: sum(templateTotals),
  };
}

/** Accumulates the table's values and totals from month to month. */
export function accumulate(table: StatisticsTable): Pick<StatisticsTable, "values" | "monthTotals"> {
  const runningTotals = table.templates.map(() => 0);
  const values = table.values.map((monthValues) =>
    monthValues.map((value, index) => {
      runningTotals[index]! += value;
      return runningTotals[index]!;
    }),
  );
  return { values, monthTotals: values.map(sum) };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function templatesOf(
  items: readonly MonthOfTemplate[],
  customerTemplates: readonly Template[],
  missingTemplateName: (id: string) => string,
): Template[] {
  const usedIds = new Set(items.map(({ templateId }) => templateId));
  const ids = new Set(customerTemplates.map(({ id }) => id));
  return [
    ...customerTemplates.filter(({ id }) => usedIds.has(id)),
    ...[...usedIds].filter((id) => !ids.has(id)).map((id) => ({ id, name: missingTemplateName(id) })),
  ];
}

/** Maximum gap in months that is filled with empty months: one wrong date must not fill the page with centuries. */
const maxMonthGap = 120;

/** All months from the first to the last. Invalid months, from bad dates, come last unchanged. */
function listMonthsBetween(usedMonths: readonly string[]): string[] {
  const sortedMonths = [...new Set(usedMonths)].sort();
  const validMonths = sortedMonths.filter((month) => isMonth(month));
  const months = validMonths.flatMap((month, index) => {
    const nextMonth = validMonths[index + 1];
    const monthGap = nextMonth === undefined ? 1 : toMonthNumber(nextMonth) - toMonthNumber(month);
    return Array.from({ length: monthGap > maxMonthGap ? 1 : monthGap }, (_, offset) =>
      toMonth(toMonthNumber(month) + offset),
    );
  });
  return [...months, ...sortedMonths.filter((month) => !isMonth(month))];
}

const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** Months since the year 0. */
const toMonthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
const toMonth = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, "0")}-${String((number % 12) + 1).padStart(2, "0")}`;

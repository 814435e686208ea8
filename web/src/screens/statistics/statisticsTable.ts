import type { StatisticsItem } from "#domain/endpoints/configuration/customerCalls.ts";

/** The measures (1§2), named like the items' fields. */
export const measures = ["documentationCount", "photoCount", "dataSize"] as const;
export type Measure = (typeof measures)[number];

/** A template's month; photos are counted independently of their documentations. */
export type MonthOfTemplate = Pick<StatisticsItem, "dateCreated" | "templateId"> &
  Partial<Pick<StatisticsItem, Measure>>;

interface Template {
  id: string;
  name: string;
}

/** The table of 1§2 and the data of both charts. */
export interface StatisticsTable {
  /** YYYY-MM, from the first month with data to the last, without gaps. */
  months: readonly string[];
  /** Only those with data, in their given order. */
  templates: readonly Template[];
  /** By month, then by template. */
  values: readonly (readonly number[])[];
  monthTotals: readonly number[];
  templateTotals: readonly number[];
  total: number;
}

/** Null without data. `nameless` names a template that the customer no longer has. */
export function statisticsTable(
  items: readonly MonthOfTemplate[],
  measure: Measure,
  customersTemplates: readonly Template[],
  nameless: (id: string) => string,
): StatisticsTable | null {
  const counted = items.filter((item) => (item[measure] ?? 0) !== 0);
  if (counted.length === 0) return null;
  const months = monthsBetween(counted.map(({ dateCreated }) => dateCreated.slice(0, 7)));
  const templates = templatesOf(counted, customersTemplates, nameless);
  const column = new Map(templates.map(({ id }, index) => [id, index]));
  const row = new Map(months.map((month, index) => [month, index]));
  const values = months.map(() => templates.map(() => 0));
  for (const item of counted) {
    const ofMonth = values[row.get(item.dateCreated.slice(0, 7))!]!;
    ofMonth[column.get(item.templateId)!]! += item[measure] ?? 0;
  }
  const templateTotals = templates.map((_, index) => sum(values.map((ofMonth) => ofMonth[index]!)));
  return {
    months,
    templates,
    values,
    monthTotals: values.map(sum),
    templateTotals,
    total: sum(templateTotals),
  };
}

/** The same table with cumulative values; the totals are those of the last month. */
export function cumulative(table: StatisticsTable): Pick<StatisticsTable, "values" | "monthTotals"> {
  const soFar = table.templates.map(() => 0);
  const values = table.values.map((ofMonth) =>
    ofMonth.map((value, index) => {
      soFar[index]! += value;
      return soFar[index]!;
    }),
  );
  return { values, monthTotals: values.map(sum) };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function templatesOf(
  items: readonly MonthOfTemplate[],
  known: readonly Template[],
  nameless: (id: string) => string,
): Template[] {
  const used = new Set(items.map(({ templateId }) => templateId));
  const ids = new Set(known.map(({ id }) => id));
  return [
    ...known.filter(({ id }) => used.has(id)),
    ...[...used].filter((id) => !ids.has(id)).map((id) => ({ id, name: nameless(id) })),
  ];
}

/** The longest gap, in months, that is filled with empty ones: one wrong date must not fill the page with centuries. */
const maxMonthGap = 120;

/** Invalid months, from bad dates, come last unchanged. */
function monthsBetween(found: readonly string[]): string[] {
  const all = [...new Set(found)].sort();
  const known = all.filter((month) => isMonth(month));
  const months = known.flatMap((month, index) => {
    const next = known[index + 1];
    const gap = next === undefined ? 1 : numberOf(next) - numberOf(month);
    return Array.from({ length: gap > maxMonthGap ? 1 : gap }, (_, after) =>
      monthOf(numberOf(month) + after),
    );
  });
  return [...months, ...all.filter((month) => !isMonth(month))];
}

const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** Months since the year 0. */
const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
const monthOf = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, "0")}-${String((number % 12) + 1).padStart(2, "0")}`;

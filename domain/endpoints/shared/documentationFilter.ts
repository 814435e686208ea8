import { z } from "zod";
import { type DayRange, minFilterDay, validatePeriod } from "#domain/core/calendar/days.ts";
import { attentionReasons, documentationStatuses } from "#domain/core/documentationTypes.ts";
import { booleanOrString, day, line, searchTerm, uuid } from "#domain/core/fields.ts";
import { keysOf } from "#domain/core/objects.ts";

import type { FieldError } from "#domain/core/problem.ts";
import {
  type DocumentationColumn,
  type TextFilterColumn,
  textFilterColumns,
} from "#domain/documentation/columns.ts";
import { documentationFields } from "#domain/documentation/documentationFields.ts";

/*
 * The filters of the documentation list (2§2, 2§7), with the same parameters for the list, its total, its export, the map and bulk
 * changes. Filters are combined; an omitted or empty one matches everything.
 */

/** The columns that can be filtered. */
export type FilterColumn = DocumentationColumn | "exported" | "assigneeId";

/** Joins IDs and statuses, like all joined values in the API (2§3, 2§7). */
const separator = ";";
const maxFilteredTemplates = 200;

export function semicolonList<T extends string>(
  item: z.ZodType<T>,
  { maxItems: max, description, example }: { maxItems: number; description: string; example: string },
) {
  const list = z.array(item);
  return z
    .string()
    .max(max * 40)
    .meta({ examples: [example] })
    .default("")
    .transform((text, context): T[] => {
      const items = text.split(separator).filter((part) => part !== "");
      const addError = (name: FieldError) => {
        context.issues.push({ code: "custom", input: text, params: { fault: name } });
        return [];
      };
      if (items.length > max) return addError("tooLong");
      const parseResult = list.safeParse(items);
      return parseResult.success ? [...new Set(parseResult.data)] : addError("invalid");
    })
    .meta({ description });
}

function dayRange(description: string) {
  return z
    .string()
    .max(21)
    .meta({ examples: ["2021-03-01;2021-03-31"] })
    .default("")
    .transform((text, context): DayRange | null => {
      if (text === "" || text === separator) return null;
      const [startDate = "", endDate = "", ...extraParts] = text.split(separator);
      const days = day().or(z.literal(""));
      const range = { startDate, endDate };
      const isReadable =
        text.includes(separator) &&
        extraParts.length === 0 &&
        [startDate, endDate].every((side) => days.safeParse(side).success);
      const error = isReadable ? validateDayRange(range) : "invalid";
      if (error) context.issues.push({ code: "custom", input: text, params: { fault: error } });
      return range;
    })
    .meta({
      description: `${description}: 'first;last', both dates included, in Swedish time; either can be left out. From 2021-01-01 to today.`,
    });
}

/** The error of a range of days (2§5): it must start in 2021 or later, end today at the latest, and not end before it starts. */
export function validateDayRange(range: DayRange, currentDay?: string): FieldError | null {
  const errors = validatePeriod(range, {
    minDay: minFilterDay,
    canOmitDays: true,
    ...(currentDay && { currentDay }),
  });
  return errors.startDate ?? errors.endDate ?? null;
}

export const toSemicolonList = (items: readonly string[]): string => items.join(separator);
export const serializeDayRange = (range: DayRange | null): string =>
  range && (range.startDate || range.endDate) ? `${range.startDate}${separator}${range.endDate}` : "";

/** A column's filter: how its value is parsed and serialized. */
interface ColumnFilter<K extends string, S extends z.ZodType> {
  kind: K;
  /** The field of a documentation; the database column has the same name. */
  column: FilterColumn;
  schema: S;
  text(value: z.output<S>): string;
}

/** One exact text; "" matches everything. */
const createTextFilter = (column: TextFilterColumn) =>
  ({
    kind: "text",
    column,
    schema: line().default("").meta(documentationFields[column].column.filter),
    text: (value: string) => value,
  }) satisfies ColumnFilter<"text", z.ZodType>;

type TextFilters = { readonly [C in TextFilterColumn as `${C}Filter`]: ReturnType<typeof createTextFilter> };
function createTextFilters(): TextFilters;
function createTextFilters() {
  return Object.fromEntries(textFilterColumns.map((column) => [`${column}Filter`, createTextFilter(column)]));
}

/** Any of a fixed set of values; no value matches everything. */
const createEnumFilter = <W extends string>(
  column: FilterColumn,
  values: readonly [W, ...W[]],
  description: string,
) =>
  ({
    kind: "enum",
    column,
    schema: semicolonList<W>(z.enum(values), {
      maxItems: values.length,
      description: `${description}, separated by ';'`,
      example: values.slice(0, 2).join(separator),
    }),
    text: toSemicolonList,
  }) satisfies ColumnFilter<"enum", z.ZodType<W[]>>;

/** A range of days, both included; null matches everything. */
const createDaysFilter = (column: FilterColumn, description: string) =>
  ({ kind: "days", column, schema: dayRange(description), text: serializeDayRange }) satisfies ColumnFilter<
    "days",
    z.ZodType
  >;

/** Yes or no; null matches everything. */
const createBooleanFilter = (column: FilterColumn, description: string) =>
  ({
    kind: "flag",
    column,
    schema: booleanOrString().nullable().default(null).meta({ description }),
    text: (value: boolean | null) => (value === null ? "" : String(value)),
  }) satisfies ColumnFilter<"flag", z.ZodType>;

/** The value of the assignee's filter for unassigned documentations. */
export const unassigned = "NOBODY";

/**
 * The filters of the list's columns (2§2), in the order of the filter bar. The call's parameters, the SQL conditions, the URL and the
 * filter bar are derived from these. The indexes `documentation_created` and `documentation_position` must contain their columns.
 */
export const columnFilters = {
  templateFilter: {
    kind: "templates",
    column: "templateId",
    schema: semicolonList<string>(uuid(), {
      maxItems: maxFilteredTemplates,
      description: "Template IDs, separated by ';'",
      example: "0b9c2b1e-5a41-4f0e-9a55-6f2d1c7e8a90;5d0e8a57-93ab-4c26-8d0f-2a1b7c3e4f60",
    }),
    text: toSemicolonList,
  },
  ...createTextFilters(),
  uploadedDateRange: createDaysFilter("dateUploaded", "Upload date"),
  createdDateRange: createDaysFilter("dateCreated", "Creation date"),
  statusFilter: createEnumFilter("status", documentationStatuses, "Statuses"),
  assigneeFilter: {
    kind: "assignee",
    column: "assigneeId",
    schema: z
      .string()
      .regex(/^(|NOBODY|[1-9]\d{0,8})$/)
      .default("")
      .meta({ description: "ID of the user to whom it is assigned; NOBODY if to nobody", examples: ["17"] }),
    text: (value: string) => value,
  },
  exportedFilter: createBooleanFilter("exported", "true: with a successful export; false: without one"),
} as const satisfies Record<string, ColumnFilter<string, z.ZodType>>;
export type ColumnFilters = typeof columnFilters;
export type ColumnFilterName = keyof ColumnFilters;
export const columnFilterNames = keysOf(columnFilters);
export type FilterKind = ColumnFilters[ColumnFilterName]["kind"];

/** The activities by whose days the list can be filtered; /progress counts them. */
export const filteredActivities = ["REVIEWED", "SENT_BACK", "UNEXPECTED_ANSWER"] as const;
/** Further restrictions of a filter by activity: who reviewed or sent back, the licence, the name. */
const activityDetails = ["person", "license", "place"] as const;

export interface ActivityFilter extends DayRange {
  activity: (typeof filteredActivities)[number];
  detail: { field: (typeof activityDetails)[number]; value: string } | null;
}

const activityPattern = new RegExp(
  `^(${filteredActivities.join("|")});([^;]*);([^;]*)(?:;(${activityDetails.join("|")})=(.+))?$`,
);

/** 'activity;first;last' with both days included, and optionally ';detail=value'. */
function parseActivityFilter(text: string): ActivityFilter | null {
  const [, activityText, startDate = "", endDate = "", detailText, value = ""] =
    activityPattern.exec(text) ?? [];
  const activity = filteredActivities.find((name) => name === activityText);
  const detailName = activityDetails.find((name) => name === detailText);
  const isDay = (side: string) => side === "" || day().safeParse(side).success;
  if (!activity || !isDay(startDate) || !isDay(endDate)) return null;
  if (detailName === "license" && !uuid().safeParse(value).success) return null;
  return { activity, startDate, endDate, detail: detailName ? { field: detailName, value } : null };
}

const serializeActivityFilter = (filter: ActivityFilter | null): string =>
  filter
    ? [
        filter.activity,
        filter.startDate,
        filter.endDate,
        ...(filter.detail ? [`${filter.detail.field}=${filter.detail.value}`] : []),
      ].join(separator)
    : "";

const activityFilter = line(400)
  .meta({ examples: ["SENT_BACK;2021-03-01;2021-03-31;person=anna"] })
  .default("")
  .transform((text, context): ActivityFilter | null => {
    if (text === "") return null;
    const filter = parseActivityFilter(text);
    const error = filter ? validateDayRange(filter) : "invalid";
    if (error) context.issues.push({ code: "custom", input: text, params: { fault: error } });
    return filter;
  })
  .meta({
    description: `What happened in which days, 'activity;first;last' (${filteredActivities.join(", ")}; both days included, either can be left out), optionally with ';person=', ';license=' or ';place=' and a value`,
  });

type Schemas = { [N in ColumnFilterName]: ColumnFilters[N]["schema"] };

export const documentationFilter = {
  query: searchTerm().default("").meta({
    description:
      "Searches names, aliases, tags and answers, and names and comments of photos; across customers, the customers' names too",
  }),
  showHidden: booleanOrString().default(false).meta({ description: "Include hidden documentations" }),
  deletedTemplates: booleanOrString().default(false).meta({
    description:
      "Documentations of deleted templates; combined with templateFilter, in addition to those of its templates",
  }),
  attentionFilter: semicolonList(z.enum(attentionReasons), {
    maxItems: attentionReasons.length,
    description:
      "Documentations that need attention: reviews and answers past their day, unanswered threads, received files waiting for staff, overdue or refused uploads, unused upload links that expire within three days, completed by a device without something required; any of these, separated by ';'",
    example: attentionReasons.slice(0, 2).join(separator),
  }),
  activityFilter,
  // Cast: Object.fromEntries does not keep which value belongs to which key.
  ...(Object.fromEntries(columnFilterNames.map((name) => [name, columnFilters[name].schema])) as Schemas),
  customerId: z.coerce
    .number<number | string>()
    .int()
    .positive()
    .optional()
    .meta({ description: "Super admins only: one customer" }),
};
const filterSchema = z.strictObject(documentationFilter);
/** The filter as parsed, and as sent, where all values are text. */
export type DocumentationFilter = z.output<typeof filterSchema>;
export type DocumentationFilterParams = z.input<typeof filterSchema>;

/** Serializes a filter without its defaults. */
export function serializeFilter(filter: Partial<DocumentationFilter>): Record<string, string> {
  const texts: Record<string, string> = {
    query: filter.query ?? "",
    showHidden: filter.showHidden ? "true" : "",
    deletedTemplates: filter.deletedTemplates ? "true" : "",
    attentionFilter: toSemicolonList(filter.attentionFilter ?? []),
    activityFilter: serializeActivityFilter(filter.activityFilter ?? null),
    customerId: String(filter.customerId ?? ""),
  };
  const filters: Record<ColumnFilterName, ColumnFilter<string, z.ZodType>> = columnFilters;
  for (const name of columnFilterNames)
    if (filter[name] !== undefined) texts[name] = filters[name].text(filter[name]);
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

import { z } from "zod";
import { type DocumentationStatus, documentationStatuses } from "../documentation";
import { day, textFlag, uuid } from "../fields";
import type { FieldFault } from "../problem";
import { minimumFilterDay, periodFaults } from "../rules/days";

/*
 * What the documentation list is filtered by (2§2, 2§7): the same parameters for the list, its total, its export, the map and
 * changes in bulk. All of them narrow; left out or empty, one lets everything through.
 */

/** Days, both included, from midnight to midnight in Sweden; an empty one leaves its side open. */
export interface DayRange {
  startDate: string;
  endDate: string;
}

/** Ids and statuses stand beside each other with `;` between them, as everything that is joined here (2§3, 2§7). */
const separator = ";";
const mostTemplates = 200;

export function joined<T extends string>(
  item: z.ZodType<T>,
  { most, description, example }: { most: number; description: string; example: string },
) {
  return z
    .string()
    .max(most * 40)
    .meta({ examples: [example] })
    .default("")
    .transform((text, context): T[] => {
      const items = [...new Set(text.split(separator).filter((part) => part !== ""))];
      const fault = (name: FieldFault) => {
        context.issues.push({ code: "custom", input: text, params: { fault: name } });
        return [];
      };
      if (items.length > most) return fault("tooLong");
      const checked = items.map((part) => item.safeParse(part));
      return checked.every(({ success }) => success)
        ? checked.map(({ data }) => data as T)
        : fault("invalid");
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
      const [startDate = "", endDate = "", ...more] = text.split(separator);
      const days = day().or(z.literal(""));
      const range = { startDate, endDate };
      const readable =
        text.includes(separator) &&
        more.length === 0 &&
        [startDate, endDate].every((side) => days.safeParse(side).success);
      const fault = readable ? dayRangeFault(range) : "invalid";
      if (fault) context.issues.push({ code: "custom", input: text, params: { fault } });
      return range;
    })
    .meta({
      description: `${description}: 'first;last', both days included, Swedish days; either may be left out. From 2021-01-01 to today.`,
    });
}

/** What is wrong with a range of days (2§5): it begins in 2021 at the earliest, ends today at the latest, and not before it begins. */
export function dayRangeFault(range: DayRange, now?: string): FieldFault | null {
  const faults = periodFaults(range, { minimum: minimumFilterDay, open: true, ...(now && { now }) });
  return faults.startDate ?? faults.endDate ?? null;
}

export const documentationFilter = {
  query: z
    .string()
    .trim()
    .max(200)
    .default("")
    .meta({ description: "In names, aliases, tags, answers and photos' names and comments" }),
  showHidden: textFlag().default(false).meta({ description: "Hidden ones, too" }),
  templateFilter: joined<string>(uuid(), {
    most: mostTemplates,
    description: "Ids of templates, joined by ';'",
    example: "0b9c2b1e-5a41-4f0e-9a55-6f2d1c7e8a90;5d0e8a57-93ab-4c26-8d0f-2a1b7c3e4f60",
  }),
  deletedTemplates: textFlag().default(false).meta({
    description:
      "Those of templates that have been deleted; with templateFilter, beside those of its templates",
  }),
  creatorFilter: z
    .string()
    .trim()
    .max(255)
    .default("")
    .meta({ description: "Who captured it, as getCreators says it" }),
  uploadedDateRange: dayRange("When it was uploaded"),
  createdDateRange: dayRange("When it was created"),
  statusFilter: joined<DocumentationStatus>(z.enum(documentationStatuses), {
    most: documentationStatuses.length,
    description: "Statuses, joined by ';'",
    example: "COMPLETED;APPROVED",
  }),
  exportedFilter: textFlag()
    .nullable()
    .default(null)
    .meta({ description: "true for those with a successful export, false for those without" }),
  customerId: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: "For super admins: of one customer" }),
};
const wholeFilter = z.strictObject(documentationFilter);
/** The filter as it is read, and as it is sent: there everything is text. */
export type DocumentationFilter = z.output<typeof wholeFilter>;
export type DocumentationFilterText = z.input<typeof wholeFilter>;

export const joinedText = (items: readonly string[]): string => items.join(separator);
export const dayRangeText = (range: DayRange | null): string =>
  range && (range.startDate || range.endDate) ? `${range.startDate}${separator}${range.endDate}` : "";

/** A filter as it is sent, without what is as it would be anyway. */
export function filterText(filter: Partial<DocumentationFilter>): Record<string, string> {
  const texts: Record<keyof typeof documentationFilter, string> = {
    query: filter.query ?? "",
    showHidden: filter.showHidden ? "true" : "",
    templateFilter: joinedText(filter.templateFilter ?? []),
    deletedTemplates: filter.deletedTemplates ? "true" : "",
    creatorFilter: filter.creatorFilter ?? "",
    uploadedDateRange: dayRangeText(filter.uploadedDateRange ?? null),
    createdDateRange: dayRangeText(filter.createdDateRange ?? null),
    statusFilter: joinedText(filter.statusFilter ?? []),
    exportedFilter: String(filter.exportedFilter ?? ""),
    customerId: String(filter.customerId ?? ""),
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

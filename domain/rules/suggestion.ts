import { unknownPosition } from "../fields";
import type { FieldFault } from "../problem";
import { maximumEntryLength, maximumNameLength } from "./entryFile";
import type { Faults } from "./faults";
import { strippedText } from "./strippedText";

export const suggestionListTypes = ["DOCUMENTATION_NAMES", "TASK_OPTIONS", "CONTACT_PERSONS"] as const;
export type SuggestionListType = (typeof suggestionListTypes)[number];

/** What the rules below need to know of a list. */
export interface SuggestionListRules {
  type: string;
  params: Record<string, string>;
  deleteSuggestionIfDocumentationExists: boolean;
  requiredDocumentationStatus: string | null;
}

const listed = (joined: string | undefined): string[] =>
  (joined ?? "")
    .split(";")
    .map((name) => name.trim())
    .filter(Boolean);

/** The columns of a list of contact persons, and those of them that every entry must fill. */
export const contactColumns = (params: Record<string, string>) => ({
  columns: listed(params.columns),
  required: listed(params.requiredColumns),
});

/** What is wrong with a list as it would be (3§5), by field. */
export function suggestionListFaults(list: SuggestionListRules): Faults {
  const faults: Faults = {};
  const known = list.type === "CONTACT_PERSONS" ? ["columns", "requiredColumns"] : [];
  for (const key of Object.keys(list.params)) if (!known.includes(key)) faults[`params.${key}`] = "unknown";
  if (list.type === "CONTACT_PERSONS") {
    const { columns, required } = contactColumns(list.params);
    if (columns.length === 0) faults["params.columns"] = "required";
    else if (new Set(columns).size < columns.length) faults["params.columns"] = "duplicate";
    if (required.some((name) => !columns.includes(name))) faults["params.requiredColumns"] ??= "notFound";
  }
  if (list.requiredDocumentationStatus !== null && !list.deleteSuggestionIfDocumentationExists)
    faults.requiredDocumentationStatus = "notAllowed";
  return faults;
}

/** Turning the deletion of suggestions off takes the status with it that it waited for. */
export const withoutIdleStatus = <L extends Partial<SuggestionListRules>>(change: L): L =>
  change.deleteSuggestionIfDocumentationExists === false && change.requiredDocumentationStatus === undefined
    ? { ...change, requiredDocumentationStatus: null }
    : change;

/** Column values as one text: as many as there are columns, joined by semicolons, which no value can hold. */
export const contactText = (values: readonly string[], columns: readonly string[]): string =>
  columns.map((_, index) => strippedText((values[index] ?? "").replaceAll(";", " "))).join(";");

export const contactValues = (text: string): string[] => text.split(";").map((value) => value.trim());

export interface TextFault {
  /** `text`, or the name of the column that is at fault. */
  field: string;
  fault: FieldFault;
}

/** A given text as a list keeps it, or what is wrong with it. Two texts that are kept the same are duplicates. */
export function suggestionText(
  list: Pick<SuggestionListRules, "type" | "params">,
  given: string,
): { text: string } | TextFault {
  if (list.type === "CONTACT_PERSONS") return contactEntry(list.params, given);
  const text = strippedText(given);
  const longest = list.type === "DOCUMENTATION_NAMES" ? maximumNameLength : maximumEntryLength;
  if (text === "") return { field: "text", fault: "required" };
  if (text.length > longest) return { field: "text", fault: "tooLong" };
  return { text };
}

function contactEntry(params: Record<string, string>, given: string): { text: string } | TextFault {
  const { columns, required } = contactColumns(params);
  const values = contactValues(given);
  if (values.slice(columns.length).some((value) => value !== "")) return { field: "text", fault: "invalid" };
  const text = contactText(values, columns);
  const kept = text.split(";");
  const missing = columns.find((name, index) => required.includes(name) && !kept[index]);
  if (missing !== undefined) return { field: missing, fault: "required" };
  if (kept.every((value) => value === "")) return { field: "text", fault: "required" };
  if (text.length > maximumEntryLength) return { field: "text", fault: "tooLong" };
  return { text };
}

/** A position has both of its numbers or neither. */
export function positionFaults({ lat, lng }: { lat: number; lng: number }): Faults {
  if ((lat === unknownPosition) === (lng === unknownPosition)) return {};
  return lat === unknownPosition ? { lat: "required" } : { lng: "required" };
}

/**
 * Places for the map: each that stands exactly on an earlier one is nudged east by 0.00001 degrees until it stands alone (3§9).
 */
export function apart<P extends { lat: number; lng: number }>(places: readonly P[]): P[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return places.map((place) => {
    const origin = `${place.lat},${place.lng}`;
    let step = next.get(origin) ?? 0;
    let lng = place.lng;
    for (; ; step += 1) {
      lng = step === 0 ? place.lng : Number((place.lng + step * 0.00001).toFixed(7));
      if (!taken.has(`${place.lat},${lng}`)) break;
    }
    next.set(origin, step + 1);
    taken.add(`${place.lat},${lng}`);
    return lng === place.lng ? place : { ...place, lng };
  });
}

import { unknownCoordinate } from "#domain/core/fields.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { sanitizeListText } from "#domain/core/text/listText.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { maxEntryLength, maxNameLength } from "./entryFile.ts";

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
export const contactColumns = (
  params: Record<string, string>,
): { columns: string[]; required: ReadonlySet<string> } => ({
  columns: listed(params.columns),
  required: new Set(listed(params.requiredColumns)),
});

/** What is wrong with a suggestion list (3§5), by field. */
export function validateSuggestionList(list: SuggestionListRules): FieldErrors {
  const errors: FieldErrors = {};
  const known = list.type === "CONTACT_PERSONS" ? ["columns", "requiredColumns"] : [];
  for (const key of Object.keys(list.params)) if (!known.includes(key)) errors[`params.${key}`] = "unknown";
  if (list.type === "CONTACT_PERSONS") {
    const { columns, required } = contactColumns(list.params);
    const names = new Set(columns);
    if (columns.length === 0) errors["params.columns"] = "required";
    if (names.size < columns.length) errors["params.columns"] = "duplicate";
    if (![...required].every((name) => names.has(name))) errors["params.requiredColumns"] ??= "notFound";
  }
  if (list.requiredDocumentationStatus !== null && !list.deleteSuggestionIfDocumentationExists)
    errors.requiredDocumentationStatus = "notAllowed";
  return errors;
}

/** Turning deleteSuggestionIfDocumentationExists off clears requiredDocumentationStatus. */
export const dropUnusedStatus = <L extends Partial<SuggestionListRules>>(change: L): L =>
  change.deleteSuggestionIfDocumentationExists === false && change.requiredDocumentationStatus === undefined
    ? { ...change, requiredDocumentationStatus: null }
    : change;

/** Column values as one text: as many as there are columns, joined by semicolons, which no value can hold. */
export function contactText(values: readonly string[], columns: readonly string[]): string {
  const given = values.slice(0, columns.length).map((value) => sanitizeListText(value.replaceAll(";", " ")));
  return given.join(";") + ";".repeat(Math.max(0, columns.length - Math.max(1, given.length)));
}

export const contactValues = (text: string): string[] => text.split(";").map((value) => value.trim());

export interface TextFault {
  /** `text`, or the name of the column that is at fault. */
  field: string;
  fault: FieldError;
}

/** A given text as a list stores it, or what is wrong with it. Two texts that are stored the same are duplicates. */
export const suggestionText = (
  list: Pick<SuggestionListRules, "type" | "params">,
  given: string,
): { text: string } | TextFault => suggestionTexts(list)(given);

/** The same for many texts of one list, whose params are read once. */
export function suggestionTexts(
  list: Pick<SuggestionListRules, "type" | "params">,
): (given: string) => { text: string } | TextFault {
  if (list.type === "CONTACT_PERSONS") return contactEntries(list.params);
  const longest = list.type === "DOCUMENTATION_NAMES" ? maxNameLength : maxEntryLength;
  return (given) => {
    const text = sanitizeListText(given);
    if (text === "") return { field: "text", fault: "required" };
    if (text.length > longest) return { field: "text", fault: "tooLong" };
    return { text };
  };
}

function contactEntries(params: Record<string, string>) {
  const { columns, required } = contactColumns(params);
  const asked = [...columns.entries()].filter(([, name]) => required.has(name));
  return (given: string): { text: string } | TextFault => {
    const values = contactValues(given);
    if (values.slice(columns.length).some((value) => value !== ""))
      return { field: "text", fault: "invalid" };
    const text = contactText(values, columns);
    if (text.length > maxEntryLength) return { field: "text", fault: "tooLong" };
    const stored = text.split(";");
    const missing = asked.find(([index]) => !stored[index]);
    if (missing) return { field: missing[1], fault: "required" };
    if (stored.every((value) => value === "")) return { field: "text", fault: "required" };
    return { text };
  };
}

/** A position has both of its numbers or neither. */
export function positionFaults({ lat, lng }: { lat: number; lng: number }): FieldErrors {
  if ((lat === unknownCoordinate) === (lng === unknownCoordinate)) return {};
  return lat === unknownCoordinate ? { lat: "required" } : { lng: "required" };
}

/**
 * Places for the map: each that stands exactly on an earlier one is nudged east by 0.00001 degrees until it stands alone (3§9).
 */
export function spreadOverlapping<P extends { lat: number; lng: number }>(places: readonly P[]): P[] {
  /** For a place that is taken, the next to its east that may be free. */
  const next = new Map<string, number>();
  return places.map((place) => {
    const passed: string[] = [];
    const keyOf = (lng: number) => `${place.lat},${lng}`;
    let { lng } = place;
    for (let further = next.get(keyOf(lng)); further !== undefined; further = next.get(keyOf(lng))) {
      passed.push(keyOf(lng));
      lng = further;
    }
    const east = Number((lng + 0.00001).toFixed(7));
    // All that were passed lead right to it from now on: places in a row are not walked twice.
    for (const key of [...passed, keyOf(lng)]) next.set(key, east);
    return lng === place.lng ? place : { ...place, lng };
  });
}

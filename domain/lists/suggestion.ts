import { unknownCoordinate } from "#domain/core/fields.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { sanitizeListText } from "#domain/core/text/listText.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { maxEntryLength } from "./entryFile.ts";

export const suggestionListTypes = ["DOCUMENTATION_NAMES", "TASK_OPTIONS", "CONTACT_PERSONS"] as const;
export type SuggestionListType = (typeof suggestionListTypes)[number];

/** The fields of a suggestion list that the rules below use. */
export interface SuggestionListRules {
  type: string;
  params: Record<string, string>;
  deleteSuggestionIfDocumentationExists: boolean;
  requiredDocumentationStatus: string | null;
}

const splitList = (text: string | undefined): string[] =>
  (text ?? "")
    .split(";")
    .map((name) => name.trim())
    .filter(Boolean);

/** The columns of a list of contact persons, and its required columns. */
export const parseContactColumns = (
  params: Record<string, string>,
): { columns: string[]; required: ReadonlySet<string> } => ({
  columns: splitList(params.columns),
  required: new Set(splitList(params.requiredColumns)),
});

/** Validation errors of a suggestion list (3§5), by field. */
export function validateSuggestionList(list: SuggestionListRules): FieldErrors {
  const errors: FieldErrors = {};
  const knownKeys = list.type === "CONTACT_PERSONS" ? ["columns", "requiredColumns"] : [];
  for (const key of Object.keys(list.params))
    if (!knownKeys.includes(key)) errors[`params.${key}`] = "unknown";
  if (list.type === "CONTACT_PERSONS") {
    const { columns, required } = parseContactColumns(list.params);
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

/** Joins column values with semicolons, which values cannot contain; padded to the number of columns. */
export function joinContactValues(values: readonly string[], columns: readonly string[]): string {
  const texts = values.slice(0, columns.length).map((value) => sanitizeListText(value.replaceAll(";", " ")));
  return texts.join(";") + ";".repeat(Math.max(0, columns.length - Math.max(1, texts.length)));
}

export const splitContactValues = (text: string): string[] => text.split(";").map((value) => value.trim());

export interface TextError {
  /** `text`, or the name of the column with the error. */
  field: string;
  error: FieldError;
}

/** A suggestion in its stored form, or its validation error. Texts with the same stored form are duplicates. */
export const parseSuggestion = (
  list: Pick<SuggestionListRules, "type" | "params">,
  input: string,
): { text: string } | TextError => createSuggestionParser(list)(input);

/** Like `parseSuggestion`, for many texts of one list, whose params are parsed once. */
export function createSuggestionParser(
  list: Pick<SuggestionListRules, "type" | "params">,
): (input: string) => { text: string } | TextError {
  if (list.type === "CONTACT_PERSONS") return createContactParser(list.params);
  const maxLength = list.type === "DOCUMENTATION_NAMES" ? maxNameLength : maxEntryLength;
  return (input) => {
    const text = sanitizeListText(input);
    if (text === "") return { field: "text", error: "required" };
    if (text.length > maxLength) return { field: "text", error: "tooLong" };
    // A semicolon separates the choices of an answer.
    if (list.type === "TASK_OPTIONS" && text.includes(";")) return { field: "text", error: "semicolon" };
    return { text };
  };
}

function createContactParser(params: Record<string, string>) {
  const { columns, required } = parseContactColumns(params);
  const requiredColumns = [...columns.entries()].filter(([, name]) => required.has(name));
  return (input: string): { text: string } | TextError => {
    const values = splitContactValues(input);
    if (values.slice(columns.length).some((value) => value !== ""))
      return { field: "text", error: "invalid" };
    const text = joinContactValues(values, columns);
    if (text.length > maxEntryLength) return { field: "text", error: "tooLong" };
    const storedValues = text.split(";");
    const missingColumn = requiredColumns.find(([index]) => !storedValues[index]);
    if (missingColumn) return { field: missingColumn[1], error: "required" };
    if (storedValues.every((value) => value === "")) return { field: "text", error: "required" };
    return { text };
  };
}

/** A position must have both numbers or neither. */
export function validatePosition({ lat, lng }: { lat: number; lng: number }): FieldErrors {
  if ((lat === unknownCoordinate) === (lng === unknownCoordinate)) return {};
  return lat === unknownCoordinate ? { lat: "required" } : { lng: "required" };
}

/**
 * Separates positions that coincide on the map: each that coincides with an earlier one is moved east by 0.00001 degrees until it is
 * alone (3§9).
 */
export function spreadPositions<P extends { lat: number; lng: number }>(positions: readonly P[]): P[] {
  /** For an occupied position, the next longitude to the east that may be free. */
  const nextLngByKey = new Map<string, number>();
  return positions.map((position) => {
    const passedKeys: string[] = [];
    const keyOf = (lng: number) => `${position.lat},${lng}`;
    let { lng } = position;
    for (
      let freeLng = nextLngByKey.get(keyOf(lng));
      freeLng !== undefined;
      freeLng = nextLngByKey.get(keyOf(lng))
    ) {
      passedKeys.push(keyOf(lng));
      lng = freeLng;
    }
    const eastLng = Number((lng + 0.00001).toFixed(7));
    // Point all passed positions directly to the free one, so that a row of positions is traversed only once.
    for (const key of [...passedKeys, keyOf(lng)]) nextLngByKey.set(key, eastLng);
    return lng === position.lng ? position : { ...position, lng };
  });
}

import { unknownCoordinate, unknownCoordinates } from "#domain/core/fields.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { trimEndChars } from "#domain/core/text/trim.ts";
import { type LineParser, type ParsedEntryFile, parseEntries } from "./entryFile.ts";
import { type SuggestionListRules, suggestionTexts } from "./suggestion.ts";

export interface SuggestionEntry {
  text: string;
  /** WGS84 degrees; 1000 if the line has no position. */
  lat: number;
  lng: number;
}

/** Converts RT90 2.5 gon V metres, y east and x north, to WGS84 degrees. */
export type FromRt90 = (y: number, x: number) => { lat: number; lng: number };

/** The range of RT90 coordinates in metres, with a margin. The ranges overlap neither each other nor degrees. */
const rt90 = { y: [1_000_000, 2_000_000], x: [6_000_000, 7_800_000] } as const;

/**
 * Parses a file of suggestions (3§5). Documentation names are `name`, `name;lat;lng` in WGS84 or `name;y;x` in RT90 2.5 gon V;
 * contact persons are their columns; an option is the whole line. Null if the file has too many lines.
 */
export function readSuggestions(
  list: Pick<SuggestionListRules, "type" | "params">,
  content: string,
  fromRt90: FromRt90,
): ParsedEntryFile<SuggestionEntry> | null {
  return parseEntries(content, suggestionLines(list, fromRt90));
}

/** Returns the parser for a line of such a file. */
export function suggestionLines(
  list: Pick<SuggestionListRules, "type" | "params">,
  fromRt90: FromRt90,
): LineParser<SuggestionEntry> {
  const entryOf = suggestionEntries(list, fromRt90);
  return (line) => {
    const [text = "", ...position] = list.type === "DOCUMENTATION_NAMES" ? splitFields(line) : [line];
    return entryOf(text, position);
  };
}

/** Returns the parser for a text with the two numbers of its position, or none. */
export function suggestionEntries(
  list: Pick<SuggestionListRules, "type" | "params">,
  fromRt90: FromRt90,
): (text: string, position: readonly string[]) => ReturnType<LineParser<SuggestionEntry>> {
  const textOf = suggestionTexts(list);
  return (text, positionFields) => {
    const parsed = textOf(text);
    if ("error" in parsed) return parsed;
    const position = parsePosition(positionFields, fromRt90);
    return "error" in position ? position : { entry: { text: parsed.text, ...position } };
  };
}

/** Trailing semicolons are empty columns of a spreadsheet. */
const splitFields = (line: string): string[] =>
  trimEndChars(line, ";")
    .split(";")
    .map((field) => field.trim());

function parsePosition(
  fields: readonly string[],
  fromRt90: FromRt90,
): { lat: number; lng: number } | { field: string; error: FieldError } {
  if (fields.length === 0) return unknownCoordinates;
  if (fields.length > 2) return { field: "text", error: "invalid" };
  const [first, second] = [parseNumber(fields[0]), parseNumber(fields[1])];
  if (typeof first === "string") return { field: "lat", error: first };
  if (typeof second === "string") return { field: "lng", error: second };
  if (first === unknownCoordinate && second === unknownCoordinate) return unknownCoordinates;
  if (isWithin(first, rt90.y) && isWithin(second, rt90.x)) return fromRt90(first, second);
  if (!isWithin(first, [-90, 90])) return { field: "lat", error: "invalid" };
  if (!isWithin(second, [-180, 180])) return { field: "lng", error: "invalid" };
  return { lat: first, lng: second };
}

const isWithin = (value: number, [min, max]: readonly [number, number]) => value >= min && value <= max;

/** Parses a number with a decimal point, or with the comma used in Swedish spreadsheets. */
function parseNumber(text = ""): number | "required" | "wrongType" {
  if (text === "") return "required";
  return /^[+-]?\d{1,10}([.,]\d{0,20})?$/.test(text) ? Number(text.replace(",", ".")) : "wrongType";
}

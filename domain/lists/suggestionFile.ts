import { unknownCoordinate, unknownCoordinates } from "#domain/core/fields.ts";
import type { FieldError } from "#domain/core/problem.ts";
import type { DecodedText } from "#domain/core/text/decodeText.ts";
import { type EntryFormat, type ParsedEntryFile, parseEntries, type RowParser } from "./entryFile.ts";
import { createSuggestionParser, parseContactColumns, type SuggestionListRules } from "./suggestion.ts";

export interface SuggestionEntry {
  text: string;
  /** WGS84 degrees; 1000 if the line has no position. */
  lat: number;
  lng: number;
}

/** Converts RT90 2.5 gon V metres, y east and x north, to WGS84 degrees. */
export type Rt90Converter = (y: number, x: number) => { lat: number; lng: number };

/** The range of RT90 coordinates in metres, with a margin. The ranges overlap neither each other nor degrees. */
const rt90Ranges = { y: [1_000_000, 2_000_000], x: [6_000_000, 7_800_000] } as const;

/** Parses a file of suggestions (3§5). Null if the file has too many rows. */
export const readSuggestions = (
  list: Pick<SuggestionListRules, "type" | "params">,
  file: DecodedText,
  convertRt90: Rt90Converter,
): ParsedEntryFile<SuggestionEntry> | null => parseEntries(file, createSuggestionFormat(list, convertRt90));

/**
 * The rows of a file of suggestions. Documentation names are a name, a name with latitude and longitude in WGS84, or with y and x in RT90
 * 2.5 gon V; contact persons have the columns of their list; an option is one cell.
 */
export function createSuggestionFormat(
  list: Pick<SuggestionListRules, "type" | "params">,
  convertRt90: Rt90Converter,
): EntryFormat<SuggestionEntry> {
  const parseEntry = createEntryParser(list, convertRt90);
  switch (list.type) {
    case "DOCUMENTATION_NAMES":
      return {
        fields: ["text", "lat", "lng"],
        fieldOf: (heading) => positionHeadings[heading] ?? null,
        fits: ([, ...position]) =>
          position.length === 0 ||
          (position.length === 2 && position.every((cell) => typeof parseNumber(cell) === "number")),
        parseRow: ([text = "", ...position]) => parseEntry(text, position),
      };
    case "CONTACT_PERSONS": {
      const { columns } = parseContactColumns(list.params);
      return {
        fields: columns,
        fieldOf: (heading) => columns.find((column) => column.toLowerCase() === heading) ?? null,
        fits: (cells) => cells.length <= columns.length,
        // Semicolons separate the columns of a stored person.
        parseRow: (cells) => parseEntry(cells.map((cell) => cell.replaceAll(";", " ")).join(";"), []),
      };
    }
    default:
      return {
        fields: ["text"],
        fits: (cells) => cells.length === 1,
        parseRow: ([text = "", ...extraCells]) =>
          extraCells.length > 0 ? { field: "text", error: "extraColumns" } : parseEntry(text, []),
      };
  }
}

/** Headings of spreadsheets in both languages. In RT90, y is east and comes first (3§5). */
const positionHeadings: Readonly<Record<string, "text" | "lat" | "lng">> = {
  ...mapHeadings("text", [
    "name",
    "namn",
    "documentation",
    "dokumentation",
    "documentation name",
    "dokumentationsnamn",
  ]),
  ...mapHeadings("lat", ["lat", "latitude", "latitud", "y", "east", "easting", "öst"]),
  ...mapHeadings("lng", ["lng", "lon", "long", "longitude", "longitud", "x", "north", "northing", "nord"]),
};

function mapHeadings<F extends string>(field: F, headings: readonly string[]): Record<string, F> {
  return Object.fromEntries(headings.map((heading) => [heading, field]));
}

/** Returns the parser for a text with the two numbers of its position, or none. */
export function createEntryParser(
  list: Pick<SuggestionListRules, "type" | "params">,
  convertRt90: Rt90Converter,
): (text: string, position: readonly string[]) => ReturnType<RowParser<SuggestionEntry>> {
  const parseText = createSuggestionParser(list);
  return (text, positionFields) => {
    const textResult = parseText(text);
    if ("error" in textResult) return textResult;
    const position = parsePosition(positionFields, convertRt90);
    return "error" in position ? position : { entry: { text: textResult.text, ...position } };
  };
}

function parsePosition(
  fields: readonly string[],
  convertRt90: Rt90Converter,
): { lat: number; lng: number } | { field: string; error: FieldError } {
  if (fields.length === 0) return unknownCoordinates;
  if (fields.length > 2) return { field: "text", error: "extraColumns" };
  const [firstNumber, secondNumber] = [parseNumber(fields[0]), parseNumber(fields[1])];
  if (typeof firstNumber === "string") return { field: "lat", error: firstNumber };
  if (typeof secondNumber === "string") return { field: "lng", error: secondNumber };
  if (firstNumber === unknownCoordinate && secondNumber === unknownCoordinate) return unknownCoordinates;
  if (isWithin(firstNumber, rt90Ranges.y) && isWithin(secondNumber, rt90Ranges.x))
    return convertRt90(firstNumber, secondNumber);
  if (!isWithin(firstNumber, [-90, 90])) return { field: "lat", error: "invalid" };
  if (!isWithin(secondNumber, [-180, 180])) return { field: "lng", error: "invalid" };
  return { lat: firstNumber, lng: secondNumber };
}

const isWithin = (value: number, [min, max]: readonly [number, number]) => value >= min && value <= max;

/** A number with its digits in groups, as spreadsheets write those of coordinates in metres, and its decimals. */
const groupedPattern =
  /^([+-]?\d{1,3}(?:(?:[ '’]\d{3}){1,2}|(?:\.\d{3}){2}|(?:,\d{3}){2}))(?:[.,](\d{0,20}))?$/;

/** Parses a number with a decimal point, or with the comma used in Swedish spreadsheets. */
function parseNumber(text = ""): number | "required" | "wrongType" {
  if (text === "") return "required";
  const [, groups, decimals = ""] = groupedPattern.exec(text) ?? [];
  const number = groups ? `${groups.replace(/[ '’.,]/g, "")}.${decimals}` : text.replace(",", ".");
  return /^[+-]?\d{1,10}(\.\d{0,20})?$/.test(number) ? Number(number) : "wrongType";
}

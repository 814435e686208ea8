import type { ExpectedAnswerImportType, SuggestionImportType } from "#domain/configuration/importTypes.ts";
import { unknownCoordinates } from "#domain/core/fields.ts";
import type { TableFormat } from "#domain/core/text/table.ts";
import type { RowParser } from "#domain/lists/entryFile.ts";
import { parseExpectedAnswer } from "#domain/lists/expectedAnswer.ts";
import type { SuggestionListRules } from "#domain/lists/suggestion.ts";
import { createEntryParser, createSuggestionFormat } from "#domain/lists/suggestionFile.ts";
import type { Destination } from "../connector.ts";
import { NextReader } from "./nextReader.ts";
import { RamsiteAnswerReader, RamsiteSuggestionReader } from "./ramsiteSource.ts";
import { convertRt90 } from "./rt90.ts";
import { SharepointFolderReader } from "./sharepointFolders.ts";
import { SharepointTextFileReader } from "./sharepointTextFile.ts";
import type { ImportedRow, Source, SourceEntry, SourceReader } from "./sourceReader.ts";

type OpenReader = (destination: Destination, format: TableFormat) => SourceReader;

const suggestionReaders: Readonly<Record<SuggestionImportType, OpenReader>> = {
  RAMSITE_3GIS: (destination) => new RamsiteSuggestionReader(destination),
  SHAREPOINT_FOLDERS: (destination) => new SharepointFolderReader(destination),
  SHAREPOINT_TEXT_FILE: (destination, format) => new SharepointTextFileReader(destination, format),
  NEXT_PROJECT: (destination) => new NextReader("project", destination),
  NEXT_CUSTOMER: (destination) => new NextReader("customer", destination),
  NEXT_USER: (destination) => new NextReader("user", destination),
};

const answerReaders: Readonly<Record<ExpectedAnswerImportType, (destination: Destination) => SourceReader>> =
  {
    RAMSITE_3GIS: (destination) => new RamsiteAnswerReader(destination),
  };

/**
 * Opens the suggestions of a system for a list. No request is made yet.
 * @param destination the params and secrets of the import, from destinationOf (connectors/openConnector.ts)
 * @throws ConnectorError config
 */
export function openSuggestionSource(
  type: SuggestionImportType,
  destination: Destination,
  list: Pick<SuggestionListRules, "type" | "params">,
): Source {
  const parseEntry = createEntryParser(list, convertRt90);
  const format = createSuggestionFormat(list, convertRt90);
  return validateRows(suggestionReaders[type](destination, format), (entry) => {
    if ("cells" in entry) return format.parseRow(entry.cells);
    const { lat = "", lng = "" } = entry;
    return parseEntry(entry.name, lat === "" && lng === "" ? [] : [lat, lng]);
  });
}

/** Opens the expected answers of a system. @throws ConnectorError config */
export function openAnswerSource(type: ExpectedAnswerImportType, destination: Destination): Source {
  return validateRows(answerReaders[type](destination), (row) => {
    if ("cells" in row) return { field: "text", error: "invalid" };
    const result = parseExpectedAnswer(row.name);
    if ("error" in result) return result;
    return { entry: { text: result.text, ...unknownCoordinates, params: row.params ?? {} } };
  });
}

/** Reads from a reader and keeps the rows that the list accepts. */
function validateRows(
  reader: SourceReader,
  validate: (entry: SourceEntry) => ReturnType<RowParser<Omit<ImportedRow, "params"> & Partial<ImportedRow>>>,
): Source {
  return {
    async page(cursor) {
      const { rows: entries, next } = await reader.page(cursor);
      const rows: ImportedRow[] = [];
      let [skippedCount, error]: [number, string | null] = [0, null];
      for (const entry of entries) {
        const result = validate(entry);
        if ("entry" in result) rows.push({ params: {}, ...result.entry });
        else {
          skippedCount += 1;
          error ??= describeFault(result.field, result.error, "cells" in entry ? entry.text : entry.name);
        }
      }
      return { rows, next, omittedCount: skippedCount, error };
    },
  };
}

const faultMessages = {
  required: "is empty",
  tooLong: "is too long",
  wrongType: "is not a number",
  semicolon: "contains a semicolon",
  extraColumns: "has more columns than expected",
  invalid: "is not valid",
} as const;

function describeFault(field: string, error: string, rowText: string): string {
  const subject = field === "text" ? "its text" : `its ${field}`;
  const explanation =
    Object.entries(faultMessages).find(([word]) => word === error)?.[1] ?? faultMessages.invalid;
  return `"${rowText.trim().slice(0, 80)}": ${subject} ${explanation}`;
}

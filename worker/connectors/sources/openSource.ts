import type { ExpectedAnswerImportType, SuggestionImportType } from "#domain/configuration/importTypes.ts";
import { unknownCoordinates } from "#domain/core/fields.ts";
import type { LineParser } from "#domain/lists/entryFile.ts";
import { expectedAnswerText } from "#domain/lists/expectedAnswer.ts";
import type { SuggestionListRules } from "#domain/lists/suggestion.ts";
import { suggestionEntries, suggestionLines } from "#domain/lists/suggestionFile.ts";
import type { Destination } from "../connector.ts";
import { NextReader } from "./next.ts";
import { RamsiteAnswerReader, RamsiteSuggestionReader } from "./ramsiteSource.ts";
import { fromRt90 } from "./rt90.ts";
import { SharepointFolderReader } from "./sharepointFolders.ts";
import { SharepointTextFileReader } from "./sharepointTextFile.ts";
import type { ImportedRow, Source, SourceEntry, SourceReader } from "./sourceReader.ts";

type Open = (destination: Destination) => SourceReader;

const suggestionReaders: Readonly<Record<SuggestionImportType, Open>> = {
  RAMSITE_3GIS: (destination) => new RamsiteSuggestionReader(destination),
  SHAREPOINT_FOLDERS: (destination) => new SharepointFolderReader(destination),
  SHAREPOINT_TEXT_FILE: (destination) => new SharepointTextFileReader(destination),
  NEXT_PROJECT: (destination) => new NextReader("project", destination),
  NEXT_CUSTOMER: (destination) => new NextReader("customer", destination),
  NEXT_USER: (destination) => new NextReader("user", destination),
};

const answerReaders: Readonly<Record<ExpectedAnswerImportType, Open>> = {
  RAMSITE_3GIS: (destination) => new RamsiteAnswerReader(destination),
};

/**
 * The suggestions that a system has for a list. Nothing is asked yet.
 * @param destination the params and secrets of the import, as destinationOf (connectors/open.ts) gives them
 * @throws ConnectorError config
 */
export function openSuggestionSource(
  type: SuggestionImportType,
  destination: Destination,
  list: Pick<SuggestionListRules, "type" | "params">,
): Source {
  const entryOf = suggestionEntries(list, fromRt90);
  const lineOf = suggestionLines(list, fromRt90);
  return validateRows(suggestionReaders[type](destination), (given) => {
    if ("line" in given) return lineOf(given.line);
    const { lat = "", lng = "" } = given;
    return entryOf(given.name, lat === "" && lng === "" ? [] : [lat, lng]);
  });
}

/** The expected answers that a system has. @throws ConnectorError config */
export function openAnswerSource(type: ExpectedAnswerImportType, destination: Destination): Source {
  return validateRows(answerReaders[type](destination), (given) => {
    const read = expectedAnswerText("line" in given ? given.line : given.name);
    if ("fault" in read) return read;
    return {
      entry: { text: read.text, ...unknownCoordinates, params: "line" in given ? {} : (given.params ?? {}) },
    };
  });
}

/** What a reader gives, of which stays what the list can hold. */
function validateRows(
  reader: SourceReader,
  judge: (given: SourceEntry) => ReturnType<LineParser<Omit<ImportedRow, "params"> & Partial<ImportedRow>>>,
): Source {
  return {
    async page(cursor) {
      const { rows: given, next } = await reader.page(cursor);
      const rows: ImportedRow[] = [];
      let [leftOut, fault]: [number, string | null] = [0, null];
      for (const one of given) {
        const read = judge(one);
        if ("entry" in read) rows.push({ params: {}, ...read.entry });
        else {
          leftOut += 1;
          fault ??= faultOf(read.field, read.fault, "line" in one ? one.line : one.name);
        }
      }
      return { rows, next, leftOut, fault };
    },
  };
}

const faultMessages = {
  required: "is empty",
  tooLong: "is too long",
  wrongType: "is no number",
  invalid: "does not fit",
} as const;

function faultOf(field: string, fault: string, given: string): string {
  const what = field === "text" ? "its text" : `its ${field}`;
  const why = Object.entries(faultMessages).find(([word]) => word === fault)?.[1] ?? faultMessages.invalid;
  return `"${given.trim().slice(0, 80)}": ${what} ${why}`;
}

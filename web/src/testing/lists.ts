import type { z } from "zod";
import type { TableReading } from "#domain/core/text/table.ts";
import { expectedAnswer } from "#domain/endpoints/configuration/expectedAnswerListCalls.ts";
import { suggestion } from "#domain/endpoints/configuration/suggestionListCalls.ts";
import { importResult } from "#domain/endpoints/shared/listEntries.ts";
import {
  expectedAnswerImportConfiguration,
  expectedAnswerImportEvent,
  expectedAnswerList,
  suggestionImportConfiguration,
  suggestionImportEvent,
  suggestionList,
} from "#domain/resources/index.ts";
import { anId } from "./fixtures.ts";

/** Lists, their rows and imports, parsed by their contracts like all fixtures. */

const commonFields = { customerId: 7, customerName: "Norrfiber", dateCreated: "2026-05-04T09:30:00Z" };

export const aSuggestionList = (changes: Partial<z.input<typeof suggestionList.row>> = {}) =>
  suggestionList.row.parse({
    id: anId(),
    ...commonFields,
    version: 1,
    name: "Sites",
    description: "Every mast",
    type: "DOCUMENTATION_NAMES",
    suggestionCount: 100_000,
    ...changes,
  });

export const aSuggestion = (changes: Partial<z.input<typeof suggestion>> = {}) =>
  suggestion.parse({
    id: anId(),
    customerId: 7,
    text: "NF-2041",
    imported: true,
    dateCreated: commonFields.dateCreated,
    ...changes,
  });

export const anAnswerList = (changes: Partial<z.input<typeof expectedAnswerList.row>> = {}) =>
  expectedAnswerList.row.parse({
    id: anId(),
    ...commonFields,
    version: 1,
    name: "Corrosion",
    description: null,
    answerCount: 2,
    ...changes,
  });

export const anAnswer = (changes: Partial<z.input<typeof expectedAnswer>> = {}) =>
  expectedAnswer.parse({
    id: anId(),
    customerId: 7,
    answer: "C3",
    params: {},
    imported: false,
    dateCreated: commonFields.dateCreated,
    lastUpdated: commonFields.dateCreated,
    ...changes,
  });

/** How a file of one column was understood. */
export const aReading = (changes: Partial<TableReading> = {}): TableReading => ({
  encoding: "utf-8",
  separator: null,
  hasHeader: false,
  columns: [{ heading: null, field: "text" }],
  looksSeparated: false,
  ...changes,
});

const importResultSchema = importResult({});
export const anImport = (changes: Partial<z.input<typeof importResultSchema>> = {}) => ({
  ...importResultSchema.parse({
    reading: aReading(),
    lineCount: 3,
    addedCount: 1,
    updatedCount: 1,
    unchangedCount: 0,
    omittedCount: 0,
    repeatedLineCount: 0,
    errorCount: 0,
    errors: [],
    items: [],
    ...changes,
  }),
  items: [],
});

export const aSuggestionImport = (changes: Partial<z.input<typeof suggestionImportConfiguration.row>> = {}) =>
  suggestionImportConfiguration.row.parse({
    id: anId(),
    ...commonFields,
    version: 1,
    name: "Sites from SharePoint",
    suggestionList: anId(),
    suggestionListName: "Sites",
    type: "SHAREPOINT_TEXT_FILE",
    frequency: "DAILY",
    params: { path: "Shared Documents", fileName: "sites.txt" },
    secretsSet: ["clientSecret"],
    nextRunAt: "2026-05-05T02:00:00Z",
    ...changes,
  });

/** Fields of an event besides its result. */
const defaultEventFields = {
  ...{
    added: 0,
    updated: 0,
    removed: 0,
    message: null,
    needsConfirmation: false,
    confirmed: false,
  },
  ...{ requesterName: "anna", finished: "2026-05-04T09:31:00Z" },
};

export const aSuggestionImportEvent = (changes: Partial<z.input<typeof suggestionImportEvent.row>> = {}) =>
  suggestionImportEvent.row.parse({
    id: anId(),
    ...commonFields,
    suggestionImportConfigurationId: anId(),
    suggestionImportConfigurationName: "Sites from SharePoint",
    type: "SHAREPOINT_TEXT_FILE",
    success: true,
    count: 1234,
    ...defaultEventFields,
    ...changes,
  });

export const anAnswerImport = (
  changes: Partial<z.input<typeof expectedAnswerImportConfiguration.row>> = {},
) =>
  expectedAnswerImportConfiguration.row.parse({
    id: anId(),
    ...commonFields,
    version: 1,
    name: "Tags from RAMSite",
    expectedAnswerList: anId(),
    expectedAnswerListName: "Tags",
    frequency: "WEEKLY",
    secretsSet: [],
    nextRunAt: "2026-05-11T02:00:00Z",
    ...changes,
  });

export const anAnswerImportEvent = (changes: Partial<z.input<typeof expectedAnswerImportEvent.row>> = {}) =>
  expectedAnswerImportEvent.row.parse({
    id: anId(),
    ...commonFields,
    expectedAnswerImportConfigurationId: anId(),
    expectedAnswerImportConfigurationName: "Tags from RAMSite",
    type: "RAMSITE_3GIS",
    success: true,
    count: 2,
    ...defaultEventFields,
    ...changes,
  });

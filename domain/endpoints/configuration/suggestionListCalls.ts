import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { flag, instant, latitude, longitude, name, serial, uuid } from "#domain/core/fields.ts";
import { suggestionList } from "#domain/resources/suggestionList.ts";
import * as entries from "../shared/listEntries.ts";

const readAccess = { authentication: "session", authority: "ROLE_SUGGESTION_LIST_READ" } as const;
const writeAccess = { authentication: "session", authority: "ROLE_SUGGESTION_LIST_WRITE" } as const;

/** WGS84 degrees; 1000 and 1000 mean no position. */
const position = { lat: latitude(), lng: longitude() };

export const suggestion = z.object({
  id: uuid(),
  customerId: z.int(),
  text: z.string(),
  imported: flag(),
  ...position,
  dateCreated: instant(),
});
export type Suggestion = z.output<typeof suggestion>;

export const suggestionSorts = ["text", "lat", "lng", "imported", "dateCreated", "id"] as const;

export const getSuggestions = defineEndpoint({
  ...readAccess,
  method: "GET",
  path: "/suggestionList/suggestions/{id}",
  summary: "List a page of the suggestions in a list.",
  params: entries.idInPath,
  query: entries.entryQuery(z.enum(suggestionSorts).default("text")),
  response: z.object({ items: z.array(suggestion) }),
});

export const countSuggestions = defineEndpoint({
  ...readAccess,
  method: "GET",
  path: "/suggestionList/suggestions/count/{id}",
  summary: "Count the suggestions in a list that match `q`.",
  params: entries.idInPath,
  query: entries.entryCountQuery,
  response: entries.entryCount,
});

export const addSuggestion = defineEndpoint({
  ...writeAccess,
  method: "POST",
  path: "/suggestionList/addSuggestion",
  summary:
    'Add a suggestion. The characters ~ " # % & * : < > ? / \\ { | } are removed. A contact person is its columns separated by semicolons.',
  body: z.strictObject({ suggestionList: uuid(), text: entries.entryText(), ...position }),
  response: suggestion,
});

export const updateSuggestion = defineEndpoint({
  ...writeAccess,
  method: "PUT",
  path: "/suggestionList/updateSuggestion/{id}",
  summary: "Update a suggestion. `id` is the suggestion's. Omitted fields do not change.",
  params: entries.idInPath,
  body: z.strictObject({
    text: entries.entryText().optional(),
    lat: latitude().unwrap().optional(),
    lng: longitude().unwrap().optional(),
  }),
  response: suggestion,
});

export const deleteSuggestion = defineEndpoint({
  ...writeAccess,
  method: "DELETE",
  path: "/suggestionList/deleteSuggestion/{id}",
  summary: "Delete a suggestion. `id` is the suggestion's.",
  params: entries.idInPath,
  response: entries.removeResult,
});

export const deleteImportedSuggestions = defineEndpoint({
  ...writeAccess,
  method: "DELETE",
  path: "/suggestionList/deleteImported/{id}",
  summary: "Delete all suggestions in a list that came from a file or another system.",
  params: entries.idInPath,
  response: entries.removedCount,
});

export const downloadSuggestions = defineEndpoint({
  ...readAccess,
  method: "GET",
  path: "/suggestionList/downloadText/{id}",
  summary:
    "Download the whole list as a text file with one suggestion per line, in the format that importFile accepts.",
  params: entries.idInPath,
  download: "document",
});

export const importSuggestions = defineEndpoint({
  ...writeAccess,
  method: "POST",
  path: "/suggestionList/importFile",
  summary:
    "Import a file with one entry per line: `name`, `name;lat;lng` (WGS84) or `name;y;x` (RT90 2.5 gon V), a contact person's columns, or an option. Existing names get the position in the file.",
  body: z.strictObject({
    suggestionList: uuid(),
    data: entries.fileData,
    preview: entries.preview,
  }),
  response: entries.importResult({ text: z.string(), ...position }),
});
export type SuggestionImport = z.output<NonNullable<typeof importSuggestions.response>>;

export const getSuggestionPositions = defineEndpoint({
  authentication: "session",
  authority: "ROLE_SUPER_ADMIN",
  method: "GET",
  path: "/suggestionList/positions/{id}",
  summary: "List all suggestions in a list that have a position, for the map.",
  params: entries.idInPath,
  response: z.object({
    items: z.array(z.object({ id: uuid(), text: z.string(), ...position })),
  }),
});

export const copySuggestionList = defineEndpoint({
  ...writeAccess,
  method: "POST",
  path: "/suggestionList/copy",
  multiDatabase: "handler",
  summary:
    "Copy a list and its suggestions. Without a name the copy keeps the list's name, with a suffix if the customer stays the same. Only super admins can name another customer; that copy is for all licences.",
  body: z.strictObject({
    suggestionList: uuid(),
    name: name().optional(),
    customer: serial().optional(),
  }),
  response: suggestionList.row,
});

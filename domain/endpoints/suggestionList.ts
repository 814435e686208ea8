import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { flag, instant, latitude, longitude, name, serial, uuid } from "../fields";
import { suggestionList } from "../resources/suggestionList";
import * as entries from "./entries";

const reads = { entrance: "session", authority: "ROLE_SUGGESTION_LIST_READ" } as const;
const writes = { entrance: "session", authority: "ROLE_SUGGESTION_LIST_WRITE" } as const;

/** WGS84 degrees; 1000 and 1000 is no position. */
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

export const suggestionSorts = ["text", "lat", "lng", "imported", "dateCreated"] as const;

export const getSuggestions = defineEndpoint({
  ...reads,
  method: "GET",
  path: "/suggestionList/suggestions/{id}",
  summary: "A page of a list's suggestions.",
  params: entries.idInPath,
  query: entries.entryQuery(suggestionSorts),
  answer: z.object({ items: z.array(suggestion) }),
});

export const countSuggestions = defineEndpoint({
  ...reads,
  method: "GET",
  path: "/suggestionList/suggestions/count/{id}",
  summary: "How many of a list's suggestions hold `q`.",
  params: entries.idInPath,
  query: entries.entryCountQuery,
  answer: entries.entryCount,
});

export const addSuggestion = defineEndpoint({
  ...writes,
  method: "POST",
  path: "/suggestionList/addSuggestion",
  summary:
    'Add one suggestion. The characters ~ " # % & * : < > ? / \\ { | } are stripped; a contact person is its columns joined by semicolons.',
  body: z.strictObject({ suggestionList: uuid(), text: entries.entryText(), ...position }),
  answer: suggestion,
});

export const updateSuggestion = defineEndpoint({
  ...writes,
  method: "PUT",
  path: "/suggestionList/updateSuggestion/{id}",
  summary: "Change one suggestion; `id` is its own. What is left out stays.",
  params: entries.idInPath,
  body: z.strictObject({
    text: entries.entryText().optional(),
    lat: latitude().unwrap().optional(),
    lng: longitude().unwrap().optional(),
  }),
  answer: suggestion,
});

export const deleteSuggestion = defineEndpoint({
  ...writes,
  method: "DELETE",
  path: "/suggestionList/deleteSuggestion/{id}",
  summary: "Delete one suggestion; `id` is its own.",
  params: entries.idInPath,
  answer: entries.removed,
});

export const deleteImportedSuggestions = defineEndpoint({
  ...writes,
  method: "DELETE",
  path: "/suggestionList/deleteImported/{id}",
  summary: "Delete all suggestions of a list that came from a file or another system.",
  params: entries.idInPath,
  answer: entries.removedCount,
});

export const downloadSuggestions = defineEndpoint({
  ...reads,
  method: "GET",
  path: "/suggestionList/downloadText/{id}",
  summary: "The whole list as a text file, one suggestion a line, in the form that importFile takes.",
  params: entries.idInPath,
  download: "document",
});

export const importSuggestions = defineEndpoint({
  ...writes,
  method: "POST",
  path: "/suggestionList/importFile",
  summary:
    "Import a file, one entry a line: `name`, `name;lat;lng` (WGS84) or `name;y;x` (RT90 2.5 gon V), a contact person's columns, or an option. Names that exist get the file's position.",
  body: z.strictObject({
    suggestionList: uuid(),
    data: entries.fileData,
    preview: entries.preview,
  }),
  answer: entries.importAnswer({ text: z.string(), ...position }),
});
export type SuggestionImport = z.output<NonNullable<typeof importSuggestions.answer>>;

export const getSuggestionPositions = defineEndpoint({
  entrance: "session",
  authority: "ROLE_SUPER_ADMIN",
  method: "GET",
  path: "/suggestionList/positions/{id}",
  summary: "The suggestions of a list that have a position, all of them, for the map.",
  params: entries.idInPath,
  answer: z.object({
    items: z.array(z.object({ id: uuid(), text: z.string(), ...position })),
  }),
});

export const copySuggestionList = defineEndpoint({
  ...writes,
  method: "POST",
  path: "/suggestionList/copy",
  summary:
    "Copy a list with its suggestions. Without a name it keeps its own, with a suffix when the customer stays the same. Only a super admin names another customer, whose copy is for all licences.",
  body: z.strictObject({
    suggestionList: uuid(),
    name: name().optional(),
    customer: serial().optional(),
  }),
  answer: suggestionList.row,
});

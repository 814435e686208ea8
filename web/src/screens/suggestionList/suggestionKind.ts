import { call, pathOf } from "#api/client.ts";
import * as calls from "#domain/endpoints/configuration/suggestionListCalls.ts";
import { suggestionList } from "#domain/resources/index.ts";
import type { EntryKind } from "#features/entryList/entryKind.ts";

type Sort = (typeof calls.suggestionSorts)[number];

export const suggestionKind: EntryKind<calls.Suggestion, Sort> = {
  name: "suggestion",
  lists: suggestionList,
  sortable: calls.suggestionSorts,
  textOf: ({ text }) => text,
  rows: async (id, query, signal) =>
    (await call(calls.getSuggestions, { params: { id }, query, signal })).items,
  total: async (id, q, signal) =>
    (await call(calls.countSuggestions, { params: { id }, query: { q }, signal })).total,
  remove: (id) => call(calls.deleteSuggestion, { params: { id } }),
  removeImported: (id) => call(calls.deleteImportedSuggestions, { params: { id } }),
  downloadPath: (id) => pathOf(calls.downloadSuggestions, { id }),
  importFile: (list, data, preview) =>
    call(calls.importSuggestions, { body: { suggestionList: list, data, preview } }),
};

import { call, pathOf } from "#api/client.ts";
import * as calls from "#domain/endpoints/configuration/expectedAnswerListCalls.ts";
import { expectedAnswerList } from "#domain/resources/index.ts";
import type { EntryKind } from "#features/entryList/entryKind.ts";

type Sort = (typeof calls.expectedAnswerSorts)[number];

export const expectedAnswerKind: EntryKind<calls.ExpectedAnswer, Sort> = {
  name: "expectedAnswer",
  lists: expectedAnswerList,
  sortable: calls.expectedAnswerSorts,
  textOf: ({ answer }) => answer,
  rows: async (id, query, signal) =>
    (await call(calls.getExpectedAnswers, { params: { id }, query, signal })).items,
  total: async (id, q, signal) =>
    (await call(calls.countExpectedAnswers, { params: { id }, query: { q }, signal })).total,
  remove: (id) => call(calls.deleteExpectedAnswer, { params: { id } }),
  removeImported: (id) => call(calls.deleteImportedExpectedAnswers, { params: { id } }),
  downloadPath: (id) => pathOf(calls.downloadExpectedAnswers, { id }),
  importFile: (list, data, preview) =>
    call(calls.importExpectedAnswers, { body: { expectedAnswerList: list, data, preview } }),
};

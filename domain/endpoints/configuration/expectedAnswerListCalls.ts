import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { flag, instant, params, uuid } from "#domain/core/fields.ts";
import * as entries from "../shared/listEntries.ts";

const staff = { authentication: "session", authority: "ROLE_EXPECTED_ANSWER_LIST_WRITE" } as const;

export const expectedAnswer = z.object({
  id: uuid(),
  customerId: z.int(),
  answer: z.string(),
  params: params().meta({ description: "Additional columns by name" }),
  imported: flag(),
  dateCreated: instant(),
  lastUpdated: instant(),
});
export type ExpectedAnswer = z.output<typeof expectedAnswer>;

export const expectedAnswerSorts = ["answer", "imported", "dateCreated", "lastUpdated"] as const;

export const getExpectedAnswers = defineEndpoint({
  ...staff,
  method: "GET",
  path: "/expectedAnswerList/expectedAnswers/{id}",
  summary: "List a page of the answers in a list. `q` searches answers and columns.",
  params: entries.idInPath,
  query: entries.entryQuery(z.enum(expectedAnswerSorts).default("answer")),
  response: z.object({ items: z.array(expectedAnswer) }),
});

export const countExpectedAnswers = defineEndpoint({
  ...staff,
  method: "GET",
  path: "/expectedAnswerList/expectedAnswers/count/{id}",
  summary: "Count the answers in a list that match `q`.",
  params: entries.idInPath,
  query: entries.entryCountQuery,
  response: entries.entryCount,
});

export const getExpectedAnswerColumns = defineEndpoint({
  ...staff,
  method: "GET",
  path: "/expectedAnswerList/columns/{id}",
  summary: "List the column names used by the answers in a list.",
  params: entries.idInPath,
  response: z.array(z.string()),
});

export const addExpectedAnswer = defineEndpoint({
  ...staff,
  method: "POST",
  path: "/expectedAnswerList/addExpectedAnswer",
  summary: 'Add an answer. The characters ~ " # % & * : < > ? / \\ { | } are removed.',
  body: z.strictObject({ expectedAnswerList: uuid(), answer: entries.entryText(), params: params() }),
  response: expectedAnswer,
});

export const updateExpectedAnswer = defineEndpoint({
  ...staff,
  method: "PUT",
  path: "/expectedAnswerList/updateExpectedAnswer/{id}",
  summary: "Update an answer. `id` is the answer's. Omitted fields do not change.",
  params: entries.idInPath,
  body: z.strictObject({
    answer: entries.entryText().optional(),
    params: params().unwrap().optional(),
  }),
  response: expectedAnswer,
});

export const deleteExpectedAnswer = defineEndpoint({
  ...staff,
  method: "DELETE",
  path: "/expectedAnswerList/deleteExpectedAnswer/{id}",
  summary: "Delete an answer. `id` is the answer's.",
  params: entries.idInPath,
  response: entries.removeResult,
});

export const deleteImportedExpectedAnswers = defineEndpoint({
  ...staff,
  method: "DELETE",
  path: "/expectedAnswerList/deleteImported/{id}",
  summary: "Delete all answers in a list that came from a file or another system.",
  params: entries.idInPath,
  response: entries.removedCount,
});

export const downloadExpectedAnswers = defineEndpoint({
  ...staff,
  method: "GET",
  path: "/expectedAnswerList/downloadText/{id}",
  summary:
    "Download the whole list as a text file with one answer per line, in the format that importFile accepts.",
  params: entries.idInPath,
  download: "document",
});

export const importExpectedAnswers = defineEndpoint({
  ...staff,
  method: "POST",
  path: "/expectedAnswerList/importFile",
  summary: "Import a file. Each line that is not empty and not already in the list becomes an answer.",
  body: z.strictObject({
    expectedAnswerList: uuid(),
    data: entries.fileData,
    preview: entries.preview,
  }),
  response: entries.importResult({ text: z.string() }),
});

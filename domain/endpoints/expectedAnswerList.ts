import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { flag, instant, params, uuid } from "../fields";
import * as entries from "./entries";

const staff = { entrance: "session", authority: "ROLE_EXPECTED_ANSWER_LIST_WRITE" } as const;

export const expectedAnswer = z.object({
  id: uuid(),
  customerId: z.int(),
  answer: z.string(),
  params: params().meta({ description: "Columns of its own, by name" }),
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
  summary: "A page of a list's answers. `q` looks into the answer and into the columns.",
  params: entries.idInPath,
  query: entries.entryQuery(expectedAnswerSorts),
  answer: z.object({ items: z.array(expectedAnswer) }),
});

export const countExpectedAnswers = defineEndpoint({
  ...staff,
  method: "GET",
  path: "/expectedAnswerList/expectedAnswers/count/{id}",
  summary: "How many of a list's answers hold `q`.",
  params: entries.idInPath,
  query: entries.entryCountQuery,
  answer: entries.entryCount,
});

export const getExpectedAnswerColumns = defineEndpoint({
  ...staff,
  method: "GET",
  path: "/expectedAnswerList/columns/{id}",
  summary: "The names of the columns that a list's answers have, of all of them together.",
  params: entries.idInPath,
  answer: z.array(z.string()),
});

export const addExpectedAnswer = defineEndpoint({
  ...staff,
  method: "POST",
  path: "/expectedAnswerList/addExpectedAnswer",
  summary: 'Add one answer. The characters ~ " # % & * : < > ? / \\ { | } are stripped.',
  body: z.strictObject({ expectedAnswerList: uuid(), answer: entries.entryText(), params: params() }),
  answer: expectedAnswer,
});

export const updateExpectedAnswer = defineEndpoint({
  ...staff,
  method: "PUT",
  path: "/expectedAnswerList/updateExpectedAnswer/{id}",
  summary: "Change one answer; `id` is its own. What is left out stays.",
  params: entries.idInPath,
  body: z.strictObject({
    answer: entries.entryText().optional(),
    params: params().unwrap().optional(),
  }),
  answer: expectedAnswer,
});

export const deleteExpectedAnswer = defineEndpoint({
  ...staff,
  method: "DELETE",
  path: "/expectedAnswerList/deleteExpectedAnswer/{id}",
  summary: "Delete one answer; `id` is its own.",
  params: entries.idInPath,
  answer: entries.removed,
});

export const deleteImportedExpectedAnswers = defineEndpoint({
  ...staff,
  method: "DELETE",
  path: "/expectedAnswerList/deleteImported/{id}",
  summary: "Delete all answers of a list that came from a file or another system.",
  params: entries.idInPath,
  answer: entries.removedCount,
});

export const downloadExpectedAnswers = defineEndpoint({
  ...staff,
  method: "GET",
  path: "/expectedAnswerList/downloadText/{id}",
  summary: "The whole list as a text file, one answer a line, in the form that importFile takes.",
  params: entries.idInPath,
  download: "document",
});

export const importExpectedAnswers = defineEndpoint({
  ...staff,
  method: "POST",
  path: "/expectedAnswerList/importFile",
  summary: "Import a file: each line that is not empty and not in the list becomes an answer.",
  body: z.strictObject({
    expectedAnswerList: uuid(),
    data: entries.fileData,
    preview: entries.preview,
  }),
  answer: entries.importAnswer({ text: z.string() }),
});

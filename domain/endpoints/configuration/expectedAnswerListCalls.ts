import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import type { MergeStrategy } from "#domain/contract/merge/mergeResponses.ts";
import { flag, instant, params, searchTerm, uuid } from "#domain/core/fields.ts";
import * as entries from "../shared/listEntries.ts";
import { otherCustomer } from "../shared/otherCustomer.ts";

const staffCall = { authentication: "session", authority: "ROLE_EXPECTED_ANSWER_LIST_WRITE" } as const;

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

export const expectedAnswerSorts = ["answer", "imported", "dateCreated", "lastUpdated", "id"] as const;

export const getExpectedAnswers = defineEndpoint({
  ...staffCall,
  method: "GET",
  path: "/expectedAnswerList/expectedAnswers/{id}",
  summary: "List a page of the answers in a list. `q` searches answers and columns.",
  params: entries.idInPath,
  query: entries.entryQuery(z.enum(expectedAnswerSorts).default("answer")),
  response: z.object({ items: z.array(expectedAnswer) }),
});

export const countExpectedAnswers = defineEndpoint({
  ...staffCall,
  method: "GET",
  path: "/expectedAnswerList/expectedAnswers/count/{id}",
  summary: "Count the answers in a list that match `q`.",
  params: entries.idInPath,
  query: entries.entryCountQuery,
  response: entries.entryCount,
});

export const getExpectedAnswerColumns = defineEndpoint({
  ...staffCall,
  method: "GET",
  path: "/expectedAnswerList/columns/{id}",
  summary: "List the column names used by the answers in a list.",
  params: entries.idInPath,
  response: z.array(z.string()),
});

const answerableTasks = z.object({
  items: z.array(z.object({ id: uuid(), name: z.string(), templateName: z.string() })),
});

/** A customer's templates are in one database; the others have none of them. */
const taskMerge: MergeStrategy<z.output<typeof answerableTasks>> = {
  merge: (responses) => ({ items: responses.flatMap(({ items }) => items) }),
};

export const findAnswerableTasks = defineEndpoint({
  ...staffCall,
  method: "GET",
  path: "/expectedAnswerList/tasks",
  multiDatabase: taskMerge,
  summary:
    "Find tasks that take answers, by their own name or their template's, at most 50, for a list's `templateTasks`.",
  query: z.strictObject({
    customerId: otherCustomer,
    q: searchTerm().default(""),
    ids: z
      .string()
      .max(40_000)
      .optional()
      .meta({ description: "Only the tasks with these IDs, separated by semicolons" }),
  }),
  response: answerableTasks,
});

export const addExpectedAnswer = defineEndpoint({
  ...staffCall,
  method: "POST",
  path: "/expectedAnswerList/addExpectedAnswer",
  summary: 'Add an answer. The characters ~ " # % & * : < > ? / \\ { | } are removed.',
  body: z.strictObject({ expectedAnswerList: uuid(), answer: entries.entryText(), params: params() }),
  response: expectedAnswer,
});

export const updateExpectedAnswer = defineEndpoint({
  ...staffCall,
  method: "PUT",
  path: "/expectedAnswerList/updateExpectedAnswer/{id}",
  summary: "Update an answer. `id` is the ID of the answer. Omitted fields do not change.",
  params: entries.idInPath,
  body: z.strictObject({
    answer: entries.entryText().optional(),
    params: params().unwrap().optional(),
  }),
  response: expectedAnswer,
});

export const deleteExpectedAnswer = defineEndpoint({
  ...staffCall,
  method: "DELETE",
  path: "/expectedAnswerList/deleteExpectedAnswer/{id}",
  summary: "Delete an answer. `id` is the ID of the answer.",
  params: entries.idInPath,
  response: entries.removeResult,
});

export const deleteImportedExpectedAnswers = defineEndpoint({
  ...staffCall,
  method: "DELETE",
  path: "/expectedAnswerList/deleteImported/{id}",
  summary: "Delete all answers in a list that came from a file or another system.",
  params: entries.idInPath,
  response: entries.removedCount,
});

export const downloadExpectedAnswers = defineEndpoint({
  ...staffCall,
  method: "GET",
  path: "/expectedAnswerList/downloadText/{id}",
  summary:
    "Download the whole list as a text file with one answer per line, in the format that importFile accepts.",
  params: entries.idInPath,
  download: "document",
});

export const importExpectedAnswers = defineEndpoint({
  ...staffCall,
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

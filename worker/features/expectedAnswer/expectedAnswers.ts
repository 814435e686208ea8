import { sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { compareNames } from "#domain/core/text/sortKey.ts";
import { parseExpectedAnswer } from "#domain/lists/expectedAnswer.ts";
import { expectedAnswerList as contract } from "#domain/resources/index.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, newId } from "#worker/db/ids.ts";
import { selectRows, text } from "#worker/db/rows.ts";
import { expectedAnswer, expectedAnswerList } from "#worker/db/schema/index.ts";
import { findRowInScope, scopeOf } from "#worker/db/scope.ts";
import type { EntryWriter } from "#worker/resources/entryFile.ts";
import { addEntry, changeEntry, type EntryTable, removeEntry } from "#worker/resources/listEntries.ts";

export const answerEntries: EntryTable = {
  table: expectedAnswer,
  list: expectedAnswer.expectedAnswerListId,
  text: expectedAnswer.answer,
  textField: "answer",
  searchColumns: [expectedAnswer.answer, expectedAnswer.params],
  objectClass: "siteproof.ExpectedAnswer",
  lists: expectedAnswerList,
  listClass: contract.objectClass,
};

/** @throws notFound also for a list outside the actor's scope */
export const findList = (db: Database, actor: Actor, id: string) =>
  findRowInScope(db, scopeOf(actor), expectedAnswerList, id);
export type List = Awaited<ReturnType<typeof findList>>;

export const findAnswer = (db: Database, actor: Actor, id: string) =>
  findRowInScope(db, scopeOf(actor), expectedAnswer, id);

interface AnswerInput {
  answer: string;
  params: Record<string, string>;
}

/** @throws invalid, naming `answer` */
function normalizeAnswer(text: string): string {
  const parsedAnswer = parseExpectedAnswer(text);
  if ("error" in parsedAnswer) throw problem("invalid", { fields: { answer: parsedAnswer.error } });
  return parsedAnswer.text;
}

export async function addAnswer(db: Database, actor: Actor, list: List, { answer, params }: AnswerInput) {
  const id = await addEntry(db, answerEntries, actor, list, { answer: normalizeAnswer(answer), params });
  return findAnswer(db, actor, id);
}

/** Columns of an answer that a person has entered; imports do not remove it. */
const manualEntryColumns = { imported: false, importConfigurationId: null };

export async function changeAnswer(
  db: Database,
  actor: Actor,
  id: string,
  { answer, params }: Partial<AnswerInput>,
) {
  const existingAnswer = await findAnswer(db, actor, id);
  // An unchanged answer is not checked: it may have been stored under older rules.
  const isAnswerChanged = answer !== undefined && answer !== existingAnswer.answer;
  const values = {
    ...(isAnswerChanged && { answer: normalizeAnswer(answer), ...manualEntryColumns }),
    ...(params && { params }),
  };
  await changeEntry(db, answerEntries, actor, existingAnswer, values, { lastUpdated: now() });
  return findAnswer(db, actor, id);
}

export async function removeAnswer(db: Database, actor: Actor, id: string): Promise<void> {
  const existingAnswer = await findAnswer(db, actor, id);
  const { answer, params, imported } = existingAnswer;
  await removeEntry(db, answerEntries, actor, existingAnswer, { answer, params, imported });
}

/** The keys of the params of a list's answers. */
export async function listColumns(db: Database, list: List): Promise<string[]> {
  const rows = await selectRows(
    db,
    { name: text("p.key") },
    (columns) => sql`
    SELECT DISTINCT ${columns} FROM expected_answer a, json_each(a.params) p
    WHERE a.expected_answer_list_id = ${idParam(list.id)} AND a.params <> '{}'`,
  );
  return rows.map(({ name }) => name).sort(compareNames);
}

/** Entries are `[answer]`; answers already in the list stay unchanged. */
export const createEntryWriter = (list: List): EntryWriter => ({
  differsCondition: sql`0`,
  omittedCondition: sql`0`,
  write: (chunk) => sql`
    INSERT INTO expected_answer (id, customer_id, expected_answer_list_id, answer, imported, date_created, last_updated)
    SELECT ${newId}, ${list.customerId}, ${idParam(list.id)}, e.value ->> 0, 1, ${now()}, ${now()}
    FROM json_each(${chunk}) e WHERE true
    ON CONFLICT (expected_answer_list_id, answer) DO NOTHING`,
});

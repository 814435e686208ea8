import * as contracts from "#domain/endpoints/configuration/expectedAnswerListCalls.ts";
import { readExpectedAnswers } from "#domain/lists/expectedAnswer.ts";
import { mount } from "#worker/api/mount.ts";
import type { App } from "#worker/http/context.ts";
import { type EntryKind, mountEntryEndpoints } from "#worker/resources/entryCalls.ts";
import { formatCell } from "#worker/resources/entryFile.ts";
import { findAnswerableTasks } from "./answerableTasks.ts";
import {
  addAnswer,
  answerEntries,
  changeAnswer,
  createEntryWriter,
  findList,
  type List,
  listColumns,
  removeAnswer,
} from "./expectedAnswers.ts";

const answerKind: EntryKind<List, { text: string }> = {
  entries: answerEntries,
  findList,
  remove: removeAnswer,
  createEntryWriter: createEntryWriter,
  formatLine: ({ answer }) => formatCell(String(answer)),
  read: (_, content) => readExpectedAnswers(content),
  toValues: ({ text }) => [text],
};

/** The answers of expected answer lists (3§2, 3§5); the lists use the standard calls. */
export function mountExpectedAnswers(app: App): void {
  mountEntryEndpoints(
    app,
    {
      page: contracts.getExpectedAnswers,
      count: contracts.countExpectedAnswers,
      remove: contracts.deleteExpectedAnswer,
      removeImported: contracts.deleteImportedExpectedAnswers,
      download: contracts.downloadExpectedAnswers,
      importFile: contracts.importExpectedAnswers,
      listField: "expectedAnswerList",
    },
    answerKind,
  );
  mount(app, contracts.getExpectedAnswerColumns, async ({ db, actor, params }) =>
    listColumns(db, await findList(db, actor, params.id)),
  );
  mount(app, contracts.findAnswerableTasks, async ({ db, actor, query }) => ({
    items: await findAnswerableTasks(db, actor, query),
  }));
  mount(app, contracts.addExpectedAnswer, async ({ db, actor, body }) => {
    const { expectedAnswerList, ...answerInput } = body;
    return addAnswer(db, actor, await findList(db, actor, expectedAnswerList), answerInput);
  });
  mount(app, contracts.updateExpectedAnswer, ({ db, actor, params, body }) =>
    changeAnswer(db, actor, params.id, body),
  );
}

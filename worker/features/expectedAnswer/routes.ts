import * as contracts from "#domain/endpoints/configuration/expectedAnswerListCalls.ts";
import { readExpectedAnswers } from "#domain/lists/expectedAnswer.ts";
import { mount } from "#worker/api/mount.ts";
import type { App } from "#worker/http/context.ts";
import { type EntryKind, mountEntryCalls } from "#worker/resources/entryCalls.ts";
import { formatCell } from "#worker/resources/entryFile.ts";
import { findAnswerableTasks } from "./answerableTasks.ts";
import {
  add,
  answers,
  change,
  entryWriting,
  findList,
  type List,
  listColumns,
  remove,
} from "./expectedAnswers.ts";

const kind: EntryKind<List, { text: string }> = {
  entries: answers,
  findList,
  remove,
  entryWriting,
  formatLine: ({ answer }) => formatCell(String(answer)),
  read: (_, content) => readExpectedAnswers(content),
  valuesOf: ({ text }) => [text],
};

/** The answers of expected answer lists (3§2, 3§5); the lists use the standard calls. */
export function mountExpectedAnswers(app: App): void {
  mountEntryCalls(
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
    kind,
  );
  mount(app, contracts.getExpectedAnswerColumns, async ({ db, actor, params }) =>
    listColumns(db, await findList(db, actor, params.id)),
  );
  mount(app, contracts.findAnswerableTasks, async ({ db, actor, query }) => ({
    items: await findAnswerableTasks(db, actor, query),
  }));
  mount(app, contracts.addExpectedAnswer, async ({ db, actor, body }) => {
    const { expectedAnswerList, ...given } = body;
    return add(db, actor, await findList(db, actor, expectedAnswerList), given);
  });
  mount(app, contracts.updateExpectedAnswer, ({ db, actor, params, body }) =>
    change(db, actor, params.id, body),
  );
}

import * as contracts from "../../../domain/endpoints/expectedAnswerList";
import { readExpectedAnswers } from "../../../domain/rules/expectedAnswer";
import type { App } from "../../http/context";
import { mountForSession } from "../../http/mount";
import { countOf, pageOf, removeImported } from "../../resources/entries";
import {
  chunksOf,
  entriesIn,
  foreseen,
  readFileBody,
  textFile,
  writeChunks,
} from "../../resources/entryFile";
import { add, answers, change, columnsOf, listOf, remove, textOf, writingInto } from "./answers";

/** The answers of expected answer lists (3§2, 3§5); the lists themselves are standard. */
export function mountExpectedAnswers(app: App): void {
  mountForSession(app, contracts.getExpectedAnswers, async ({ db, actor, params, query }) => {
    const list = await listOf(db, actor, params.id);
    return { items: (await pageOf(db, answers, list, query)) as never };
  });
  mountForSession(app, contracts.countExpectedAnswers, async ({ db, actor, params, query }) => {
    const list = await listOf(db, actor, params.id);
    return { total: await countOf(db, answers, list, query.q) };
  });
  mountForSession(app, contracts.getExpectedAnswerColumns, async ({ db, actor, params }) =>
    columnsOf(db, await listOf(db, actor, params.id)),
  );
  mountForSession(app, contracts.addExpectedAnswer, async ({ db, actor, body }) => {
    const { expectedAnswerList, ...given } = body;
    return add(db, actor, await listOf(db, actor, expectedAnswerList), given);
  });
  mountForSession(app, contracts.updateExpectedAnswer, ({ db, actor, params, body }) =>
    change(db, actor, params.id, body),
  );
  mountForSession(app, contracts.deleteExpectedAnswer, async ({ db, actor, params }) => {
    await remove(db, actor, params.id);
    return { success: true };
  });
  mountForSession(app, contracts.deleteImportedExpectedAnswers, async ({ db, actor, params }) => {
    const list = await listOf(db, actor, params.id);
    return { removed: await removeImported(db, answers, actor, list) };
  });
  mountForSession(app, contracts.downloadExpectedAnswers, async ({ db, actor, params }) => {
    const list = await listOf(db, actor, params.id);
    return textFile(list.name, await textOf(db, list));
  });

  mountForSession(
    app,
    contracts.importExpectedAnswers,
    async ({ c, db, actor, body }) => {
      const list = await listOf(db, actor, body.expectedAnswerList);
      const { entries, ...file } = entriesIn(c.req.raw, readExpectedAnswers);
      const chunks = chunksOf(entries.map(({ text }) => [text]));
      const into = writingInto(list);
      const { states, ...counts } = await foreseen(db, answers, list, chunks, into);
      if (!body.preview) await writeChunks(db, answers, actor, list, chunks, into, counts);
      return { ...file, ...counts, items: states.map((state, index) => ({ ...entries[index]!, state })) };
    },
    { readBody: readFileBody },
  );
}

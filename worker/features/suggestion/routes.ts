import * as contracts from "../../../domain/endpoints/suggestionList";
import { readSuggestions } from "../../../domain/rules/suggestionFile";
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
import { mountReading, mountWriting } from "../../resources/standard";
import { suggestionListBinding } from "../../resources/suggestions";
import { copyList, listWrites } from "./lists";
import { fromRt90 } from "./rt90";
import { add, change, listOf, positionsOf, remove, suggestions, textOf, writingInto } from "./suggestions";

/** Suggestion lists and their suggestions (3§2, 3§5, 3§7). */
export function mountSuggestions(app: App): void {
  mountReading(app, suggestionListBinding);
  mountWriting(app, suggestionListBinding, listWrites);

  mountForSession(app, contracts.getSuggestions, async ({ db, actor, params, query }) => {
    const list = await listOf(db, actor, params.id);
    return { items: (await pageOf(db, suggestions, list, query)) as never };
  });
  mountForSession(app, contracts.countSuggestions, async ({ db, actor, params, query }) => {
    const list = await listOf(db, actor, params.id);
    return { total: await countOf(db, suggestions, list, query.q) };
  });
  mountForSession(app, contracts.addSuggestion, async ({ db, actor, body }) => {
    const { suggestionList, ...given } = body;
    return add(db, actor, await listOf(db, actor, suggestionList), given);
  });
  mountForSession(app, contracts.updateSuggestion, ({ db, actor, params, body }) =>
    change(db, actor, params.id, body),
  );
  mountForSession(app, contracts.deleteSuggestion, async ({ db, actor, params }) => {
    await remove(db, actor, params.id);
    return { success: true };
  });
  mountForSession(app, contracts.deleteImportedSuggestions, async ({ db, actor, params }) => {
    const list = await listOf(db, actor, params.id);
    return { removed: await removeImported(db, suggestions, actor, list) };
  });
  mountForSession(app, contracts.downloadSuggestions, async ({ db, actor, params }) => {
    const list = await listOf(db, actor, params.id);
    return textFile(list.name, await textOf(db, list));
  });
  mountForSession(app, contracts.getSuggestionPositions, async ({ db, actor, params }) => ({
    items: await positionsOf(db, await listOf(db, actor, params.id)),
  }));
  mountForSession(
    app,
    contracts.copySuggestionList,
    async ({ db, actor, body }) =>
      suggestionListBinding.shownTo(actor, await copyList(db, actor, body)) as never,
  );

  mountForSession(
    app,
    contracts.importSuggestions,
    async ({ c, db, actor, body }) => {
      const list = await listOf(db, actor, body.suggestionList);
      const { entries, ...file } = entriesIn(c.req.raw, (content) =>
        readSuggestions(list, content, fromRt90),
      );
      const chunks = chunksOf(entries.map(({ text, lat, lng }) => [text, lat, lng]));
      const into = writingInto(list);
      const { states, ...counts } = await foreseen(db, suggestions, list, chunks, into);
      if (!body.preview) await writeChunks(db, suggestions, actor, list, chunks, into, counts);
      return { ...file, ...counts, items: states.map((state, index) => ({ ...entries[index]!, state })) };
    },
    { readBody: readFileBody },
  );
}

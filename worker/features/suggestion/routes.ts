import { unknownCoordinate } from "#domain/core/fields.ts";
import * as contracts from "#domain/endpoints/configuration/suggestionListCalls.ts";
import { readSuggestions, type SuggestionEntry } from "#domain/lists/suggestionFile.ts";
import { runOnFirst } from "#worker/api/fanOut.ts";
import { mount } from "#worker/api/mount.ts";
import { convertRt90 } from "#worker/connectors/sources/rt90.ts";
import { findShardName, getCustomerDb } from "#worker/db/shards.ts";
import type { App } from "#worker/http/context.ts";
import { type EntryKind, mountEntryEndpoints } from "#worker/resources/entryCalls.ts";
import { formatCell } from "#worker/resources/entryFile.ts";
import { mountReads, mountWrites } from "#worker/resources/standardHandlers.ts";
import { suggestionEntries, suggestionListBinding } from "#worker/resources/suggestionResource.ts";
import { copyList, copyListToShard } from "./copyList.ts";
import { listWrites } from "./suggestionLists.ts";
import {
  addSuggestion,
  changeSuggestion,
  createEntryWriter,
  findList,
  type List,
  listPositions,
  removeSuggestion,
} from "./suggestions.ts";

const suggestionKind: EntryKind<List, SuggestionEntry> = {
  entries: suggestionEntries,
  findList,
  remove: removeSuggestion,
  createEntryWriter,
  formatLine: ({ text, lat, lng }, { type }) => {
    // Semicolons separate the columns of a contact person.
    const cell = type === "CONTACT_PERSONS" ? String(text) : formatCell(String(text));
    return lat === unknownCoordinate ? cell : `${cell};${lat};${lng}`;
  },
  read: (list, content) => readSuggestions(list, content, convertRt90),
  toValues: ({ text, lat, lng }) => [text, lat, lng],
};

/** Suggestion lists and their suggestions (3§2, 3§5, 3§7). */
export function mountSuggestions(app: App): void {
  mountReads(app, suggestionListBinding);
  mountWrites(app, suggestionListBinding, listWrites);
  mountEntryEndpoints(
    app,
    {
      page: contracts.getSuggestions,
      count: contracts.countSuggestions,
      remove: contracts.deleteSuggestion,
      removeImported: contracts.deleteImportedSuggestions,
      download: contracts.downloadSuggestions,
      importFile: contracts.importSuggestions,
      listField: "suggestionList",
    },
    suggestionKind,
  );
  mount(app, contracts.addSuggestion, async ({ db, actor, body }) => {
    const { suggestionList, ...input } = body;
    return addSuggestion(db, actor, await findList(db, actor, suggestionList), input);
  });
  mount(app, contracts.updateSuggestion, ({ db, actor, params, body }) =>
    changeSuggestion(db, actor, params.id, body),
  );
  mount(app, contracts.getSuggestionPositions, async ({ db, actor, params }) => ({
    items: await listPositions(db, await findList(db, actor, params.id)),
  }));
  mount(app, contracts.copySuggestionList, async ({ env, shards, actor, body }) => {
    const { db, source } = await runOnFirst(shards, async ({ db, actor }) => ({
      db,
      source: await findList(db, actor, body.suggestionList),
    }));
    const customerId = body.customer ?? source.customerId;
    const [sourceShard, targetShard] = [
      await findShardName(env, source.customerId),
      await findShardName(env, customerId),
    ];
    const newList =
      sourceShard === targetShard
        ? await copyList(db, actor, source, { ...body, customerId })
        : await copyListToShard(db, await getCustomerDb(env, customerId), actor, source, {
            ...body,
            customerId,
          });
    return suggestionListBinding.redactFor(actor, newList);
  });
}

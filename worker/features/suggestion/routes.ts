import { unknownCoordinate } from "#domain/core/fields.ts";
import * as contracts from "#domain/endpoints/configuration/suggestionListCalls.ts";
import { readSuggestions, type SuggestionEntry } from "#domain/lists/suggestionFile.ts";
import { firstFound } from "#worker/api/fanOut.ts";
import { mount } from "#worker/api/mount.ts";
import { fromRt90 } from "#worker/connectors/sources/rt90.ts";
import { customerDb, shardNameFor } from "#worker/db/shards.ts";
import type { App } from "#worker/http/context.ts";
import { type EntryKind, mountEntryCalls } from "#worker/resources/entryCalls.ts";
import { formatCell } from "#worker/resources/entryFile.ts";
import { mountReading, mountWriting } from "#worker/resources/standard.ts";
import { suggestionEntries, suggestionListBinding } from "#worker/resources/suggestionResource.ts";
import { copyList, copyListToShard } from "./copyList.ts";
import { listWrites } from "./suggestionLists.ts";
import { add, change, entryWriting, findList, type List, positionsOf, remove } from "./suggestions.ts";

const kind: EntryKind<List, SuggestionEntry> = {
  entries: suggestionEntries,
  findList,
  remove,
  entryWriting,
  formatLine: ({ text, lat, lng }, { type }) => {
    // Semicolons separate the columns of a contact person.
    const cell = type === "CONTACT_PERSONS" ? String(text) : formatCell(String(text));
    return lat === unknownCoordinate ? cell : `${cell};${lat};${lng}`;
  },
  read: (list, content) => readSuggestions(list, content, fromRt90),
  valuesOf: ({ text, lat, lng }) => [text, lat, lng],
};

/** Suggestion lists and their suggestions (3§2, 3§5, 3§7). */
export function mountSuggestions(app: App): void {
  mountReading(app, suggestionListBinding);
  mountWriting(app, suggestionListBinding, listWrites);
  mountEntryCalls(
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
    kind,
  );
  mount(app, contracts.addSuggestion, async ({ db, actor, body }) => {
    const { suggestionList, ...given } = body;
    return add(db, actor, await findList(db, actor, suggestionList), given);
  });
  mount(app, contracts.updateSuggestion, ({ db, actor, params, body }) => change(db, actor, params.id, body));
  mount(app, contracts.getSuggestionPositions, async ({ db, actor, params }) => ({
    items: await positionsOf(db, await findList(db, actor, params.id)),
  }));
  mount(app, contracts.copySuggestionList, async ({ env, shards, actor, body }) => {
    const { db, from } = await firstFound(shards, async ({ db, actor }) => ({
      db,
      from: await findList(db, actor, body.suggestionList),
    }));
    const customerId = body.customer ?? from.customerId;
    const [sourceShard, targetShard] = [
      await shardNameFor(env, from.customerId),
      await shardNameFor(env, customerId),
    ];
    const copied =
      sourceShard === targetShard
        ? await copyList(db, actor, from, { ...body, customerId })
        : await copyListToShard(db, await customerDb(env, customerId), actor, from, { ...body, customerId });
    return suggestionListBinding.redactFor(actor, copied);
  });
}

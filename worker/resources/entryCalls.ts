import { and, asc, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import type { Endpoint } from "#domain/contract/endpoint.ts";
import type { DecodedText } from "#domain/core/text/decodeText.ts";
import type { ParsedEntryFile } from "#domain/lists/entryFile.ts";
import { mount } from "#worker/api/mount.ts";
import type { Database } from "#worker/db/database.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import type { App } from "#worker/http/context.ts";
import {
  createTextFile,
  type EntryWriter,
  parseEntryFile,
  previewImport,
  readFileBody,
  writeChunks,
} from "./entryFile.ts";
import {
  countEntries,
  type EntryList,
  type EntryQuery,
  type EntryTable,
  listEntryPage,
  removeImportedEntries,
} from "./listEntries.ts";

interface NamedList extends EntryList {
  name: string;
}

/** The differences between suggestions and expected answers. */
export interface EntryKind<L extends NamedList, E extends { text: string }> {
  entries: EntryTable;
  /** @throws notFound, also for a list outside the actor's scope */
  findList: (db: Database, actor: Actor, id: string) => Promise<L>;
  remove: (db: Database, actor: Actor, id: string) => Promise<void>;
  /** Formats a row as a line of a file. */
  formatLine: (row: Record<string, unknown>, list: L) => string;
  read: (list: L, file: DecodedText) => ParsedEntryFile<E> | null;
  /** An entry of a file as an array that begins with its text. */
  toValues: (entry: E) => readonly unknown[];
  createEntryWriter: (list: L) => EntryWriter;
}

type SessionEndpoint<P = unknown, Q = unknown, B = unknown> = Endpoint<
  z.ZodType<P>,
  z.ZodType<Q>,
  z.ZodType<B>,
  z.ZodType,
  "session"
>;
type IdParams = { id: string };

/** The contracts of one kind, which only differ in names. */
interface EntryEndpoints {
  page: SessionEndpoint<IdParams, EntryQuery>;
  count: SessionEndpoint<IdParams, Pick<EntryQuery, "q">>;
  remove: SessionEndpoint<IdParams>;
  removeImported: SessionEndpoint<IdParams>;
  download: SessionEndpoint<IdParams>;
  importFile: SessionEndpoint<unknown, unknown, Record<string, unknown> & { preview: boolean }>;
  /** The import's field with the id of the list. */
  listField: string;
}

/** Mounts the calls of both kinds: page, count, deletions, download and file import (3§5, 3§7). */
export function mountEntryEndpoints<L extends NamedList, E extends { text: string }>(
  app: App,
  endpoints: EntryEndpoints,
  kind: EntryKind<L, E>,
): void {
  const { entries } = kind;

  mount(app, endpoints.page, async ({ db, actor, params, query }) => {
    const list = await kind.findList(db, actor, params.id);
    return { items: await listEntryPage(db, entries, list, query) };
  });
  mount(app, endpoints.count, async ({ db, actor, params, query }) => {
    const list = await kind.findList(db, actor, params.id);
    return { total: await countEntries(db, entries, list, query.q) };
  });
  mount(app, endpoints.remove, async ({ db, actor, params }) => {
    await kind.remove(db, actor, params.id);
    return { success: true };
  });
  mount(app, endpoints.removeImported, async ({ db, actor, params }) => {
    const list = await kind.findList(db, actor, params.id);
    return { removed: await removeImportedEntries(db, entries, actor, list) };
  });
  mount(app, endpoints.download, async ({ db, actor, params }) => {
    const list = await kind.findList(db, actor, params.id);
    return createTextFile(list.name, await formatList(db, kind, list));
  });
  mount(
    app,
    endpoints.importFile,
    async ({ c, db, actor, body }) => {
      const list = await kind.findList(db, actor, String(body[endpoints.listField]));
      const { entries: parsedEntries, ...file } = parseEntryFile(c.req.raw, (content) =>
        kind.read(list, content),
      );
      const chunks = jsonChunks(parsedEntries.map(kind.toValues));
      const writer = kind.createEntryWriter(list);
      const { states, ...counts } = await previewImport(db, entries, list, chunks, writer);
      if (!body.preview) await writeChunks(db, entries, actor, list, chunks, writer, counts);
      return {
        ...file,
        ...counts,
        items: states.map((state, index) => ({ ...parsedEntries[index]!, state })),
      };
    },
    { readBody: readFileBody },
  );
}

const pageSize = 10_000;

/** Formats a list's rows as lines in the format of the import. */
async function formatList<L extends NamedList, E extends { text: string }>(
  db: Database,
  { entries: { table, list: listColumn, text, textField }, formatLine }: EntryKind<L, E>,
  owner: L,
): Promise<string> {
  const lines: string[] = [];
  let lastText = "";
  for (;;) {
    const page: Record<string, unknown>[] = await db
      .select()
      .from(table)
      .where(and(eq(listColumn, owner.id), gt(text, lastText)))
      .orderBy(asc(text))
      .limit(pageSize);
    for (const row of page) lines.push(`${formatLine(row, owner)}\r\n`);
    if (page.length < pageSize) return lines.join("");
    lastText = String(page.at(-1)![textField]);
  }
}

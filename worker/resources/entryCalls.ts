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
  type EntryWriting,
  importPreview,
  parseEntryFile,
  readFileBody,
  textFile,
  writeChunks,
} from "./entryFile.ts";
import {
  countEntries,
  type Entries,
  type EntryQuery,
  listEntryPage,
  type Owner,
  removeImported,
} from "./listEntries.ts";

interface NamedList extends Owner {
  name: string;
}

/** The differences between suggestions and expected answers. */
export interface EntryKind<L extends NamedList, E extends { text: string }> {
  entries: Entries;
  /** @throws notFound, also for a list outside the actor's scope */
  findList: (db: Database, actor: Actor, id: string) => Promise<L>;
  remove: (db: Database, actor: Actor, id: string) => Promise<void>;
  /** Formats a row as a line of a file. */
  formatLine: (row: Record<string, unknown>, list: L) => string;
  read: (list: L, file: DecodedText) => ParsedEntryFile<E> | null;
  /** An entry of a file as an array that begins with its text. */
  valuesOf: (entry: E) => readonly unknown[];
  entryWriting: (list: L) => EntryWriting;
}

type SessionEndpoint<P = unknown, Q = unknown, B = unknown> = Endpoint<
  z.ZodType<P>,
  z.ZodType<Q>,
  z.ZodType<B>,
  z.ZodType,
  "session"
>;
type Id = { id: string };

/** The contracts of one kind, which only differ in names. */
interface EntryCalls {
  page: SessionEndpoint<Id, EntryQuery>;
  count: SessionEndpoint<Id, Pick<EntryQuery, "q">>;
  remove: SessionEndpoint<Id>;
  removeImported: SessionEndpoint<Id>;
  download: SessionEndpoint<Id>;
  importFile: SessionEndpoint<unknown, unknown, Record<string, unknown> & { preview: boolean }>;
  /** The import's field with the id of the list. */
  listField: string;
}

/** Mounts the calls of both kinds: page, count, deletions, download and file import (3§5, 3§7). */
export function mountEntryCalls<L extends NamedList, E extends { text: string }>(
  app: App,
  calls: EntryCalls,
  kind: EntryKind<L, E>,
): void {
  const { entries } = kind;

  mount(app, calls.page, async ({ db, actor, params, query }) => {
    const list = await kind.findList(db, actor, params.id);
    return { items: await listEntryPage(db, entries, list, query) };
  });
  mount(app, calls.count, async ({ db, actor, params, query }) => {
    const list = await kind.findList(db, actor, params.id);
    return { total: await countEntries(db, entries, list, query.q) };
  });
  mount(app, calls.remove, async ({ db, actor, params }) => {
    await kind.remove(db, actor, params.id);
    return { success: true };
  });
  mount(app, calls.removeImported, async ({ db, actor, params }) => {
    const list = await kind.findList(db, actor, params.id);
    return { removed: await removeImported(db, entries, actor, list) };
  });
  mount(app, calls.download, async ({ db, actor, params }) => {
    const list = await kind.findList(db, actor, params.id);
    return textFile(list.name, await formatList(db, kind, list));
  });
  mount(
    app,
    calls.importFile,
    async ({ c, db, actor, body }) => {
      const list = await kind.findList(db, actor, String(body[calls.listField]));
      const { entries: parsed, ...file } = parseEntryFile(c.req.raw, (content) => kind.read(list, content));
      const chunks = jsonChunks(parsed.map(kind.valuesOf));
      const writing = kind.entryWriting(list);
      const { states, ...counts } = await importPreview(db, entries, list, chunks, writing);
      if (!body.preview) await writeChunks(db, entries, actor, list, chunks, writing, counts);
      return { ...file, ...counts, items: states.map((state, index) => ({ ...parsed[index]!, state })) };
    },
    { readBody: readFileBody },
  );
}

const pageSize = 10_000;

/** Formats a list's rows as lines in the format of the import. */
async function formatList<L extends NamedList, E extends { text: string }>(
  db: Database,
  { entries: { table, list, text, textField }, formatLine }: EntryKind<L, E>,
  owner: L,
): Promise<string> {
  const lines: string[] = [];
  let last = "";
  for (;;) {
    const page: Record<string, unknown>[] = await db
      .select()
      .from(table)
      .where(and(eq(list, owner.id), gt(text, last)))
      .orderBy(asc(text))
      .limit(pageSize);
    for (const row of page) lines.push(`${formatLine(row, owner)}\r\n`);
    if (page.length < pageSize) return lines.join("");
    last = String(page.at(-1)![textField]);
  }
}

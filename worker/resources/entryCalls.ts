import { and, asc, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import type { Endpoint } from "#domain/contract/endpoint.ts";
import type { ParsedEntryFile } from "#domain/lists/entryFile.ts";
import { mount } from "#worker/api/mount.ts";
import type { Database } from "#worker/db/database.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import type { App } from "#worker/http/context.ts";
import {
  type EntryWriting,
  entriesIn,
  importPreview,
  readFileBody,
  textFile,
  writeChunks,
} from "./entryFile.ts";
import { countOf, type Entries, type EntryQuery, type Owner, pageOf, removeImported } from "./listEntries.ts";

interface NamedList extends Owner {
  name: string;
}

/** The differences between suggestions and expected answers. */
export interface EntryKind<L extends NamedList, E extends { text: string }> {
  entries: Entries;
  /** @throws notFound also for a list outside the actor's scope */
  listOf: (db: Database, actor: Actor, id: string) => Promise<L>;
  remove: (db: Database, actor: Actor, id: string) => Promise<void>;
  /** A row as a line of a file. */
  lineOf: (row: Record<string, unknown>) => string;
  read: (list: L, content: string) => ParsedEntryFile<E> | null;
  /** An entry of a file as an array that begins with its text. */
  valuesOf: (entry: E) => readonly unknown[];
  writingInto: (list: L) => EntryWriting;
}

type SessionEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType, "session">;

/** The contracts, which differ only in names. */
interface EntryCalls {
  page: SessionEndpoint;
  count: SessionEndpoint;
  remove: SessionEndpoint;
  removeImported: SessionEndpoint;
  download: SessionEndpoint;
  importFile: SessionEndpoint;
  /** The field of an import that names the list. */
  listField: string;
}

/** Mounts the calls of both kinds: page, count, deletions, download and file import (3§5, 3§7). */
export function mountEntryCalls<L extends NamedList, E extends { text: string }>(
  app: App,
  calls: EntryCalls,
  kind: EntryKind<L, E>,
): void {
  const { entries } = kind;
  const idOf = (params: unknown) => (params as { id: string }).id;

  mount(app, calls.page, async ({ db, actor, params, query }) => {
    const list = await kind.listOf(db, actor, idOf(params));
    return { items: await pageOf(db, entries, list, query as EntryQuery) };
  });
  mount(app, calls.count, async ({ db, actor, params, query }) => {
    const list = await kind.listOf(db, actor, idOf(params));
    return { total: await countOf(db, entries, list, (query as EntryQuery).q) };
  });
  mount(app, calls.remove, async ({ db, actor, params }) => {
    await kind.remove(db, actor, idOf(params));
    return { success: true };
  });
  mount(app, calls.removeImported, async ({ db, actor, params }) => {
    const list = await kind.listOf(db, actor, idOf(params));
    return { removed: await removeImported(db, entries, actor, list) };
  });
  mount(app, calls.download, async ({ db, actor, params }) => {
    const list = await kind.listOf(db, actor, idOf(params));
    return textFile(list.name, await textOf(db, kind, list));
  });
  mount(
    app,
    calls.importFile,
    async ({ c, db, actor, body }) => {
      const given = body as Record<string, string> & { preview: boolean };
      const list = await kind.listOf(db, actor, given[calls.listField]!);
      const { entries: read, ...file } = entriesIn(c.req.raw, (content) => kind.read(list, content));
      const chunks = jsonChunks(read.map(kind.valuesOf));
      const into = kind.writingInto(list);
      const { states, ...counts } = await importPreview(db, entries, list, chunks, into);
      if (!given.preview) await writeChunks(db, entries, actor, list, chunks, into, counts);
      return { ...file, ...counts, items: states.map((state, index) => ({ ...read[index]!, state })) };
    },
    { readBody: readFileBody },
  );
}

const textPage = 10_000;

/** The rows as lines in the format of the import. */
async function textOf<L extends NamedList, E extends { text: string }>(
  db: Database,
  { entries: { table, list, text, textField }, lineOf }: EntryKind<L, E>,
  owner: Owner,
): Promise<string> {
  const lines: string[] = [];
  let last = "";
  for (;;) {
    const page: Record<string, unknown>[] = await db
      .select()
      .from(table)
      .where(and(eq(list, owner.id), gt(text, last)))
      .orderBy(asc(text))
      .limit(textPage);
    for (const row of page) lines.push(`${lineOf(row)}\r\n`);
    if (page.length < textPage) return lines.join("");
    last = String(page.at(-1)![textField]);
  }
}

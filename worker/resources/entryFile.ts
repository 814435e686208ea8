import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import { type DecodedText, decodeText } from "#domain/core/text/decodeText.ts";
import { maxEntryFileBytes, type ParsedEntryFile } from "#domain/lists/entryFile.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { number, selectRow, selectRows, text as textColumn } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";
import { createContentDisposition } from "#worker/export/contentDisposition.ts";
import { readBase64Body } from "#worker/http/base64Body.ts";
import {
  auditListStatement,
  type EntryList,
  type EntryTable,
  mapWriteErrors,
  touchListStatement,
} from "./listEntries.ts";

/** Imports of files into lists of entries. */

/** The decoded files of requests, which are kept out of the parsed bodies. */
const fileByRequest = new WeakMap<Request, Uint8Array>();

export async function readFileBody(request: Request): Promise<unknown> {
  const { json, bytes } = await readBase64Body(request, maxEntryFileBytes);
  fileByRequest.set(request, bytes);
  return json;
}

/** Parses a request's file. @throws invalid or tooLarge on `data` for a file that is empty, not text or too long */
export function parseEntryFile<E>(
  request: Request,
  parse: (file: DecodedText) => ParsedEntryFile<E> | null,
): ParsedEntryFile<E> {
  const bytes = fileByRequest.get(request) ?? new Uint8Array();
  fileByRequest.delete(request);
  if (bytes.length === 0) throw problem("invalid", { fields: { data: "required" } });
  const content = decodeText(bytes);
  if (!content) throw problem("invalid", { fields: { data: "invalid" } });
  const file = parse(content);
  if (!file) throw problem("tooLarge", { fields: { data: "tooLarge" } });
  return file;
}

export interface EntryWriter {
  /** Condition: the table has an entry with the text of `e.value`, an array that begins with it, but with other values. */
  differsCondition: SQL;
  /** Condition: the list would not keep `e.value` as a new entry. */
  omittedCondition: SQL;
  /** The statement that writes the entries of a chunk. */
  write: (chunk: string) => SQL;
}

export interface ImportCounts {
  addedCount: number;
  updatedCount: number;
  unchangedCount: number;
  omittedCount: number;
}
export type EntryState = "NEW" | "UPDATED" | "UNCHANGED" | "LEFT_OUT";

const maxPreviewEntries = 100;

/** Previews a file's import: the count of each outcome, and the outcome of each of the first hundred entries. */
export async function previewImport(
  db: Database,
  { table, list, text }: EntryTable,
  owner: EntryList,
  chunks: readonly string[],
  { differsCondition, omittedCondition }: EntryWriter,
): Promise<ImportCounts & { states: EntryState[] }> {
  const newAndLeftOutCondition = sql`(${table.id} IS NULL AND ${omittedCondition})`;
  const createEntriesJoin = (chunk: string) =>
    sql`FROM json_each(${chunk}) e LEFT JOIN ${table} ON ${list} = ${idParam(owner.id)} AND ${text} = e.value ->> 0`;
  const counts: ImportCounts = { addedCount: 0, updatedCount: 0, unchangedCount: 0, omittedCount: 0 };
  for (const chunk of chunks) {
    const row = await selectRow(
      db,
      {
        total: number("count(*)"),
        knownCount: number(sql`count(${table.id})`),
        updatedCount: number(sql`coalesce(sum(${differsCondition}), 0)`),
        omittedCount: number(sql`coalesce(sum(${newAndLeftOutCondition}), 0)`),
      },
      (columns) => sql`SELECT ${columns} ${createEntriesJoin(chunk)}`,
    );
    if (!row) continue;
    counts.addedCount += row.total - row.knownCount - row.omittedCount;
    counts.omittedCount += row.omittedCount;
    counts.updatedCount += row.updatedCount;
    counts.unchangedCount += row.knownCount - row.updatedCount;
  }
  const firstEntries: unknown[] = JSON.parse(chunks[0] ?? "[]");
  const stateSql = sql`CASE WHEN ${newAndLeftOutCondition} THEN 'LEFT_OUT' WHEN ${table.id} IS NULL THEN 'NEW' WHEN ${differsCondition} THEN 'UPDATED'
    ELSE 'UNCHANGED' END`;
  const states = await selectRows(
    db,
    { state: textColumn<EntryState>(stateSql) },
    (columns) =>
      sql`SELECT ${columns} ${createEntriesJoin(JSON.stringify(firstEntries.slice(0, maxPreviewEntries)))} ORDER BY e.key`,
  );
  return { ...counts, states: states.map((row) => row.state) };
}

/** Writes a whole file in one batch, with one audit entry. */
export async function writeChunks(
  db: Database,
  entries: EntryTable,
  actor: Actor,
  owner: EntryList,
  chunks: readonly string[],
  { write }: EntryWriter,
  counts: ImportCounts,
): Promise<void> {
  if (counts.addedCount + counts.updatedCount === 0) return;
  const { addedCount, updatedCount, unchangedCount } = counts;
  const statements: BatchItem<"sqlite">[] = chunks.map((chunk) => statement(db, write(chunk)));
  await mapWriteErrors(entries, () =>
    db.batch([
      touchListStatement(db, entries, owner),
      auditListStatement(db, entries.listClass, actor, owner, owner.id, "UPDATE", {
        imported: { after: { added: addedCount, updated: updatedCount, unchanged: unchangedCount } },
      }),
      ...statements,
    ]),
  );
}

/** A text as a cell that an import reads back unchanged: quoted if it contains a separator. Stored texts contain no quotes (3§5). */
export const formatCell = (text: string): string => (/[;,]/.test(text) ? `"${text}"` : text);

/** A response with a text file. It has a byte order mark, without which Excel does not read the file as UTF-8. */
export const createTextFile = (name: string, content: string): Response =>
  new Response(`\ufeff${content}`, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": createContentDisposition(`${name}.txt`),
    },
  });

import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "../../domain/access/actor";
import { problem } from "../../domain/problem";
import { maximumEntryFile, type ReadFile } from "../../domain/rules/entryFile";
import { decodedText } from "../../domain/rules/textLines";
import type { Database } from "../db/database";
import { statement } from "../db/statement";
import { contentDisposition } from "../export/content-disposition";
import { readBase64Body } from "../http/base64Body";
import { type Entries, line, type Owner, touched, writing } from "./entries";

/** Files of entries on their way into a list. */

/** The bytes that were in a body, beside the body without them. */
const received = new WeakMap<Request, Uint8Array>();

export async function readFileBody(request: Request): Promise<unknown> {
  const { json, bytes } = await readBase64Body(request, maximumEntryFile);
  received.set(request, bytes);
  return json;
}

/** @throws invalid or tooLarge, naming `data`, for a file that is empty, no text, or of too many lines. */
export function entriesIn<E>(request: Request, read: (content: string) => ReadFile<E> | null): ReadFile<E> {
  const bytes = received.get(request) ?? new Uint8Array();
  received.delete(request);
  if (bytes.length === 0) throw problem("invalid", { fields: { data: "required" } });
  const content = decodedText(bytes);
  if (content === null) throw problem("invalid", { fields: { data: "invalid" } });
  const file = read(content);
  if (!file) throw problem("tooLarge", { fields: { data: "tooLarge" } });
  return file;
}

/** D1 takes 2 MB in one value; a character is three bytes of it at most. */
const chunkLength = 400_000;

/** Entries as JSON arrays that each go into one parameter: `[["text", …], …]`. */
export function chunksOf(entries: readonly (readonly unknown[])[]): string[] {
  const chunks: string[] = [];
  let rows: string[] = [];
  let length = 0;
  for (const entry of entries) {
    const row = JSON.stringify(entry);
    if (length + row.length > chunkLength && rows.length > 0) {
      chunks.push(`[${rows.join()}]`);
      [rows, length] = [[], 0];
    }
    rows.push(row);
    length += row.length + 1;
  }
  if (rows.length > 0) chunks.push(`[${rows.join()}]`);
  return chunks;
}

export interface EntryWriting {
  /** Whether an entry, `e.value`, an array that begins with the text, is in the table with other values. */
  differs: SQL;
  /** Whether the list would not keep an entry, `e.value`, that is not in it yet. */
  leftOut: SQL;
  /** The statement that writes the entries of a chunk. */
  write: (chunk: string) => SQL;
}

export interface Counts {
  added: number;
  updated: number;
  unchanged: number;
  leftOut: number;
}
export type State = "NEW" | "UPDATED" | "UNCHANGED" | "LEFT_OUT";

const shownEntries = 100;

/** What writing a file would do: how many of each, and of the first hundred entries which. */
export async function foreseen(
  db: Database,
  { table, list, text }: Entries,
  owner: Owner,
  chunks: readonly string[],
  { differs, leftOut }: EntryWriting,
): Promise<Counts & { states: State[] }> {
  const unkept = sql`(${table.id} IS NULL AND ${leftOut})`;
  const joined = (chunk: string) =>
    sql`FROM json_each(${chunk}) e LEFT JOIN ${table} ON ${list} = ${owner.id} AND ${text} = e.value ->> 0`;
  const counts: Counts = { added: 0, updated: 0, unchanged: 0, leftOut: 0 };
  for (const chunk of chunks) {
    const [row] = await db.all<{ total: number; known: number; updated: number; unkept: number }>(
      sql`SELECT count(*) AS total, count(${table.id}) AS known, coalesce(sum(${differs}), 0) AS updated,
        coalesce(sum(${unkept}), 0) AS unkept ${joined(chunk)}`,
    );
    counts.added += row!.total - row!.known - row!.unkept;
    counts.leftOut += row!.unkept;
    counts.updated += row!.updated;
    counts.unchanged += row!.known - row!.updated;
  }
  const first = chunks[0] === undefined ? [] : (JSON.parse(chunks[0]) as unknown[]).slice(0, shownEntries);
  const states = await db.all<{ state: State }>(
    sql`SELECT CASE WHEN ${unkept} THEN 'LEFT_OUT' WHEN ${table.id} IS NULL THEN 'NEW' WHEN ${differs} THEN 'UPDATED' ELSE 'UNCHANGED' END AS state
      ${joined(JSON.stringify(first))} ORDER BY e.key`,
  );
  return { ...counts, states: states.map(({ state }) => state) };
}

/** All of a file in one batch: it is in the list as a whole, with one line in the log, or not at all. */
export async function writeChunks(
  db: Database,
  entries: Entries,
  actor: Actor,
  owner: Owner,
  chunks: readonly string[],
  { write }: EntryWriting,
  counts: Counts,
): Promise<void> {
  if (counts.added + counts.updated === 0) return;
  const { added, updated, unchanged } = counts;
  const statements: BatchItem<"sqlite">[] = chunks.map((chunk) => statement(db, write(chunk)));
  await writing(entries, () =>
    db.batch([
      touched(db, entries, owner),
      line(db, entries.listClass, actor, owner, owner.id, "UPDATE", {
        imported: { after: { added, updated, unchanged } },
      }),
      ...statements,
    ]),
  );
}

/** A text for people's editors, and for Excel, which knows UTF-8 by its mark alone. */
export const textFile = (name: string, content: string): Response =>
  new Response(`\ufeff${content}`, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": contentDisposition(`${name}.txt`),
    },
  });

import { sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import {
  containsPhrase,
  containsWord,
  foldSearchText,
  parseSearchTerms,
  type SearchTerms,
} from "#domain/core/text/searchTerms.ts";
import {
  maxRowsWithMatches,
  type SearchMatch,
  type SearchMatchField,
} from "#domain/documentation/searchMatch.ts";
import type { Database } from "#worker/db/database.ts";
import { json, number, selectRows } from "#worker/db/rows.ts";
import { someTermCondition } from "#worker/db/searchText.ts";
import { documentationTexts } from "./search.ts";

/** Texts of one documentation that are compared; a gallery of thousands of photos has as many comments. */
const maxTextsPerField = 20;
const maxSnippetLength = 100;
const contextLength = 30;

type TermTest = (text: string) => boolean;

const customerText = {
  field: "CUSTOMER",
  text: "c.name",
  rows: "customer c WHERE c.id = d.customer_id",
} as const;

/**
 * The texts in which a search found each documentation, by its `seq`: for each term, the first text that has it. Includes names of files
 * only for users who may read files.
 */
export async function findSearchMatches(
  db: Database,
  actor: Actor,
  seqs: readonly number[],
  query: string,
): Promise<Map<number, SearchMatch[]>> {
  const matches = new Map<number, SearchMatch[]>();
  if (query === "" || seqs.length === 0 || seqs.length > maxRowsWithMatches) return matches;
  const terms = parseSearchTerms(query);
  const tests = createTermTests(terms);
  const textsBySeq = Map.groupBy(await listMatchingTexts(db, actor, seqs, terms), ({ seq }) => seq);
  for (const [seq, texts] of textsBySeq) {
    const matchingTexts = new Set<SearchMatch>();
    for (const test of tests) {
      const match = texts.find((item) => test(item.text));
      if (match) matchingTexts.add(match);
    }
    matches.set(
      seq,
      texts
        .filter((match) => matchingTexts.has(match))
        .map(({ field, text: fullText }) => ({ field, text: shorten(fullText, terms, tests) })),
    );
  }
  return matches;
}

const createTermTests = ({ words, phrases }: SearchTerms): TermTest[] => [
  ...words.map(
    (word): TermTest =>
      (value) =>
        containsWord(value, word),
  ),
  ...phrases.map(
    (phrase): TermTest =>
      (value) =>
        containsPhrase(value, phrase),
  ),
];

/** The texts of documentations that have one of the terms, most significant first. */
async function listMatchingTexts(db: Database, actor: Actor, seqs: readonly number[], terms: SearchTerms) {
  const readableTexts = [...documentationTexts, customerText].filter(
    ({ field }) => field !== "FILE" || hasAuthority(actor, "ROLE_FILE_READ"),
  );
  // A column for each field instead of a UNION, of which D1 allows five parts.
  const textLists = readableTexts.map(({ text: column, rows }) => {
    const texts = sql`SELECT ${sql.raw(column)} AS text FROM ${sql.raw(rows || "(SELECT 1) WHERE 1")}
      AND ${someTermCondition(terms, sql.raw(column))} LIMIT ${sql.raw(String(maxTextsPerField))}`;
    return sql`json((SELECT json_group_array(text) FROM (${texts})))`;
  });
  const rows = await selectRows(
    db,
    { seq: number("d.seq"), textLists: json<string[][]>(sql`json_array(${sql.join(textLists, sql`, `)})`) },
    (columns) =>
      sql`SELECT ${columns} FROM json_each(${JSON.stringify(seqs)}) page CROSS JOIN documentation d ON d.seq = page.value`,
  );
  return rows.flatMap(({ seq, textLists: lists }) =>
    readableTexts.flatMap(({ field }, index) =>
      (lists[index] ?? []).map((text): { seq: number; field: SearchMatchField; text: string } => ({
        seq,
        field,
        text,
      })),
    ),
  );
}

/** The first matching line of a text, shortened around the match. */
function shorten(fullText: string, { words, phrases }: SearchTerms, tests: readonly TermTest[]): string {
  const line = fullText.split("\n").find((part) => tests.some((test) => test(part))) ?? fullText;
  const characters = [...line];
  if (characters.length <= maxSnippetLength) return line;
  const folded = foldSearchText(line);
  const positions = [...words.map((word) => word.trim()), ...phrases.map((phrase) => foldSearchText(phrase))]
    .map((term) => folded.indexOf(term))
    .filter((position) => position >= 0);
  const start = Math.max(0, (positions.length > 0 ? Math.min(...positions) : 0) - contextLength);
  const end = start + maxSnippetLength;
  return `${start > 0 ? "…" : ""}${characters.slice(start, end).join("")}${end < characters.length ? "…" : ""}`;
}

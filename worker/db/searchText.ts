import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { foldCase } from "#domain/core/text/foldCase.ts";
import {
  digits,
  foldedLetters,
  parseSearchTerms,
  type SearchTerms,
  separatorVariants,
} from "#domain/core/text/searchTerms.ts";
import { charCall, variantsOfTerm } from "./casefold.ts";

/** Texts folded in SQL as domain/core/text/searchTerms.ts folds them. */

type Replacement = readonly [from: SQL, to: SQL];

const literal = (text: string) => sql.raw(`'${text}'`);
const toReplacement = ([variant, letter]: readonly [string, string]): Replacement => [
  charCall(variant),
  charCall(letter),
];

const doubleSpace: Replacement = [literal("  "), literal(" ")];
const separatorReplacements: readonly Replacement[] = [
  ...separatorVariants.map((variant) => toReplacement([variant, " "])),
  doubleSpace,
  doubleSpace,
  [charCall("\n"), sql`char(10, 32)`],
];

const compactReplacements = (usedDigits: readonly string[]): Replacement[] =>
  usedDigits.flatMap((digit) => [
    [literal(`${digit} `), literal(digit)] as const,
    [literal(` ${digit}`), literal(digit)] as const,
  ]);

/** SQLite limits an expression to a hundred levels, including the ones around it. Subqueries in FROM do not add to that depth. */
const maxNestedReplaces = 10;

/** A query of a text as `folded` and `compact`, after replacements in one of them. LIMIT keeps SQLite from flattening it. */
function replaceIn(source: SQL, column: "folded" | "compact", replacements: readonly Replacement[]): SQL {
  if (replacements.length === 0) return source;
  const replaced = replacements
    .slice(0, maxNestedReplaces)
    .reduce(
      (replacedText, [from, to]) => sql`replace(${replacedText}, ${from}, ${to})`,
      sql.raw(`s.${column}`),
    );
  const columns = column === "folded" ? sql`${replaced} AS folded` : sql`s.folded, ${replaced} AS compact`;
  return replaceIn(
    sql`(SELECT ${columns} FROM ${source} s LIMIT 1)`,
    column,
    replacements.slice(maxNestedReplaces),
  );
}

/** An SQL expression for whether a text contains the term in another expression. */
type TermTest = (text: SQLWrapper, term: SQL) => SQL;

/** Folds only the characters of the words in the text, because no others can match. */
function createWordTest(words: readonly string[]): TermTest {
  const letters = new Set(words.join(""));
  const usedDigits = digits.filter((digit) => letters.has(digit));
  const foldsSeparators = usedDigits.length > 0 || letters.has(" ");
  const replacements = [
    ...[
      ...variantsOfTerm([...letters].join("")),
      ...foldedLetters.filter(([, [letter = ""]]) => letters.has(letter)),
    ].map(toReplacement),
    ...(foldsSeparators ? separatorReplacements : []),
  ];
  return (text, word) => {
    const lowerCaseLines = sql`(SELECT lower(char(10) || ${text}) AS folded LIMIT 1)`;
    const folded = replaceIn(lowerCaseLines, "folded", replacements);
    if (usedDigits.length === 0) return sql`(SELECT instr(s.folded, ${word}) > 0 FROM ${folded} s)`;
    const foldedPair = sql`(SELECT s.folded, s.folded AS compact FROM ${folded} s LIMIT 1)`;
    const compact = replaceIn(foldedPair, "compact", compactReplacements(usedDigits));
    return sql`(SELECT instr(s.folded, ${word}) > 0 OR instr(s.compact, ${word}) > 0 FROM ${compact} s)`;
  };
}

function createPhraseTest(foldedPhrases: readonly string[]): TermTest {
  const replacements = variantsOfTerm(foldedPhrases.join("")).map(toReplacement);
  return (text, phrase) => {
    const lowerCaseText = sql`(SELECT lower(${text}) AS folded LIMIT 1)`;
    return sql`(SELECT instr(s.folded, ${phrase}) > 0 FROM ${replaceIn(lowerCaseText, "folded", replacements)} s)`;
  };
}

/** The words and the phrases of a search, each with their test; omits an empty list. */
function createTests({ words, phrases }: SearchTerms): { terms: readonly string[]; test: TermTest }[] {
  const foldedPhrases = phrases.map(foldCase);
  return [
    { terms: words, test: createWordTest(words) },
    { terms: foldedPhrases, test: createPhraseTest(foldedPhrases) },
  ].filter(({ terms }) => terms.length > 0);
}

/** Creates the condition that at least one of a row's texts passes a test. */
export type TextsCondition = (test: (text: SQLWrapper) => SQL) => SQL;

const termSql = sql.raw("term.value");

/** The rows of terms. One parameter holds all, because D1 allows a hundred. */
const termRows = (terms: readonly string[]): SQL => sql`json_each(${JSON.stringify(terms)}) term`;

/** Condition: each term of a search is in one of a row's texts. */
export function matchesTermsCondition(terms: SearchTerms, createTextsCondition: TextsCondition): SQL {
  const conditions = createTests(terms).map(({ terms: values, test }) => {
    const [singleTerm] = values;
    return values.length === 1
      ? createTextsCondition((text) => test(text, sql`${singleTerm}`))
      : sql`NOT EXISTS (SELECT 1 FROM ${termRows(values)} WHERE NOT ${createTextsCondition((text) => test(text, termSql))})`;
  });
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` AND `)})` : sql`1`;
}

/** Condition: a text has one of the terms of a search. Null or false for a null text. */
export const someTermCondition = (terms: SearchTerms, text: SQL): SQL =>
  sql`(${sql.join(
    createTests(terms).map(
      ({ terms: values, test }) =>
        sql`EXISTS (SELECT 1 FROM ${termRows(values)} WHERE ${test(text, termSql)})`,
    ),
    sql` OR `,
  )})`;

/** Condition: each term of a search is in one of these texts of the row. Null texts match nothing. */
export const matchesSearchCondition = (texts: readonly SQLWrapper[], query: string): SQL =>
  matchesTermsCondition(
    parseSearchTerms(query),
    (test) =>
      sql`(${sql.join(
        texts.map((text) => sql`coalesce(${test(text)}, 0)`),
        sql` OR `,
      )})`,
  );

/**
 * The text that an index of folded texts stores for a row, as in worker/db/triggers/search.sql: each text folded, and again without the
 * spaces beside digits if that differs. @param rows a query of `text`
 */
export function foldedIndexText(rows: string): string {
  const replaceAllPairs = (text: string, pairs: readonly (readonly [string, string])[]) =>
    pairs.reduce((replacedText, [from, to]) => `replace(${replacedText}, ${from}, ${to})`, text);
  const folded = replaceAllPairs("x.text", [
    ...foldedLetters.map(([variant, letter]) => [`'${variant}'`, `'${letter}'`] as const),
    ...separatorVariants.map((variant) => [`char(${variant.codePointAt(0)})`, "' '"] as const),
    ...Array.from({ length: 2 }, () => ["'  '", "' '"] as const),
  ]);
  const compact = replaceAllPairs(
    "z.folded",
    digits.flatMap((digit) => [
      [`'${digit} '`, `'${digit}'`] as const,
      [`' ${digit}'`, `'${digit}'`] as const,
    ]),
  );
  return `SELECT group_concat(y.folded || iif(y.compact = y.folded, '', char(10) || y.compact), char(10)) || char(10, 10) FROM (
        SELECT z.folded, ${compact} AS compact FROM (
          SELECT ' ' || replace(${folded}, char(10), char(10) || ' ') AS folded FROM (${rows}) x LIMIT -1) z LIMIT -1) y`;
}

/** A literal phrase for FTS5, with quotes doubled. Without NUL, which would end the text for SQLite. */
const toFtsPhrase = (term: string) => `"${term.replaceAll("\0", "").replaceAll('"', '""')}"`;

/** The trigrams of an index that begin with each of some short terms, joined by OR and AND. Each trigram is found by a search in the vocabulary. */
function trigramsSql(index: string, prefixes: readonly string[]): SQL {
  const vocabulary = sql.raw(`${index}_trigram`);
  const end = sql`(w.value || char(1114111))`;
  return sql`(SELECT group_concat('(' || coalesce((WITH RECURSIVE step(term) AS (
      SELECT (SELECT v.term FROM ${vocabulary} v WHERE v.term >= w.value LIMIT 1)
      UNION ALL SELECT (SELECT v.term FROM ${vocabulary} v WHERE v.term >= step.term || char(1) LIMIT 1) FROM step WHERE step.term < ${end})
    SELECT group_concat('"' || replace(step.term, '"', '""') || '"', ' OR ') FROM step WHERE step.term < ${end}),
    '"' || char(1, 1, 1) || '"') || ')', ' AND ') FROM json_each(${JSON.stringify(prefixes)}) w)`;
}

/** The FTS5 query for terms in an index of trigrams; null if there are none. */
export function createFtsQuery(index: string, terms: readonly string[]): SQL | null {
  if (terms.length === 0) return null;
  const isLong = (term: string) => [...term].length >= 3;
  const phrases = terms.filter(isLong).map(toFtsPhrase).join(" AND ");
  const prefixes = terms.filter((term) => !isLong(term)).map(foldCase);
  const trigrams = prefixes.length > 0 ? [trigramsSql(index, prefixes)] : [];
  return sql.join([...(phrases ? [sql`${phrases}`] : []), ...trigrams], sql` || ' AND ' || `);
}

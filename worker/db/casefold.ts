import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Case folding like that of the search index, for texts that SQLite compares itself. SQLite's lower() only folds ASCII. Of other letters
 * only those in the term matter, so only their case variants are replaced in the text: exact for any alphabet, and no work for most
 * terms. Diacritics are kept: å is not a in Swedish.
 */

/** The non-ASCII code points that lower-case to a letter, by that letter: `å` has `Å`, `k` has the Kelvin sign. */
let caseVariants: Map<string, string[]> | undefined;

function caseVariantsOf(letter: string): readonly string[] {
  if (!caseVariants) {
    caseVariants = new Map();
    for (let code = 0x80; code < 0x1e944; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const variant = String.fromCodePoint(code);
      const lower = variant.toLowerCase();
      if (lower === variant || [...lower].length !== 1) continue;
      caseVariants.set(lower, [...(caseVariants.get(lower) ?? []), variant]);
    }
  }
  return caseVariants.get(letter) ?? [];
}

/** A term in lower case, with letters whose lower case is not one code point unchanged. */
export const fold = (term: string): string =>
  [...term]
    .map((letter) => ([...letter.toLowerCase()].length === 1 ? letter.toLowerCase() : letter))
    .join("");

/** D1 allows expressions 100 levels deep, and each case variant takes one. Further variants are not folded. */
const maxCaseVariants = 60;

const variantsOfTerm = (foldedTerm: string) =>
  [...new Set(foldedTerm)].flatMap((letter) =>
    caseVariantsOf(letter).map((variant) => [variant, letter] as const),
  );

/** Whether `containsFolded` is exact for a term: false only for a term with several dozen different letters outside ASCII. */
export const isExactlyFoldable = (term: string): boolean =>
  variantsOfTerm(fold(term)).length <= maxCaseVariants;

/** Condition: a text contains a term, ignoring case. */
export const containsFolded = (text: SQLWrapper, term: string): SQL => sql`${foldedPosition(text, term)} > 0`;

/** Condition: a text begins with a term, ignoring case. */
export const startsWithFolded = (text: SQLWrapper, term: string): SQL =>
  sql`${foldedPosition(text, term)} = 1`;

/**
 * The spellings of a prefix in all cases of its non-ASCII letters, for range queries on an index with COLLATE NOCASE, which folds ASCII.
 * Only for terms of a few letters: each non-ASCII letter at least doubles the number of spellings.
 */
export const caseVariantsOfPrefix = (term: string): string[] =>
  [...fold(term)].reduce<string[]>(
    (prefixes, letter) =>
      prefixes.flatMap((prefix) => [letter, ...caseVariantsOf(letter)].map((variant) => prefix + variant)),
    [""],
  );

function foldedPosition(text: SQLWrapper, term: string): SQL {
  const foldedTerm = fold(term);
  // Code points in the SQL instead of parameters, which D1 limits to a hundred per statement.
  const char = (letter: string) => sql.raw(`char(${letter.codePointAt(0)})`);
  const foldedText = variantsOfTerm(foldedTerm)
    .slice(0, maxCaseVariants)
    .reduce(
      (inner, [variant, letter]) => sql`replace(${inner}, ${char(variant)}, ${char(letter)})`,
      sql`lower(${text})`,
    );
  return sql`instr(${foldedText}, ${foldedTerm})`;
}

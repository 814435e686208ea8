import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { foldCase, foldLetter } from "#domain/core/text/foldCase.ts";

/**
 * Case folding like that of the search index, for texts that SQLite compares without it. SQLite's lower() only folds ASCII, so other
 * letters are replaced by their lower case. Only letters of the term matter, so only those are replaced: that is exact for any alphabet,
 * and most terms need no replacement. Diacritics are kept: å is not a in Swedish.
 */

/** The non-ASCII code points that lower-case to a letter, by that letter: `å` has `Å`, `k` has the Kelvin sign. */
let caseVariants: Map<string, string[]> | undefined;

function caseVariantsOf(character: string): readonly string[] {
  if (!caseVariants) {
    caseVariants = new Map();
    for (let code = 0x80; code < 0x1e944; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const variant = String.fromCodePoint(code);
      const letter = foldLetter(variant);
      if (letter !== variant) caseVariants.set(letter, [...(caseVariants.get(letter) ?? []), variant]);
    }
  }
  return caseVariants.get(character) ?? [];
}

/** Each character whose lower case occurs in a folded term, with that lower case. */
export const variantsOfTerm = (foldedTerm: string) =>
  [...new Set(foldedTerm)].flatMap((character) =>
    caseVariantsOf(character).map((variant) => [variant, character] as const),
  );

/**
 * Whether a term is folded in so few steps that testing row by row pays off. False only for terms with several dozen different letters
 * outside ASCII, which an index finds faster.
 */
export const isCheapToFold = (term: string): boolean => variantsOfTerm(foldCase(term)).length <= 60;

/** Condition: a text is a term, ignoring case. */
export function equalsFolded(text: SQLWrapper, term: string): SQL {
  const foldedTerm = foldCase(term);
  return sql`${foldedText(text, foldedTerm)} = ${foldedTerm}`;
}

/** Condition: a text contains a term, ignoring case. */
export const containsFolded = (text: SQLWrapper, term: string): SQL =>
  sql`${toFoldedPosition(text, term)} > 0`;

/** Condition: a text begins with a term, ignoring case. */
export const startsWithFolded = (text: SQLWrapper, term: string): SQL =>
  sql`${toFoldedPosition(text, term)} = 1`;

/** D1 allows expressions 100 levels deep; each nested call takes one, and the surrounding statement needs some too. */
const maxNestedReplaces = 30;

function toFoldedPosition(text: SQLWrapper, term: string): SQL {
  const foldedTerm = foldCase(term);
  return sql`instr(${foldedText(text, foldedTerm)}, ${foldedTerm})`;
}

function foldedText(text: SQLWrapper, foldedTerm: string): SQL {
  const variants = variantsOfTerm(foldedTerm);
  return variants.length <= maxNestedReplaces
    ? replaceNested(text, variants)
    : replaceRecursively(text, variants);
}

type Variant = readonly [variant: string, letter: string];

// Both functions write code points into the SQL, because D1 limits a statement to a hundred parameters. They are letters, never quotes.

const replaceNested = (text: SQLWrapper, variants: readonly Variant[]): SQL =>
  variants.reduce(
    (replacedText, [variant, letter]) =>
      sql`replace(${replacedText}, ${charCall(variant)}, ${charCall(letter)})`,
    sql`lower(${text})`,
  );

/** For any number of variants; slower than nested calls. */
const replaceRecursively = (text: SQLWrapper, variants: readonly Variant[]): SQL => {
  const [variantsText, lettersText] = [0, 1].map((index) =>
    sql.raw(`'${variants.map((pair) => pair[index]).join("")}'`),
  );
  return sql`(WITH RECURSIVE step(i, t) AS (SELECT 1, lower(${text})
    UNION ALL SELECT i + 1, replace(t, substr(${variantsText}, i, 1), substr(${lettersText}, i, 1)) FROM step WHERE i <= ${sql.raw(String(variants.length))})
    SELECT t FROM step ORDER BY i DESC LIMIT 1)`;
};

export const charCall = (letters: string): SQL =>
  sql.raw(`char(${[...letters].map((letter) => letter.codePointAt(0)).join(", ")})`);

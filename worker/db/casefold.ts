import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Case folding like the search index's, for texts that SQLite compares itself. SQLite's lower() folds ASCII only. Of the other letters
 * only those in the term matter, so only their other forms are replaced in the text: exact for any alphabet, and no work for most
 * terms. Diacritics count: å is not a in Swedish.
 */

/** Code points that lower-case to another one, by that one: `å` has `Å`, `k` has the Kelvin sign. */
let forms: Map<string, string[]> | undefined;

function otherForms(letter: string): readonly string[] {
  if (!forms) {
    forms = new Map();
    for (let code = 0x80; code < 0x1e944; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const form = String.fromCodePoint(code);
      const lower = form.toLowerCase();
      if (lower === form || [...lower].length !== 1) continue;
      forms.set(lower, [...(forms.get(lower) ?? []), form]);
    }
  }
  return forms.get(letter) ?? [];
}

export const folded = (term: string): string =>
  [...term]
    .map((letter) => ([...letter.toLowerCase()].length === 1 ? letter.toLowerCase() : letter))
    .join("");

/**
 * D1 nests expressions 100 deep at most, and each other form of a letter takes one level. Letters beyond this many are compared as they
 * are.
 */
const maxCaseVariants = 60;

const formsOf = (wanted: string) =>
  [...new Set(wanted)].flatMap((letter) => otherForms(letter).map((form) => [form, letter] as const));

/** Whether `containsFolded` is exact for a term: false only for a term of several dozen different letters outside ASCII. */
export const isExactlyFoldable = (term: string): boolean => formsOf(folded(term)).length <= maxCaseVariants;

/** Whether a text holds a term, whatever the case of either. */
export const containsFolded = (text: SQLWrapper, term: string): SQL => sql`${foldedPosition(text, term)} > 0`;

/** Whether a text begins with a term, whatever the case of either. */
export const startsWithFolded = (text: SQLWrapper, term: string): SQL =>
  sql`${foldedPosition(text, term)} = 1`;

/**
 * How a text that begins with a term may be written, but for the case of ASCII letters, which COLLATE NOCASE folds: an index in that order
 * finds the texts. Only for terms of a few letters; each letter beyond ASCII doubles their number at least.
 */
export const caseVariantsOfPrefix = (term: string): string[] =>
  [...folded(term)].reduce<string[]>(
    (written, letter) =>
      written.flatMap((start) => [letter, ...otherForms(letter)].map((form) => start + form)),
    [""],
  );

function foldedPosition(text: SQLWrapper, term: string): SQL {
  const wanted = folded(term);
  // By their numbers and not as parameters, of which a statement has a hundred at most.
  const char = (letter: string) => sql.raw(`char(${letter.codePointAt(0)})`);
  const compared = formsOf(wanted)
    .slice(0, maxCaseVariants)
    .reduce(
      (inner, [form, letter]) => sql`replace(${inner}, ${char(form)}, ${char(letter)})`,
      sql`lower(${text})`,
    );
  return sql`instr(${compared}, ${wanted})`;
}

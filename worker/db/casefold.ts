import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Case folding as the search index does it, for texts that SQLite compares itself. SQLite's lower() knows ASCII alone;
 * of the rest only the letters of the term matter, so the text has just their other forms replaced: exact for any alphabet,
 * and nothing to do for most terms.
 */

/** Every code point that lower-cases to another single one, by the one it becomes: `å` to `Å`, `k` to the Kelvin sign. */
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
 * SQLite in a Worker nests expressions 100 deep at most. Each other form of a letter is one level; a term of more has the
 * rest compared as they stand.
 */
const mostForms = 60;

const formsOf = (wanted: string) =>
  [...new Set(wanted)].flatMap((letter) => otherForms(letter).map((form) => [form, letter] as const));

/** Whether `holds` is exact for a term: it is for all but a line of several dozen different letters outside ASCII. */
export const foldsWhole = (term: string): boolean => formsOf(folded(term)).length <= mostForms;

/** Whether a text holds a term, whatever the case of either. */
export const holds = (text: SQLWrapper, term: string): SQL => sql`${placeOf(text, term)} > 0`;

/** Whether a text begins with a term, whatever the case of either. */
export const begins = (text: SQLWrapper, term: string): SQL => sql`${placeOf(text, term)} = 1`;

function placeOf(text: SQLWrapper, term: string): SQL {
  const wanted = folded(term);
  // By their numbers and not as parameters, of which a statement has a hundred at most.
  const char = (letter: string) => sql.raw(`char(${letter.codePointAt(0)})`);
  const compared = formsOf(wanted)
    .slice(0, mostForms)
    .reduce(
      (inner, [form, letter]) => sql`replace(${inner}, ${char(form)}, ${char(letter)})`,
      sql`lower(${text})`,
    );
  return sql`instr(${compared}, ${wanted})`;
}

import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { foldCase } from "#domain/core/text/foldCase.ts";
import { maxSortedNumbers, sortedLetters, sortKeyOf } from "#domain/core/text/sortKey.ts";

/*
 * The order of names in SQL. domain/core/text/sortKey.ts defines it and computes the same key. Lists that can be long have the key in a
 * column with an index; others compute it while they sort.
 */

const rawSql = (text: string) => sql.raw(text);
const digits = [..."0123456789"];
const [runStart, runEnd] = ["char(2)", "char(1)"];

/** SQLite limits an expression to a hundred levels, including the ones around it. Subqueries in FROM do not add to that depth. */
const maxNestedReplaces = 40;

/**
 * A query of the name as `n` and, as `f`, with every letter replaced by the one it sorts as. Most names are ASCII and need only one call.
 * LIMIT keeps SQLite from computing the parts again for each use.
 */
function foldedQuery(name: string): string {
  const lowerQuery = `SELECT n, lower(n) AS f FROM (SELECT ${name} AS n LIMIT 1) LIMIT 1`;
  const parts = [sortedLetters.slice(0, maxNestedReplaces), sortedLetters.slice(maxNestedReplaces)];
  return parts.reduce((query, letters) => {
    const folded = letters.reduce(
      (replacedText, [letter, sortLetter]) => `replace(${replacedText}, '${letter}', '${sortLetter}')`,
      "f",
    );
    return `SELECT n, iif(length(CAST(n AS BLOB)) = length(n), f, ${folded}) AS f FROM (${query}) LIMIT 1`;
  }, lowerQuery);
}

/** The name split before and after its numbers, as a JSON array: `["mast ","10"," a"]`. */
function partsText(foldedName: string): string {
  const quotableName = `replace(replace(${foldedName}, '\\', '/'), '"', '''')`;
  const markedName = digits.reduce(
    (replacedText, digit) => `replace(${replacedText}, '${digit}', ${runStart} || '${digit}' || ${runEnd})`,
    quotableName,
  );
  const runs = `replace(${markedName}, ${runEnd} || ${runStart}, '')`;
  return `'["' || replace(replace(${runs}, ${runStart}, '","'), ${runEnd}, '","') || '"]'`;
}

/** The key of a name from its parts. A name with control characters, which JSON does not allow, is not split. */
function keyText(name: string, parts: string): string {
  const part = (index: number) => `json_extract(${parts}, '$[${index}]')`;
  const number = (index: number) =>
    `char(48 + length(ltrim(${part(index)}, '0'))) || ltrim(${part(index)}, '0')`;
  let remainingText = "";
  for (let index = 2 * maxSortedNumbers - 1; index > 0; index -= 2)
    remainingText = ` || iif(json_array_length(${parts}) > ${index}, ${number(index)} || ${part(index + 1)}${remainingText}, '')`;
  return `iif(json_valid(${parts}), ${part(0)}${remainingText}, lower(${name}))`;
}

/**
 * The names that have their key in a column, `name_key` for `name`. Triggers write it (worker/db/triggers/sortKeys.sql), so that no
 * writer can forget it.
 */
export const keyedNames = {
  customer: ["name"],
  documentation: ["name", "creator"],
  documentation_group: ["name", "alias"],
  expected_answer: ["answer"],
  suggestion: ["text"],
  template: ["name"],
} as const satisfies Record<string, readonly string[]>;

const keyedTables = Object.entries<readonly string[]>(keyedNames);

export const hasStoredKey = (table: string, name: string): boolean =>
  keyedTables.some(([keyedTable, names]) => keyedTable === table && names.includes(name));

/** The content of worker/db/triggers/sortKeys.sql; a test compares them. */
export const sortKeyTriggers = (): string =>
  [
    "-- The keys that names sort by: domain/core/text/sortKey.ts explains them, worker/db/sortKey.ts computes these expressions.",
    ...keyedTables.flatMap(([table, names]) => {
      const assignments = names.map((name) => `${name}_key = ${keyQuery(`NEW.${name}`)}`).join(", ");
      const changeCondition = names.map((name) => `NEW.${name} IS NOT OLD.${name}`).join(" OR ");
      const update = `UPDATE ${table} SET ${assignments} WHERE rowid = NEW.rowid;`;
      return [
        `CREATE TRIGGER ${table}_keyed AFTER INSERT ON ${table} BEGIN\n  ${update}\nEND;`,
        `CREATE TRIGGER ${table}_rekeyed AFTER UPDATE OF ${names.join(", ")} ON ${table} WHEN ${changeCondition} BEGIN\n  ${update}\nEND;`,
      ];
    }),
  ].join("\n\n");

const keyQuery = (name: string): string =>
  `(SELECT ${keyText("n.n", "n.p")} FROM (SELECT n, ${partsText("f")} AS p FROM (${foldedQuery(name)}) LIMIT 1) n)`;

/** The key of any text of a query. */
export const sortKeySql = (name: SQLWrapper | string): SQL => {
  if (typeof name === "string") return rawSql(keyQuery(name));
  const [prefix, suffix] = keyQuery("\0").split("\0");
  return sql`${rawSql(prefix!)}${name}${rawSql(suffix!)}`;
};

/**
 * The keys of the texts that may equal a text ignoring case. Keys ignore the case of the letters that they sort; for other letters, the usual
 * spellings are tried.
 */
export const keysIgnoringCase = (text: string): string[] => [
  ...new Set([text, foldCase(text), text.toUpperCase(), capitalize(text)].map(sortKeyOf)),
];

const capitalize = (text: string): string =>
  [...foldCase(text)].map((letter, index) => (index === 0 ? letter.toUpperCase() : letter)).join("");

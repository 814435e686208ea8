// Comments, quoted texts and names, semicolons, words, anything else.
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|;|[\w$\u0080-\uffff]+|\s+|[\s\S]/g;

/**
 * Splits SQL into its statements, without the closing semicolons, by the rules of SQLite's shell: a trigger ends at the `END;` that
 * follows a semicolon. Comments stay with the statement after them.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let tokens: string[] = [];
  for (const { 0: text, index } of sql.matchAll(token)) {
    if (/^(?:\s|--|\/\*)/.test(text)) continue;
    tokens.push(text.toLowerCase());
    if (text !== ";" || (isTrigger(tokens) && tokens.slice(-3, -1).join(" ") !== "; end")) continue;
    if (tokens.length > 1) statements.push(sql.slice(start, index).trim());
    [start, tokens] = [index + 1, []];
  }
  if (tokens.length > 0) statements.push(sql.slice(start).trim());
  return statements;
}

const isTrigger = (tokens: readonly string[]) =>
  /^create (?:temp |temporary )?trigger /.test(tokens.slice(0, 4).join(" "));

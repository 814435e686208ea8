import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { root } from "./install.mjs";

const directory = path.join(root, "worker/db/triggers");

export interface Trigger {
  name: string;
  /** `CREATE TRIGGER … END`, as stored in sqlite_master. */
  sql: string;
}

/** Reads the triggers, in the order of files and lines. */
export async function readTriggers(): Promise<Trigger[]> {
  const files = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  const triggersByFile = await Promise.all(
    files.map(async (file) => parseTriggers(file, await readFile(path.join(directory, file), "utf8"))),
  );
  return triggersByFile.flat();
}

const triggerPattern = /^CREATE TRIGGER (\w+)[\s\S]*?^END;$/gm;

/**
 * Parses a file of triggers that begin and end at the start of a line, with comments between them.
 * @throws Error on anything else
 */
export function parseTriggers(file: string, text: string): Trigger[] {
  const leftover = text
    .replace(triggerPattern, "")
    .split("\n")
    .find((line) => line.trim() !== "" && !line.startsWith("--"));
  if (leftover !== undefined) throw new Error(`${file}: neither a trigger nor a comment: ${leftover}`);
  return [...text.matchAll(triggerPattern)].map(([sql, name = ""]) => ({ name, sql: sql.slice(0, -1) }));
}

export interface TriggerChanges {
  /** Names of triggers that are no longer in the files. */
  removed: string[];
  changed: Trigger[];
  added: Trigger[];
}

/** The changes that bring a database's triggers in line with the files. */
export function compareTriggers(database: readonly Trigger[], files: readonly Trigger[]): TriggerChanges {
  const existing = new Map(database.map(({ name, sql }) => [name, sql]));
  const fileNames = new Set(files.map(({ name }) => name));
  return {
    removed: [...existing.keys()].filter((name) => !fileNames.has(name)),
    changed: files.filter(({ name, sql }) => existing.has(name) && existing.get(name) !== sql),
    added: files.filter(({ name }) => !existing.has(name)),
  };
}

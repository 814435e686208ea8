import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { Mistake } from "./mistake.ts";

/** What is not a photo anybody wants and lies in every folder of photos. */
const ignored = /^(\.|Thumbs\.db$|desktop\.ini$)/i;

/** The files named, and those in the folders named, in a fixed order and each once. */
export async function filesOf(named: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const name of named) for (const file of await walk(path.resolve(name))) found.add(file);
  return [...found];
}

async function walk(at: string): Promise<string[]> {
  const facts = await stat(at).catch(() => null);
  if (!facts) throw new Mistake(`There is no ${at}`);
  if (!facts.isDirectory()) return [at];
  const names = (await readdir(at)).filter((name) => !ignored.test(name));
  // As people count: IMG_9 before IMG_10.
  names.sort(new Intl.Collator("en", { numeric: true }).compare);
  return (await Promise.all(names.map((name) => walk(path.join(at, name))))).flat();
}

import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "./usageError.ts";

/** Files that operating systems leave in folders of photos. */
const ignored = /^(\.|Thumbs\.db$|desktop\.ini$)/i;

/** The named files and those in the named folders, each once, in a fixed order. */
export async function listFiles(paths: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const name of paths) for (const file of await walk(path.resolve(name))) found.add(file);
  return [...found];
}

async function walk(file: string): Promise<string[]> {
  const facts = await stat(file).catch(() => null);
  if (!facts) throw new UsageError(`${file} does not exist`);
  if (!facts.isDirectory()) return [file];
  const names = (await readdir(file)).filter((name) => !ignored.test(name));
  // Natural order: IMG_9 before IMG_10.
  names.sort(new Intl.Collator("en", { numeric: true }).compare);
  return (await Promise.all(names.map((name) => walk(path.join(file, name))))).flat();
}

import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "./usageError.ts";

/** Files that operating systems leave in folders of photos. */
const ignoredFiles = /^(\.|Thumbs\.db$|desktop\.ini$)/i;

/** The named files and those in the named folders, each once, in a fixed order. */
export async function listFiles(paths: readonly string[]): Promise<string[]> {
  const files = new Set<string>();
  for (const name of paths) for (const file of await listFilesBelow(path.resolve(name))) files.add(file);
  return [...files];
}

async function listFilesBelow(file: string): Promise<string[]> {
  const stats = await stat(file).catch(() => null);
  if (!stats) throw new UsageError(`${file} does not exist`);
  if (!stats.isDirectory()) return [file];
  const names = (await readdir(file)).filter((name) => !ignoredFiles.test(name));
  // Natural order: IMG_9 before IMG_10.
  names.sort(new Intl.Collator("en", { numeric: true }).compare);
  return (await Promise.all(names.map((name) => listFilesBelow(path.join(file, name))))).flat();
}

import { readdir } from "node:fs/promises";
import path from "node:path";

const ignored = new Set(["node_modules", "dist", ".wrangler"]);

/** The TypeScript files under some folders, relative to the root, with slashes, in order. */
export async function sourcesIn(root: string, folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(folders.map((folder) => walk(root, folder)));
  return found.flat().sort();
}

async function walk(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const at = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return ignored.has(entry.name) ? [] : walk(root, at);
      return /\.(tsx?|mjs)$/.test(entry.name) ? [at] : [];
    }),
  );
  return found.flat();
}

import { readdir } from "node:fs/promises";
import path from "node:path";

const ignoredFolders = new Set(["node_modules", "dist", ".wrangler"]);

/** The files below some folders, TypeScript unless `pattern` is given: relative to the root, with slashes, sorted. */
export async function listSources(
  root: string,
  folders: readonly string[],
  pattern: RegExp = /\.(tsx?|mjs)$/,
): Promise<string[]> {
  const filesByFolder = await Promise.all(folders.map((folder) => walk(root, folder, pattern)));
  return filesByFolder.flat().sort();
}

async function walk(root: string, folder: string, pattern: RegExp): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
  const nestedFiles = await Promise.all(
    entries.map(async (entry) => {
      const filePath = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return ignoredFolders.has(entry.name) ? [] : walk(root, filePath, pattern);
      return pattern.test(entry.name) ? [filePath] : [];
    }),
  );
  return nestedFiles.flat();
}

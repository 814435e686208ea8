import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";

const variables = /@primer[\\/]primitives[\\/]dist[\\/]css[\\/].*\.css$/;
/** Sources that may use the variables; all others are dropped. */
const sourceFolders = ["src", "../node_modules/@primer/react/dist"];
const source = /\.(css|js|ts|tsx)$/;

/** Primer puts each declaration on its own line. */
const declaration = /^ *(--[\w-]+):/;
const anyName = /--[\w-]+/g;

/** Drops Primer's unused variables: it defines a thousand per theme, and the page uses a third. */
export function pruneStyles(): Plugin {
  let root = "";
  let usedNames: Promise<Set<string>> | undefined;
  return {
    name: "siteproof-lean-styles",
    apply: "build",
    enforce: "pre",
    configResolved(config) {
      root = config.root;
    },
    async transform(code, id) {
      if (!variables.test(id)) return null;
      usedNames ??= findUsedNames(root);
      const names = await usedNames;
      return code
        .split("\n")
        .filter((line) => {
          const name = declaration.exec(line)?.[1];
          return !name || names.has(name);
        })
        .join("\n");
    },
  };
}

/** The variables used in the sources, and those their values refer to. */
async function findUsedNames(root: string): Promise<Set<string>> {
  const usedNames = new Set<string>();
  for (const user of sourceFolders)
    for (const text of await readTexts(path.join(root, user)))
      for (const name of text.match(anyName) ?? []) usedNames.add(name);
  const references = new Map<string, string[]>();
  for (const text of await readTexts(path.join(root, "../node_modules/@primer/primitives/dist/css")))
    for (const line of text.split("\n")) {
      const name = declaration.exec(line)?.[1];
      if (name) references.set(name, [...(references.get(name) ?? []), ...(line.match(anyName) ?? [])]);
    }
  for (const name of usedNames) for (const part of references.get(name) ?? []) usedNames.add(part);
  return usedNames;
}

async function readTexts(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    files
      .filter((file) => file.isFile() && source.test(file.name))
      .map((file) => readFile(path.join(file.parentPath, file.name), "utf8")),
  );
}

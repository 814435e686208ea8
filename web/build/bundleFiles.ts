import type { Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

/** The file of each module. What only passes others on is in no file; following it would find all that a library has. */
export function filesOfModules(bundle: Bundle): Map<string, string> {
  const files = new Map<string, string>();
  for (const [file, one] of Object.entries(bundle))
    if (one.type === "chunk")
      for (const [module, { renderedLength }] of Object.entries(one.modules))
        if (renderedLength > 0) files.set(module, file);
  return files;
}

/** Adds to `found` a script, all that it imports, and their styles and assets. */
export function addFiles(bundle: Bundle, file: string, found: Set<string>): void {
  const chunk = bundle[file];
  if (chunk?.type !== "chunk" || found.has(file)) return;
  found.add(file);
  const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {};
  for (const asset of [...importedCss, ...importedAssets]) found.add(asset);
  for (const imported of chunk.imports) addFiles(bundle, imported, found);
}

import type { Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

/**
 * The output file of each module. Skips modules that render nothing, such as re-exports: following them would include a whole
 * library.
 */
export function filesOfModules(bundle: Bundle): Map<string, string> {
  const files = new Map<string, string>();
  for (const [file, output] of Object.entries(bundle))
    if (output.type === "chunk")
      for (const [module, { renderedLength }] of Object.entries(output.modules))
        if (renderedLength > 0) files.set(module, file);
  return files;
}

/** Adds a script to `files`, with everything it imports and their styles and assets. */
export function addFiles(bundle: Bundle, file: string, files: Set<string>): void {
  const chunk = bundle[file];
  if (chunk?.type !== "chunk" || files.has(file)) return;
  files.add(file);
  const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {};
  for (const asset of [...importedCss, ...importedAssets]) files.add(asset);
  for (const importedFile of chunk.imports) addFiles(bundle, importedFile, files);
}

import path from "node:path";
import packageJson from "../../package.json" with { type: "json" };

/** Subpath imports of package.json, such as `#domain/*`: the prefix of a specifier and the folder it names. */
const aliases = Object.entries(packageJson.imports).map(([alias, target]) => ({
  prefix: alias.replace("*", ""),
  folder: target.replace("*", "").replace("./", ""),
}));

/**
 * The file that a specifier names, relative to the repository; undefined for a package. Every import of the repository's own files
 * carries its extension.
 */
export function resolveImport(file: string, specifier: string): string | undefined {
  const [name = ""] = specifier.split("?");
  if (name.startsWith(".")) return path.posix.join(path.posix.dirname(file), name);
  const alias = aliases.find(({ prefix }) => name.startsWith(prefix));
  return alias && path.posix.join(alias.folder, name.slice(alias.prefix.length));
}

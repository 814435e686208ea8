import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import { destinationName } from "#domain/delivery/destinationNames.ts";
import { UniquePaths } from "#worker/export/safeNames.ts";

/**
 * Paths that a type of destination accepts. Paths that it would refuse are replaced; files of one folder stay together, and paths stay
 * different.
 * @param paths unique, ignoring case, with safe parts
 */
export function toDestinationPaths(type: ExportConfigurationType, paths: readonly string[]): string[] {
  const isAccepted = (path: string) =>
    path.split("/").every((part, index) => destinationName(type, part, index === 0) === part);
  if (paths.every(isAccepted)) return [...paths];
  const uniquePaths = new UniquePaths();
  const folders = new Map<string, string>([["", ""]]);
  const folderOf = (folder: string): string => {
    const existingFolder = folders.get(folder);
    if (existingFolder !== undefined) return existingFolder;
    const nameIndex = folder.lastIndexOf("/", folder.length - 2) + 1;
    const parent = folderOf(folder.slice(0, nameIndex));
    const newFolder = `${uniquePaths.reserve(parent, destinationName(type, folder.slice(nameIndex, -1), nameIndex === 0), "")}/`;
    folders.set(folder, newFolder);
    return newFolder;
  };
  const newPathsByPath = new Map<string, string>();
  // Accepted paths come first, so that they keep their names.
  for (const path of paths.toSorted((a, b) => Number(isAccepted(b)) - Number(isAccepted(a)))) {
    const end = path.lastIndexOf("/") + 1;
    const name = destinationName(type, path.slice(end), end === 0);
    const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
    const stem = name.slice(0, name.length - extension.length);
    newPathsByPath.set(path, uniquePaths.reserve(folderOf(path.slice(0, end)), stem, extension));
  }
  return paths.map((path) => newPathsByPath.get(path)!);
}

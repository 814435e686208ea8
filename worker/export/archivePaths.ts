import { byteLength, maxNameBytes, truncateWithTag, UniquePaths } from "./safeNames.ts";

/** Windows cannot unpack paths of more than 260 characters; this leaves 80 to the folder that an archive is unpacked into. */
export const maxPathUnits = 180;

/** The part of the limit that is reserved for the number that `UniquePaths` may add. */
const reservedUnits = 6;

/**
 * Limits for each part of a path, tried in this order until every path fits. With steps instead of an exact limit, paths stay the
 * same when a few files are added. Nine levels fit with the last limit.
 */
const partLimits = [100, 80, 64, 52, 44, 36, 28, 22, 16] as const;

/**
 * Shortens the paths of an archive to at most `maxPathUnits`, the longest parts first. Files of one folder stay together, paths
 * stay different, and a path that fits is kept unless one of its folders is shortened.
 * @param paths unique, ignoring case, with safe parts
 */
export function shortenPaths(paths: readonly string[]): string[] {
  const unique = new UniquePaths();
  const folders = new Map<string, string>([["", ""]]);
  const limit = paths.every((path) => path.length <= maxPathUnits)
    ? maxPathUnits
    : (partLimits.find((units) => paths.every((path) => lengthAt(path, units) <= maxPathUnits)) ??
      partLimits.at(-1)!);
  const folderOf = (folder: string): string => {
    const knownFolder = folders.get(folder);
    if (knownFolder !== undefined) return knownFolder;
    const end = folder.lastIndexOf("/", folder.length - 2) + 1;
    const parent = folderOf(folder.slice(0, end));
    const name = shortenPart(folder.slice(end, -1), limit);
    // Deeper than any tree of tasks: the remaining levels become one folder.
    const isTooDeep =
      limit === partLimits.at(-1) && parent.length + name.length + 1 + limit > maxPathUnits - reservedUnits;
    const shortFolder = isTooDeep ? parent : `${unique.reserve(parent, name, "")}/`;
    folders.set(folder, shortFolder);
    return shortFolder;
  };
  return paths.map((path) => {
    const end = path.lastIndexOf("/") + 1;
    const { stem, extension } = splitPath(path.slice(end));
    return unique.reserve(
      folderOf(path.slice(0, end)),
      shortenPart(stem, limit - extension.length),
      extension,
    );
  });
}

const lengthAt = (path: string, limit: number): number =>
  path.split("/").reduce((sum, part) => sum + Math.min(part.length, limit) + 1, reservedUnits - 1);

/** Shortens a part to `limit` UTF-16 units, which Windows counts, and to `maxNameBytes`, which other systems count. */
const shortenPart = (part: string, limit: number): string =>
  truncateWithTag(part, limit, (text) => Math.max(text.length, (byteLength(text) * limit) / maxNameBytes));

/** Splits a path before its extension: up to eight ASCII letters or digits, or nothing. */
export function splitPath(path: string): { stem: string; extension: string } {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(path)?.[0] ?? "";
  return { stem: path.slice(0, path.length - extension.length), extension };
}

import { byteLength, maxNameBytes, truncateWithTag, UniquePaths } from "./safeNames.ts";

/** Windows cannot unpack paths of more than 260 characters; this leaves 80 to the folder that an archive is unpacked into. */
export const maxPathUnits = 180;

/** The part of the limit that is reserved for the number that `UniquePaths` may add. */
const reservedUnits = 6;

/**
 * The longest a part of a path may be, tried in this order: a path that is far too long is shortened further, and nearly the same
 * files get the same paths. Nine levels of the last one fit.
 */
const partLimits = [100, 80, 64, 52, 44, 36, 28, 22, 16] as const;

/**
 * Shortens the paths of an archive to at most `maxPathUnits`, the longest parts first. Files of one folder stay together, paths
 * stay different, and a path that fits is kept unless one of its folders is shortened.
 * @param paths unique, ignoring case, with safe parts
 */
export function shortenedPaths(paths: readonly string[]): string[] {
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
    const short = shortPart(folder.slice(end, -1), limit);
    // Deeper than any tree of tasks: the remaining levels become one folder.
    const isTooDeep =
      limit === partLimits.at(-1) && parent.length + short.length + 1 + limit > maxPathUnits - reservedUnits;
    const shortFolder = isTooDeep ? parent : `${unique.take(parent, short, "")}/`;
    folders.set(folder, shortFolder);
    return shortFolder;
  };
  return paths.map((path) => {
    const end = path.lastIndexOf("/") + 1;
    const { stem, extension } = splitPath(path.slice(end));
    return unique.take(folderOf(path.slice(0, end)), shortPart(stem, limit - extension.length), extension);
  });
}

const lengthAt = (path: string, limit: number): number =>
  path.split("/").reduce((sum, part) => sum + Math.min(part.length, limit) + 1, reservedUnits - 1);

/** A part of at most this many units of UTF-16, as Windows counts, and of at most `maxNameBytes`, as other systems do. */
const shortPart = (part: string, limit: number): string =>
  truncateWithTag(part, limit, (text) => Math.max(text.length, (byteLength(text) * limit) / maxNameBytes));

/** The path before and from its extension, which is a few ASCII letters or digits or nothing. */
export function splitPath(path: string): { stem: string; extension: string } {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(path)?.[0] ?? "";
  return { stem: path.slice(0, path.length - extension.length), extension };
}

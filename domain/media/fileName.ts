import { maxNameLength } from "../core/limits.ts";
import { truncate } from "../core/text/trim.ts";

/** Windows and macOS treat names as equal that differ only in case or in the encoding of accents. */
const keyOf = (name: string): string => name.normalize("NFC").toLowerCase();

/** The name, or the first of "image (2).jpg", "image (3).jpg" … that is not in use. Never longer than a name may be. */
export function findUnusedFileName(name: string, usedNames: Iterable<string>): string {
  const usedKeys = new Set(Array.from(usedNames, keyOf));
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
  const stem = name.slice(0, name.length - extension.length);
  for (let copy = 1; ; copy++) {
    const suffix = copy === 1 ? extension : ` (${copy})${extension}`;
    const candidate = truncate(stem, maxNameLength - suffix.length) + suffix;
    if (!usedKeys.has(keyOf(candidate))) return candidate;
  }
}

import { trimChars, trimEndChars } from "#domain/core/text/trim.ts";
import { crc32 } from "./crc32.ts";

/** Names that Windows reserves for devices, with or without an extension. */
const reservedNames = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i;

/** Characters that some file system rejects, invisible characters, and those that change the reading direction ("gpj.exe"). */
const unsafeCharacters = /[\\/:*?"<>|\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;

/** Maximum UTF-8 bytes of a name, including its extension; most file systems stop at 255. */
export const maxNameBytes = 120;

/**
 * A name that every common file system accepts unchanged: no separators, control or direction characters, device names, leading
 * or trailing dots and spaces, at most `maxBytes` bytes. Letters of every script are kept. Never empty. A name that was cut ends
 * with a tag, so that two long names do not become one.
 */
export function toSafeName(name: string, fallback = "_", maxBytes = maxNameBytes): string {
  const cleanName = trimEndChars(
    trimChars(name.toWellFormed().normalize("NFC").replace(unsafeCharacters, "_").replace(/\s+/g, " "), "."),
    ".",
  );
  if (cleanName === "") return fallback;
  const safeName = reservedNames.test(cleanName) ? `_${cleanName}` : cleanName;
  return truncateWithTag(safeName, maxBytes, byteLength);
}

/**
 * Splits a file name into a safe stem and its extension. An extension that is more than a few ASCII letters or digits counts as
 * part of the stem.
 */
export function splitName(
  name: string,
  fallback = "_",
  maxBytes = maxNameBytes,
): { stem: string; extension: string } {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name.trim())?.[0] ?? "";
  return {
    stem: toSafeName(name.trim().slice(0, -extension.length || undefined), fallback, maxBytes),
    extension,
  };
}

/** Maximum bytes of a suffix, which leaves half of a name to the title. */
const maxSuffixBytes = 58;

/** The safe name "Title - Suffix". A long title is shortened; the suffix, which tells kinds of documents apart, is kept. */
export function suffixedName(title: string, suffix: string, fallback: string): string {
  const safeSuffix = toSafeName(suffix, "", maxSuffixBytes);
  if (safeSuffix === "") return toSafeName(title, fallback);
  const end = ` - ${safeSuffix}`;
  return toSafeName(title, fallback, maxNameBytes - byteLength(end)) + end;
}

/** Makes paths unique, ignoring case: the second "a.jpg" becomes "a (2).jpg". */
export class UniquePaths {
  /** Assigned paths, and for each the number to try next if it is requested again. */
  readonly #nextNumbers = new Map<string, number>();

  /** Returns a unique path. `folder` ends with "/" or is empty; `extension` includes its dot, "" for a folder. */
  reserve(folder: string, stem: string, extension: string): string {
    const requestedKey = normalizePath(folder + stem + extension);
    for (let number = this.#nextNumbers.get(requestedKey) ?? 1; ; number++) {
      const path = `${folder}${stem}${number === 1 ? "" : ` (${number})`}${extension}`;
      if (number > 1 && this.#nextNumbers.has(normalizePath(path))) continue;
      this.#nextNumbers.set(normalizePath(path), 2);
      this.#nextNumbers.set(requestedKey, number + 1);
      return path;
    }
  }
}

/** Windows and macOS treat names as equal that differ only in case or in the encoding of accents. */
function normalizePath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

const encoder = new TextEncoder();
export const byteLength = (text: string): number => encoder.encode(text).length;

/** A few characters that identify a text, in ASCII. */
const tagOf = (text: string): string => `~${crc32(encoder.encode(text)).toString(36).padStart(7, "0")}`;

/**
 * Shortens a text to `max` bytes or units, as `lengthOf` counts them. A text that is too long is cut between graphemes and ends with
 * a tag that identifies the whole text.
 */
export function truncateWithTag(text: string, max: number, lengthOf: (text: string) => number): string {
  if (lengthOf(text) <= max) return text;
  const tag = tagOf(text);
  let beginning = "";
  let length = lengthOf(tag);
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += lengthOf(segment);
    if (length > max) break;
    beginning += segment;
  }
  return trimEndChars(beginning, ".") + tag;
}

import { trimChars, trimEndChars } from "#domain/core/text/trim.ts";

/** Names that Windows reserves for devices, with or without an extension. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i;

/** Characters that some file system rejects, invisible characters, and those that change the reading direction ("gpj.exe"). */
const unsafe = /[\\/:*?"<>|\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;

/** Maximum UTF-8 bytes of a name, including its extension; most file systems stop at 255. */
const maxNameBytes = 120;

/**
 * A name that every common file system accepts unchanged: no separators, control or direction characters, device names, leading
 * or trailing dots and spaces, at most 120 bytes. Letters of every script are kept. Never empty.
 */
export function safeName(name: string, fallback = "_"): string {
  const plain = name.toWellFormed().normalize("NFC").replace(unsafe, "_").replace(/\s+/g, " ");
  const safe = trimEndChars(shorten(trimChars(plain, "."), maxNameBytes), ".");
  if (safe === "") return fallback;
  return reserved.test(safe) ? `_${safe}` : safe;
}

/**
 * Splits a file name into a safe stem and its extension. An extension that is more than a few ASCII letters or digits counts as
 * part of the stem.
 */
export function splitName(name: string, fallback = "_"): { stem: string; extension: string } {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name.trim())?.[0] ?? "";
  return { stem: safeName(name.trim().slice(0, -extension.length || undefined), fallback), extension };
}

/** Makes paths unique, ignoring case: the second "a.jpg" becomes "a (2).jpg". */
export class UniquePaths {
  /** Assigned paths, and for each the number to try next if it is requested again. */
  readonly #next = new Map<string, number>();

  /** Returns a unique path. `folder` ends with "/" or is empty; `extension` includes its dot, "" for a folder. */
  take(folder: string, stem: string, extension: string): string {
    const requestedKey = keyOf(folder + stem + extension);
    for (let copy = this.#next.get(requestedKey) ?? 1; ; copy++) {
      const path = `${folder}${stem}${copy === 1 ? "" : ` (${copy})`}${extension}`;
      if (copy > 1 && this.#next.has(keyOf(path))) continue;
      this.#next.set(keyOf(path), 2);
      this.#next.set(requestedKey, copy + 1);
      return path;
    }
  }
}

/** Windows and macOS treat names as equal that differ only in case or in the encoding of accents. */
function keyOf(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** The longest prefix of a text that fits a number of UTF-8 bytes, cut between graphemes. */
function shorten(text: string, bytes: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= bytes) return text;
  let shortened = "";
  let size = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    size += encoder.encode(segment).length;
    if (size > bytes) break;
    shortened += segment;
  }
  return shortened;
}

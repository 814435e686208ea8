import { trimChars, trimEndChars } from "#domain/core/text/trim.ts";

/** Names that Windows keeps for devices, with or without an ending. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i;

/** Characters that some file system rejects, invisible marks, and marks that turn the reading direction ("gpj.exe"). */
const unsafe = /[\\/:*?"<>|\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;

/** Bytes of UTF-8 that a name may take, its ending included; most file systems stop at 255. */
const maxNameBytes = 120;

/**
 * A name that every common file system accepts unchanged: no separators, control or direction marks, device
 * names, leading or trailing dots and spaces, at most 120 bytes. Letters of every script stay. Never empty.
 */
export function safeName(name: string, fallback = "_"): string {
  const plain = name.toWellFormed().normalize("NFC").replace(unsafe, "_").replace(/\s+/g, " ");
  const safe = trimEndChars(shorten(trimChars(plain, "."), maxNameBytes), ".");
  if (safe === "") return fallback;
  return reserved.test(safe) ? `_${safe}` : safe;
}

/** A file name as a safe stem and its ending; an ending that is more than a few plain letters is part of the stem. */
export function splitName(name: string, fallback = "_"): { stem: string; ending: string } {
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name.trim())?.[0] ?? "";
  return { stem: safeName(name.trim().slice(0, -ending.length || undefined), fallback), ending };
}

/** Gives each path once, case aside: the second "a.jpg" becomes "a (2).jpg". */
export class UniquePaths {
  /** Paths given, and for each the number to try next when it is asked for again. */
  readonly #next = new Map<string, number>();

  /** `folder` ends with "/" or is empty; `ending` with its dot, "" for a folder. */
  take(folder: string, stem: string, ending: string): string {
    const asked = keyOf(folder + stem + ending);
    for (let copy = this.#next.get(asked) ?? 1; ; copy++) {
      const path = `${folder}${stem}${copy === 1 ? "" : ` (${copy})`}${ending}`;
      if (copy > 1 && this.#next.has(keyOf(path))) continue;
      this.#next.set(keyOf(path), 2);
      this.#next.set(asked, copy + 1);
      return path;
    }
  }
}

/** Windows and macOS treat names as equal that differ in case or in the encoding of an accent. */
function keyOf(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** The start of a text that fits a number of UTF-8 bytes, cut between characters as readers see them. */
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

import { splitName } from "./safeNames.ts";

/** The end of a name tells the parts of a split document apart, so it must not be cut off. Most file systems allow 255 bytes. */
const maxStemBytes = 240;

/**
 * `attachment` with the name in the forms of RFC 6266: a plain ASCII `filename` for old clients and `filename*` (RFC 8187), which
 * every current browser prefers, with the name as it would be in a zip: no separators, and no characters that hide or reverse its
 * extension.
 */
export function createContentDisposition(fileName: string): string {
  const { stem, extension } = splitName(fileName, "file", maxStemBytes);
  const name = stem + extension;
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]|["\\%;]/gu, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/** encodeURIComponent that also encodes the characters that attr-char of RFC 8187 does not allow. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

import { splitName } from "./safeNames.ts";

/**
 * `attachment` with the name as RFC 6266 wants it: a plain ASCII `filename` for old clients and, in `filename*` (RFC 8187), which
 * every current browser prefers, the name as it would stand in a zip: no separators, no marks that hide or turn its ending.
 */
export function contentDisposition(fileName: string): string {
  const { stem, ending } = splitName(fileName, "file");
  const name = stem + ending;
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]|["\\%;]/gu, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/** encodeURIComponent, less the marks it leaves bare that RFC 8187's attr-char does not allow. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

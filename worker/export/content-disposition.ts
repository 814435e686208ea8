/**
 * `attachment` with the name as RFC 6266 wants it: a plain ASCII `filename` for old clients and the true
 * name in `filename*` (RFC 8187), which every current browser prefers.
 */
export function contentDisposition(fileName: string): string {
  const ascii = fileName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]|["\\%;]/gu, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtended(fileName)}`;
}

/** encodeURIComponent, less the marks it leaves bare that RFC 8187's attr-char does not allow. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Bytes [from, to) of a file. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * Parses the Range header of a request for a file of `length` bytes: a range, "unsatisfiable" (416), or null when the header is
 * absent, malformed, in another unit or for several ranges, which RFC 9110 §14.2 lets a server ignore.
 */
export function parseByteRange(header: string | null, length: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "");
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  if (first === "") {
    const suffix = Math.min(Number(last), length);
    return suffix === 0 ? "unsatisfiable" : { from: length - suffix, to: length };
  }
  const from = Number(first);
  if (last !== "" && Number(last) < from) return null;
  if (from >= length) return "unsatisfiable";
  return { from, to: last === "" ? length : Math.min(Number(last) + 1, length) };
}

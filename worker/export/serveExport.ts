import { parseByteRange } from "./byteRange.ts";
import { createContentDisposition } from "./contentDisposition.ts";
import type { ObjectSource } from "./objectSource.ts";
import { type ExportFile, sliceExportFile } from "./segments.ts";
import { createStream } from "./stream.ts";

/** A file of known length and entity tag. */
export interface ServableFile {
  /** Length in bytes. */
  length: number;
  /** Strong, quoted, as in the header. */
  etag: string;
  fileName: string;
  contentType: string;
  /** Displayed instead of downloaded. Only for files that the service itself created. */
  inline?: boolean;
  /** The Cache-Control header; by default the client revalidates every time. */
  cacheControl?: string;
  /** Exactly the bytes [from, to), or a stream that errors. */
  open(from: number, to: number): ReadableStream<Uint8Array>;
}

export const serveExport = (exportFile: ExportFile, request: Request, source: ObjectSource): Response =>
  serveFile(
    {
      ...exportFile,
      open: (from, to) => createStream(sliceExportFile(exportFile, from, to), to - from, source),
    },
    request,
  );

/**
 * Responds to GET and HEAD for a file: 200, 206, 304, 412 or 416 by the conditional and range rules of RFC 9110, always with the
 * exact Content-Length. Any other method is 405.
 */
export function serveFile(file: ServableFile, request: Request): Response {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
  }
  const headers = new Headers({
    etag: file.etag,
    "accept-ranges": "bytes",
    // Browsers may cache private data but must revalidate every time; the response is then an empty 304.
    "cache-control": file.cacheControl ?? "private, no-cache, no-transform",
    "content-type": file.contentType,
    "x-content-type-options": "nosniff",
  });
  if (!file.inline) headers.set("content-disposition", createContentDisposition(file.fileName));
  const ifMatch = request.headers.get("if-match");
  if (ifMatch !== null && !etagListMatches(ifMatch, file.etag, "strong")) {
    return new Response(null, { status: 412, headers });
  }
  const ifNoneMatch = request.headers.get("if-none-match");
  if (ifNoneMatch !== null && etagListMatches(ifNoneMatch, file.etag, "weak")) {
    return new Response(null, { status: 304, headers });
  }
  if (request.method === "HEAD") {
    headers.set("content-length", String(file.length));
    return new Response(null, { headers });
  }
  const range = isRangeValid(request, file)
    ? parseByteRange(request.headers.get("range"), file.length)
    : null;
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${file.length}`);
    return new Response(null, { status: 416, headers });
  }
  const { from, to } = range ?? { from: 0, to: file.length };
  if (range) headers.set("content-range", `bytes ${from}-${to - 1}/${file.length}`);
  headers.set("content-length", String(to - from));
  return new Response(file.open(from, to), { status: range ? 206 : 200, headers });
}

/** If-Range: the range applies only if the client has a part of the same file. A date never matches: none is sent. */
function isRangeValid(request: Request, file: ServableFile): boolean {
  const ifRange = request.headers.get("if-range");
  return ifRange === null || ifRange.trim() === file.etag;
}

/** Whether an If-Match or If-None-Match list contains a tag; only weak comparison ignores W/. */
function etagListMatches(header: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (header.trim() === "*") return true;
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (comparison === "weak" && tag === `W/${etag}`));
}

import { byteRange } from "./byte-range";
import { contentDisposition } from "./content-disposition";
import { type Layout, sliceLayout } from "./segments";
import type { ObjectSource } from "./source";
import { streamOf } from "./stream";

/**
 * Answers GET and HEAD for a layout: 200, 206, 304, 412 or 416 by RFC 9110's conditional and range rules,
 * always with the exact Content-Length. Another method is 405.
 */
export function serveLayout(layout: Layout, request: Request, source: ObjectSource): Response {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
  }
  const headers = new Headers({
    etag: layout.etag,
    "accept-ranges": "bytes",
    // Private data that a browser may keep, but asks about every time; the answer is then an empty 304.
    "cache-control": "private, no-cache, no-transform",
    "content-type": layout.contentType,
    "content-disposition": contentDisposition(layout.fileName),
    "x-content-type-options": "nosniff",
  });
  const ifMatch = request.headers.get("if-match");
  if (ifMatch !== null && !lists(ifMatch, layout.etag, "strong")) {
    return new Response(null, { status: 412, headers });
  }
  const ifNoneMatch = request.headers.get("if-none-match");
  if (ifNoneMatch !== null && lists(ifNoneMatch, layout.etag, "weak")) {
    return new Response(null, { status: 304, headers });
  }
  if (request.method === "HEAD") {
    headers.set("content-length", String(layout.length));
    return new Response(null, { headers });
  }
  const range = rangeStillMeant(request, layout)
    ? byteRange(request.headers.get("range"), layout.length)
    : null;
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${layout.length}`);
    return new Response(null, { status: 416, headers });
  }
  const { from, to } = range ?? { from: 0, to: layout.length };
  if (range) headers.set("content-range", `bytes ${from}-${to - 1}/${layout.length}`);
  headers.set("content-length", String(to - from));
  const body = streamOf(sliceLayout(layout, from, to), to - from, source);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** If-Range: the range counts only for the very bytes the client has a part of. A date never matches: none is sent. */
function rangeStillMeant(request: Request, layout: Layout): boolean {
  const ifRange = request.headers.get("if-range");
  return ifRange === null || ifRange.trim() === layout.etag;
}

/** Whether an If-Match or If-None-Match list names a tag; only the weak comparison overlooks W/. */
function lists(header: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (header.trim() === "*") return true;
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (comparison === "weak" && tag === `W/${etag}`));
}

import type { AppContext } from "./context.ts";

/**
 * Responds with JSON and a strong ETag of its content, or with 304 if If-None-Match has that ETag (RFC 9110). Only the client may cache
 * the response, and must revalidate it each time.
 */
export async function respondWithEtag(c: AppContext, body: unknown): Promise<Response> {
  const text = JSON.stringify(body);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const etag = `"${Buffer.from(digest).toString("base64url")}"`;
  const headers = { etag, "cache-control": "private, no-cache" };
  if (etagMatches(c.req.header("if-none-match") ?? "", etag)) return c.body(null, 304, headers);
  return c.body(text, 200, { ...headers, "content-type": "application/json" });
}

/** Weak comparison, as RFC 9110 requires for If-None-Match. */
const etagMatches = (header: string, etag: string): boolean =>
  header
    .slice(0, 4000)
    .split(",")
    .some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);

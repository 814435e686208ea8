import type { AppContext } from "./context.ts";

/**
 * Answers JSON with an entity tag made of it, or 304 to whoever names that tag (RFC 9110): what a client has already is not sent
 * again. Kept by the client alone, which asks each time.
 */
export async function respondWithEtag(c: AppContext, answer: object): Promise<Response> {
  const text = JSON.stringify(answer);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const etag = `"${Buffer.from(digest).toString("base64url")}"`;
  const headers = { etag, "cache-control": "private, no-cache" };
  if (etagMatches(c.req.header("if-none-match") ?? "", etag)) return c.body(null, 304, headers);
  return c.body(text, 200, { ...headers, "content-type": "application/json" });
}

/** The weak comparison, which If-None-Match uses. */
const etagMatches = (header: string, etag: string): boolean =>
  header
    .slice(0, 4000)
    .split(",")
    .some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);

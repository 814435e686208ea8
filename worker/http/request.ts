import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { type Database, openDatabase } from "../db/database";
import { checkEnv } from "../env";
import type { AppContext, AppEnv } from "./context";

export const bookmarkHeader = "x-siteproof-bookmark";
/** D1 fails on anything that is not a bookmark of its own; such a header is ignored. */
const bookmarkForm = /^[0-9a-f-]{1,128}$/i;

/** Headers of every answer. They keep uploaded content from running in a browser. */
const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-frame-options": "DENY",
};

/** Opens the database session of the call. */
export function attachDatabase(c: AppContext, bookmark: string | null, primary: boolean): Database {
  const opened = openDatabase(c.env.DB, bookmark, primary);
  c.set("db", opened.db);
  c.set("bookmark", opened.bookmark);
  return opened.db;
}

/**
 * Gives every call an id, a database session, security headers and one structured log line. The line has the route's pattern, never
 * the path, the query or a user, which hold tokens and personal data.
 */
export const request: MiddlewareHandler<AppEnv> = async (c, next) => {
  const started = Date.now();
  const requestId = crypto.randomUUID();
  c.set("requestId", requestId);
  checkEnv(c.env);
  const reads = c.req.method === "GET" || c.req.method === "HEAD";
  const bookmark = c.req.header(bookmarkHeader) ?? "";
  attachDatabase(c, bookmarkForm.test(bookmark) ? bookmark : null, !reads);
  await next();
  const headers = c.res.headers;
  headers.set("x-request-id", requestId);
  for (const [name, value] of Object.entries(securityHeaders))
    if (!headers.has(name)) headers.set(name, value);
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  const reached = c.get("bookmark")();
  if (reached) headers.set(bookmarkHeader, reached);
  console.log(
    JSON.stringify({
      at: new Date(started).toISOString(),
      requestId,
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      ms: Date.now() - started,
    }),
  );
};

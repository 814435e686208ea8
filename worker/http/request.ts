import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { bookmarkHeader } from "#domain/contract/bookmark.ts";
import { tryReplicate } from "#worker/db/replica/replicate.ts";
import { directoryName } from "#worker/db/shards.ts";
import { checkEnv } from "#worker/env.ts";
import type { AppEnv } from "./context.ts";
import { createBookmarkHeader, isWriteCall, selectShard } from "./databases.ts";

/** Headers of every response. They keep uploaded content from running in a browser. */
const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-frame-options": "DENY",
};

/**
 * Gives every call an id, a database session, security headers and one structured log line. The line contains the route's pattern, never
 * the path, the query or a user, because those contain tokens and personal data.
 */
export const requestMiddleware: MiddlewareHandler<AppEnv> = async (c, next) => {
  const startTimeMs = Date.now();
  const requestId = crypto.randomUUID();
  c.set("requestId", requestId);
  checkEnv(c.env);
  c.set("openedDatabases", new Map());
  selectShard(c, directoryName);
  await next();
  if (isWriteCall(c)) await tryReplicate(c.env);
  const headers = c.res.headers;
  headers.set("x-request-id", requestId);
  for (const [name, value] of Object.entries(securityHeaders))
    if (!headers.has(name)) headers.set(name, value);
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  const bookmarks = createBookmarkHeader(c);
  if (bookmarks) headers.set(bookmarkHeader, bookmarks);
  console.log(
    JSON.stringify({
      at: new Date(startTimeMs).toISOString(),
      requestId,
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      ms: Date.now() - startTimeMs,
    }),
  );
};

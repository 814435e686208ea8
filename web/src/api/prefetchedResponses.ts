/* Responses prefetched while the console loads (entry/boot.ts), for the first calls of its screens. */

interface PrefetchedResponse {
  /** The session that prefetched it, from `sessionKey`. */
  identity: string;
  response: Promise<Response>;
  /** Of an image that the page shows already. */
  objectUrl?: string;
}

declare global {
  interface Window {
    /** By URL, until the console has made its first calls. */
    earlyAnswers?: Map<string, PrefetchedResponse>;
  }
}

/** Milliseconds after which an unused prefetched response is discarded. */
const maxAgeMs = 30_000;

/** Starts a prefetch; called by boot.ts. */
export function prefetchResponse(url: string, identity: string, headers: HeadersInit): Promise<Response> {
  const response = fetch(url, { headers, credentials: "omit" });
  window.earlyAnswers ??= new Map();
  setTimeout(() => delete window.earlyAnswers, maxAgeMs);
  window.earlyAnswers.set(url, { identity, response });
  return response;
}

/** Keeps the object URL of a prefetched image, so that the console shows the same one. */
export function keepObjectUrl(url: string, objectUrl: string): void {
  const entry = window.earlyAnswers?.get(url);
  if (entry) entry.objectUrl = objectUrl;
}

/** Takes the object URL of a prefetched image, once. Null if the page does not show it. */
export function takeObjectUrl(url: string, identity: string): string | null {
  const entry = window.earlyAnswers?.get(url);
  if (!entry?.objectUrl || entry.identity !== identity) return null;
  window.earlyAnswers?.delete(url);
  return entry.objectUrl;
}

/** Whether a prefetched response has not been used yet. */
export const isUnused = (url: string): boolean => window.earlyAnswers?.has(url) ?? false;

/**
 * Takes the prefetched response to the same call, once. Null if there is none, another session made it, it failed, or it has
 * not come after the same time; the caller then fetches.
 */
export async function takePrefetchedResponse(url: string, identity: string): Promise<Response | null> {
  const entry = window.earlyAnswers?.get(url);
  if (entry?.identity !== identity) return null;
  window.earlyAnswers?.delete(url);
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, maxAgeMs, null));
  const response = await Promise.race([entry.response, timeout]).catch(() => null);
  return response?.ok ? response : null;
}

/** Discards the prefetched responses that a write may have made stale: all but images, whose URLs name their revision. */
export function clearPrefetchedResponses(): void {
  window.earlyAnswers?.forEach((_, url, all) => {
    if (!url.includes("/thumbnail/")) all.delete(url);
  });
}

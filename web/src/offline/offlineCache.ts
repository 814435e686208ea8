import { ApiError } from "#api/apiError.ts";
import { setResponseCache } from "#api/client.ts";
import { sessionKey } from "#api/session.ts";
import {
  type CachedResponse,
  cacheResponse,
  deleteCachedResponse,
  readCachedResponse,
} from "./answerStore.ts";
import { type CacheableCall, findCacheableCall } from "./cacheableCalls.ts";

/** Milliseconds to wait for the network before the cached response is used. */
const networkTimeoutMs = 6000;

/**
 * Fetches from the service, and falls back to this user's cached response when offline or slow. Covers the calls in
 * cacheableCalls.ts only. Importing the module installs this function.
 */
async function fetchOrReadCache(
  input: Parameters<typeof findCacheableCall>[0],
  fetchResponse: () => Promise<Response>,
): Promise<Response> {
  const call = findCacheableCall(input);
  const owner = sessionKey();
  if (!call || !owner) return fetchResponse();
  const cachedResponse = await read(owner, call);
  const response = fetchAndCache(owner, call, fetchResponse);
  if (!cachedResponse) return response;
  if (!navigator.onLine) {
    // Some systems report no network although there is one, behind a VPN for example: the response is stored for the next call.
    response.catch(() => {});
    return toResponse(cachedResponse, call);
  }
  return withTimeout(response, () => toResponse(cachedResponse, call));
}

setResponseCache(fetchOrReadCache);

async function fetchAndCache(
  owner: string,
  call: CacheableCall,
  fetchResponse: () => Promise<Response>,
): Promise<Response> {
  try {
    const response = await fetchResponse();
    if (call.isComplete) await store(owner, call, response.clone());
    return response;
  } catch (error) {
    // The user can no longer see the data.
    if (error instanceof ApiError && (error.status === 403 || error.status === 404))
      await deleteCachedResponse(owner, call.name).catch(() => {});
    throw error;
  }
}

/** Stores a response. If storage is full or forbidden, the caller still gets the response. */
async function store(owner: string, { name: key }: CacheableCall, response: Response): Promise<void> {
  const type = response.headers.get("content-type") ?? "";
  // Skips the page of a captive portal.
  if (!/^(application\/json|image\/)/.test(type)) return;
  const bytes = await response.arrayBuffer();
  await cacheResponse(
    { whose: owner, call: key, type, bytes, storedAt: Date.now() },
    () => sessionKey() === owner,
  ).catch(() => {});
}

async function read(
  owner: string,
  { name: key, fallbackKey }: CacheableCall,
): Promise<CachedResponse | undefined> {
  try {
    return (
      (await readCachedResponse(owner, key)) ??
      (fallbackKey ? await readCachedResponse(owner, fallbackKey) : undefined)
    );
  } catch {
    return undefined;
  }
}

async function withTimeout(response: Promise<Response>, fallback: () => Response): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Response>((resolve) => {
    timer = setTimeout(() => resolve(fallback()), networkTimeoutMs);
  });
  try {
    return await Promise.race([response, timeout]);
  } catch (error) {
    if (error instanceof ApiError && error.isTransient) return fallback();
    throw error;
  } finally {
    clearTimeout(timer);
    // A late response is stored for next time; its failure is ignored.
    response.catch(() => {});
  }
}

function toResponse({ bytes, type }: CachedResponse, { partOf: extractPart }: CacheableCall): Response {
  const headers = { "content-type": type };
  if (!extractPart) return new Response(bytes, { headers });
  return new Response(JSON.stringify(extractPart(JSON.parse(new TextDecoder().decode(bytes)))), { headers });
}

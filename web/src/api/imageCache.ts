import { apiBase, send } from "./client.ts";
import { takeObjectUrl } from "./prefetchedResponses.ts";
import { sessionKey } from "./session.ts";

/**
 * An img element cannot send the session's header, so images are fetched and shown from object URLs. An object URL holds its
 * bytes until it is revoked: the cache keeps a limited number of idle ones and evicts the least recently used.
 */
interface Entry {
  users: number;
  url: string | null;
  loading: Promise<string> | null;
  abort: AbortController;
}

const maxIdleImages = 200;
const maxConcurrentLoads = 6;

const entries = new Map<string, Entry>();
const loadQueue: { path: string; start: () => void }[] = [];
let activeLoadCount = 0;

/** Loads an image and keeps it cached until `releaseImage` is called, once for each call. */
export function acquireImage(path: string, urgent = false): Promise<string> {
  const entry = findEntry(path) ?? newEntry(null);
  entries.delete(path);
  entries.set(path, entry);
  entry.users += 1;
  if (entry.url) return Promise.resolve(entry.url);
  if (entry.loading && urgent) moveToFront(path);
  if (entry.loading && !entry.abort.signal.aborted) return entry.loading;
  entry.abort = new AbortController();
  // Released and in sight again: the load that was cancelled may still succeed.
  const loading: Promise<string> = entry.loading
    ? entry.loading.catch(() => load(path, entry, urgent))
    : load(path, entry, urgent);
  entry.loading = loading;
  const settle = () => {
    if (entry.loading === loading) entry.loading = null;
  };
  loading.then(settle, settle);
  return loading;
}

export function cachedImageUrl(path: string): string | null {
  return findEntry(path)?.url ?? null;
}

const newEntry = (url: string | null): Entry => ({
  users: 0,
  url,
  loading: null,
  abort: new AbortController(),
});

/** Adopts an image that the page has shown since before the console ran. */
function findEntry(path: string): Entry | undefined {
  const url = entries.has(path) ? null : takeObjectUrl(`${apiBase}${path}`, sessionKey());
  if (url) entries.set(path, newEntry(url));
  return entries.get(path);
}

export function releaseImage(path: string): void {
  const entry = entries.get(path);
  if (!entry) return;
  entry.users -= 1;
  if (entry.users > 0) return;
  // Released before it loaded, e.g. scrolled past: makes room for visible images.
  if (!entry.url) {
    entry.abort.abort();
    return;
  }
  entries.delete(path);
  entries.set(path, entry);
  evict();
}

/** Drops all unused images, so that none outlives the session it was fetched in. */
export function clearImages(): void {
  for (const [path, entry] of entries) {
    if (entry.users > 0) continue;
    if (entry.url) URL.revokeObjectURL(entry.url);
    entries.delete(path);
  }
}

function evict(): void {
  const idle = [...entries].filter(([, entry]) => entry.users === 0);
  for (const [path, entry] of idle.slice(0, Math.max(0, idle.length - maxIdleImages))) {
    if (entry.url) URL.revokeObjectURL(entry.url);
    entries.delete(path);
  }
}

async function load(path: string, entry: Entry, urgent: boolean): Promise<string> {
  const { signal } = entry.abort;
  try {
    await waitForSlot(path, urgent);
    try {
      signal.throwIfAborted();
      const response = await send(path, { signal });
      entry.url = URL.createObjectURL(await response.blob());
      if (entry.users === 0) evict();
      return entry.url;
    } finally {
      activeLoadCount -= 1;
      loadQueue.shift()?.start();
    }
  } catch (error) {
    if (entry.users === 0) entries.delete(path);
    throw error;
  }
}

function waitForSlot(path: string, urgent: boolean): Promise<void> {
  return new Promise((resolve) => {
    const start = () => {
      activeLoadCount += 1;
      resolve();
    };
    if (activeLoadCount < maxConcurrentLoads) start();
    else if (urgent) loadQueue.unshift({ path, start });
    else loadQueue.push({ path, start });
  });
}

function moveToFront(path: string): void {
  const index = loadQueue.findIndex((load) => load.path === path);
  if (index > 0) loadQueue.unshift(...loadQueue.splice(index, 1));
}

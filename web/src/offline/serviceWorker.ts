import { cacheRouteFor, listOutdatedCaches, shellCacheName, type VersionActivatedMessage } from "./shell.ts";

/*
 * The service worker caches the files of the console's shell, so that it opens offline. It knows nothing of sessions and handles
 * no API calls; the page caches its own responses (cacheableCalls.ts).
 *
 * Each version of the console has its own cache. A new version takes over immediately and serves the next page that is opened;
 * open pages keep their version, whose cache stays until the last of them closes.
 */

/** Types of a service worker that TypeScript's DOM library lacks. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Scope {
  location: Location;
  clients: {
    claim(): Promise<void>;
    matchAll(): Promise<{ postMessage(message: VersionActivatedMessage): void }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}

declare const self: Scope;

/** Inserted by the build. */
// biome-ignore lint/style/useNamingConvention: the build replaces it
declare const __SHELL_VERSION__: string;
// biome-ignore lint/style/useNamingConvention: the build replaces it
declare const __SHELL_FILES__: string[];

const version = __SHELL_VERSION__;
const cacheName = shellCacheName(version);
const maxConcurrentFetches = 4;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const kind = cacheRouteFor(request, self.location.origin);
  if (kind === "file") event.respondWith(matchOrFetch(request));
  if (kind !== "shell") return;
  event.respondWith(serveShell(request));
  event.waitUntil(deleteOldCaches());
});

/** Installs the shell. If interrupted, the next installation continues where this one stopped. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  const pendingPaths = [...__SHELL_FILES__];
  const fetchPending = async () => {
    for (let path = pendingPaths.shift(); path; path = pendingPaths.shift())
      if (!(await cache.match(path))) await cache.put(path, await fetchFile(path));
  };
  await Promise.all(Array.from({ length: maxConcurrentFetches }, fetchPending));
  await self.skipWaiting();
}

/** Fetches a file of this version. Files with a content hash are the same in all versions. */
async function fetchFile(path: string): Promise<Response> {
  const isHashed = path.startsWith("/assets/");
  const cachedResponse = isHashed ? await caches.match(path) : undefined;
  if (cachedResponse) return cachedResponse;
  const response = await fetch(path, { cache: isHashed ? "default" : "reload" });
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  // For missing files the host returns the console's page, which must not be cached as the file; nor may the page of another
  // version.
  const isValid = path === "/" ? isPage && (await response.clone().text()).includes(version) : !isPage;
  if (!response.ok || response.redirected || !isValid) throw new Error(`${path} is not of this version`);
  return response;
}

async function takeOver(): Promise<void> {
  await deleteOldCaches();
  await self.clients.claim();
  for (const page of await self.clients.matchAll())
    page.postMessage({ kind: "siteproof-version-taken", version });
}

async function serveShell(request: Request): Promise<Response> {
  return (await (await caches.open(cacheName)).match("/")) ?? fetch(request);
}

/** Returns a file from this version's cache, else from the cache of the requesting page, else from the network. */
async function matchOrFetch(request: Request): Promise<Response> {
  const fromCurrentCache = await (await caches.open(cacheName)).match(request, { ignoreVary: true });
  const isHashed = new URL(request.url).pathname.startsWith("/assets/");
  return (
    fromCurrentCache ??
    (isHashed ? await caches.match(request, { ignoreVary: true }) : undefined) ??
    fetch(request)
  );
}

async function deleteOldCaches(): Promise<void> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const locks = held.flatMap(({ name }) => name ?? []);
  for (const name of listOutdatedCaches(await caches.keys(), version, locks)) await caches.delete(name);
}

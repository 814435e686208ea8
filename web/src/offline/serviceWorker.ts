import { cacheRouteFor, outdatedCaches, shellCacheName, type VersionActivatedMessage } from "./shell.ts";

/*
 * The service worker keeps the files of the console's shell, so that it opens without a network. It knows nothing of sessions and
 * answers no call to the service; the page keeps the answers to its own calls (keptCalls.ts).
 *
 * Each version of the console has a cache of its own. A new version takes over at once and serves the next page that is opened;
 * open pages keep theirs, and its cache stays as long as one of them lives.
 */

/** Types of a service worker that TypeScript's DOM library lacks. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends ExtendableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  location: Location;
  clients: {
    claim(): Promise<void>;
    matchAll(): Promise<{ postMessage(message: VersionActivatedMessage): void }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
}

/** Inserted by the build. */
declare const __SHELL_VERSION__: string;
declare const __SHELL_FILES__: string[];

const scope = self as unknown as Scope;
const version = __SHELL_VERSION__;
const cacheName = shellCacheName(version);
const atATime = 4;

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(takeOver()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const kind = cacheRouteFor(request, scope.location.origin);
  if (kind === "file") event.respondWith(cachedOrFetch(request));
  if (kind !== "shell") return;
  event.respondWith(shell(request));
  event.waitUntil(deleteOldCaches());
});

/** A repeated installation resumes where the last one was cut off. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  const waiting = [...__SHELL_FILES__];
  const work = async () => {
    for (let path = waiting.shift(); path; path = waiting.shift())
      if (!(await cache.match(path))) await cache.put(path, await fileAt(path));
  };
  await Promise.all(Array.from({ length: atATime }, work));
  await scope.skipWaiting();
}

/** A file of this version: one named by its content is the same in all versions. */
async function fileAt(path: string): Promise<Response> {
  const named = path.startsWith("/assets/");
  const held = named ? await caches.match(path) : undefined;
  if (held) return held;
  const answer = await fetch(path, { cache: named ? "default" : "reload" });
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
  // Missing files are answered with the console's page, which must not be kept in place of a file; nor may a page of another
  // version.
  const right = path === "/" ? isPage && (await answer.clone().text()).includes(version) : !isPage;
  if (!answer.ok || answer.redirected || !right) throw new Error(`${path} is not of this version`);
  return answer;
}

async function takeOver(): Promise<void> {
  await deleteOldCaches();
  await scope.clients.claim();
  for (const page of await scope.clients.matchAll())
    page.postMessage({ kind: "siteproof-version-taken", version });
}

async function shell(request: Request): Promise<Response> {
  return (await (await caches.open(cacheName)).match("/")) ?? fetch(request);
}

/** From this version's cache, or from that of the requesting page. */
async function cachedOrFetch(request: Request): Promise<Response> {
  const own = await (await caches.open(cacheName)).match(request, { ignoreVary: true });
  const named = new URL(request.url).pathname.startsWith("/assets/");
  return own ?? (named ? await caches.match(request, { ignoreVary: true }) : undefined) ?? fetch(request);
}

async function deleteOldCaches(): Promise<void> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const locks = held.flatMap(({ name }) => name ?? []);
  for (const name of outdatedCaches(await caches.keys(), version, locks)) await caches.delete(name);
}

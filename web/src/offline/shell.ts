import type { Area } from "../i18n/texts";

/**
 * The screens that open without a network; the build looks their files up, and those of all they bring in later, and the service
 * worker keeps them. The frame comes by itself. A test holds the list against the routes.
 */
export const shellModules = ["src/screens/capture/Create.tsx", "src/screens/session/Logout.tsx"] as const;

/** The texts of those screens, in both languages. */
export const shellAreas: readonly Area[] = ["common", "session", "capture", "documentation", "review"];

/** Files beside the built ones: what index.html and the manifest name. */
export const shellFiles = [
  "/",
  "/theme.js",
  "/favicon.svg",
  "/site.webmanifest",
  "/icon-192.png",
  "/apple-touch-icon.png",
] as const;

/** Where the page says which version it is of; the build writes it there. */
export const versionTag = "siteproof-version";

const cachePrefix = "siteproof-shell-";
export const cacheOf = (version: string): string => `${cachePrefix}${version}`;

const lockPrefix = "siteproof-version-";
/** Every page holds the lock of its version for as long as it lives, a crashed one no longer. */
export const lockOf = (version: string): string => `${lockPrefix}${version}`;

/** What the service worker tells the pages when it has taken over. */
export interface VersionTaken {
  kind: "siteproof-version-taken";
  version: string;
}

/** Pages that are read with a link and not in the console: they are the network's alone. */
const publicPages = ["/uploadFiles", "/uploadLater"];

/**
 * What a request of a page is answered with: the shell for the console's own pages, a kept file for what the shell is made
 * of. Null leaves it to the network, as all calls to the service are.
 */
export function answeredWith(
  request: { method: string; mode: string; url: string },
  origin: string,
): "shell" | "file" | null {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== origin) return null;
  const { pathname } = url;
  if (pathname.startsWith("/assets/")) return "file";
  if (pathname !== "/" && (shellFiles as readonly string[]).includes(pathname)) return "file";
  if (request.mode !== "navigate" || /^\/(api|cdn-cgi)(\/|$)/.test(pathname)) return null;
  const isFile = /\.[^/]+$/.test(pathname);
  return isFile || publicPages.includes(pathname) ? null : "shell";
}

/**
 * The caches that nobody needs any more; `names` are in the order they were made. The last one before the present stays: a page
 * of it may just be opening, and holds no lock yet.
 */
export function outdatedCaches(
  names: readonly string[],
  version: string,
  locks: readonly string[],
): string[] {
  const shells = names.filter((name) => name.startsWith(cachePrefix));
  const held = new Set(locks.map((lock) => lock.replace(lockPrefix, cachePrefix)));
  const others = shells.filter((name) => name !== cacheOf(version));
  return others.slice(0, -1).filter((name) => !held.has(name));
}

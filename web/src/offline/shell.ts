import { isOneOf } from "#domain/core/objects.ts";
import type { Area } from "#i18n/texts.ts";
import { publicPages } from "#lib/publicPages.ts";

/**
 * Screens that open offline. The build finds their files and everything they import, including lazily, and the service worker
 * caches them. The navigation bar is included automatically. A test compares the list with the routes.
 */
export const shellModules = ["src/screens/capture/Create.tsx", "src/screens/session/Logout.tsx"] as const;

/** The texts of those screens, in both languages. */
export const shellAreas: readonly Area[] = ["common", "session", "capture", "documentation", "review"];

/** Static files that index.html and the manifest reference. */
export const shellFiles = [
  "/",
  "/favicon.svg",
  "/site.webmanifest",
  "/icon-192.png",
  "/apple-touch-icon.png",
] as const;

/** The meta tag with the page's version, written by the build. */
export const versionTag = "siteproof-version";

const cachePrefix = "siteproof-shell-";
export const shellCacheName = (version: string): string => `${cachePrefix}${version}`;

const lockPrefix = "siteproof-version-";
/** Every page holds its version's lock while it is open; a crash releases it. */
export const versionLockName = (version: string): string => `${lockPrefix}${version}`;

/** The service worker's message to pages after it has taken over. */
export interface VersionActivatedMessage {
  kind: "siteproof-version-taken";
  version: string;
}

/**
 * How a page's request is served: the shell for the console's own pages, a cached file for parts of the shell. Null leaves it to
 * the network, as for all API calls.
 */
export function cacheRouteFor(
  request: { method: string; mode: string; url: string },
  origin: string,
): "shell" | "file" | null {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== origin) return null;
  const { pathname } = url;
  if (pathname.startsWith("/assets/")) return "file";
  if (pathname !== "/" && isOneOf(shellFiles, pathname)) return "file";
  if (request.mode !== "navigate" || /^\/(api|cdn-cgi)(\/|$)/.test(pathname)) return null;
  const isFile = pathname.lastIndexOf(".") > pathname.lastIndexOf("/");
  const isPublic = publicPages.some((name) => pathname === `/${name}`);
  return isFile || isPublic ? null : "shell";
}

/**
 * Caches that are no longer needed; `names` are in order of creation. The previous version's cache stays: one of its pages may be
 * opening and hold no lock yet.
 */
export function listOutdatedCaches(
  names: readonly string[],
  version: string,
  locks: readonly string[],
): string[] {
  const shells = names.filter((name) => name.startsWith(cachePrefix));
  const lockedCaches = new Set(locks.map((lock) => lock.replace(lockPrefix, cachePrefix)));
  const oldShells = shells.filter((name) => name !== shellCacheName(version));
  return oldShells.slice(0, -1).filter((name) => !lockedCaches.has(name));
}

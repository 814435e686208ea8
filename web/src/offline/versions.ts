import { useSyncExternalStore } from "react";
import { withLock } from "#lib/locks.ts";
import { type VersionActivatedMessage, versionLockName, versionTag } from "./shell.ts";

/*
 * The page's side of the service worker. The capture page registers it; all pages check for a newer version when they become
 * visible, and learn when one has taken over.
 */

/** Milliseconds between two checks, as an installed page may stay open for days. */
const updateCheckIntervalMs = 3600_000;

/** The version of this page; null in development, which has no service worker. */
const readPageVersion = (): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${versionTag}"]`)?.content ?? null;

const listeners = new Set<() => void>();
let hasNewerVersion = false;
let registrationPromise: Promise<ServiceWorkerRegistration> | null = null;

/** Called once by every page. The lock keeps the page's files cached while it is open. */
export function startVersionChecks(): void {
  const version = readPageVersion();
  const workers = navigator.serviceWorker;
  if (!version || !workers) return;
  void withLock(versionLockName(version), { mode: "shared" }, () => new Promise(() => {}));
  workers.addEventListener("message", ({ data }: MessageEvent<VersionActivatedMessage | null>) => {
    if (data?.kind !== "siteproof-version-taken" || data.version === version) return;
    hasNewerVersion = true;
    for (const listener of listeners) listener();
  });
  workers.startMessages();
  let lastCheckAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - lastCheckAt < updateCheckIntervalMs) return;
    lastCheckAt = Date.now();
    workers
      .getRegistration()
      .then((registration) => registration?.update())
      .catch(() => {});
  });
}

/**
 * Registers the service worker, which caches the console for offline use.
 * @returns `coming` while its files are fetched, `never` if the browser does not support it
 */
export async function registerServiceWorker(): Promise<"kept" | "coming" | "never"> {
  const workers = navigator.serviceWorker;
  if (!readPageVersion() || !workers) return "never";
  registrationPromise ??= workers.register("/sw.js");
  try {
    const { active, installing, waiting } = await registrationPromise;
    // The registration failed to fetch its files; the next call registers again.
    if (!active && !installing && !waiting) registrationPromise = null;
    return active ? "kept" : "coming";
  } catch {
    registrationPromise = null;
    // Registering fails offline, although a worker may be active.
    const registration = await workers.getRegistration().catch(() => undefined);
    return registration?.active ? "kept" : "never";
  }
}

/** True once a newer version has taken over: the next page load gets it. */
export const useNewerVersion = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hasNewerVersion,
  );

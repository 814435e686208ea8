import { useSyncExternalStore } from "react";
import { type VersionActivatedMessage, versionLockName, versionTag } from "./shell.ts";

/*
 * The page's side of the service worker: the capture page registers it, pages ask it for a newer version when they become
 * visible, and it reports a takeover.
 */

/** Milliseconds between two checks: an installed page may stay open for days. */
const updateCheckIntervalMs = 3600_000;

/** The version of this page; null in development, which has no service worker. */
const ownVersion = (): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${versionTag}"]`)?.content ?? null;

const listeners = new Set<() => void>();
let newer = false;
let registering: Promise<ServiceWorkerRegistration> | null = null;

/** Called once, by every page: a page opened offline must have its files kept as long as it lives. */
export function startVersionChecks(): void {
  const version = ownVersion();
  const workers = navigator.serviceWorker;
  if (!version || !workers) return;
  void navigator.locks?.request(versionLockName(version), { mode: "shared" }, () => new Promise(() => {}));
  workers.addEventListener("message", ({ data }: MessageEvent<VersionActivatedMessage | null>) => {
    if (data?.kind !== "siteproof-version-taken" || data.version === version) return;
    newer = true;
    for (const listener of listeners) listener();
  });
  workers.startMessages();
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - asked < updateCheckIntervalMs) return;
    asked = Date.now();
    workers
      .getRegistration()
      .then((there) => there?.update())
      .catch(() => {});
  });
}

/**
 * Has the service worker keep the page, so that it opens offline.
 * @returns `coming` while its files are fetched, `never` in a browser that cannot
 */
export async function registerServiceWorker(): Promise<"kept" | "coming" | "never"> {
  const workers = navigator.serviceWorker;
  if (!ownVersion() || !workers) return "never";
  registering ??= workers.register("/sw.js");
  try {
    const { active, installing, waiting } = await registering;
    // A registration that failed to fetch its files is gone; the next call begins anew.
    if (!active && !installing && !waiting) registering = null;
    return active ? "kept" : "coming";
  } catch {
    registering = null;
    // Offline it cannot be asked for, yet it is active all the same.
    const there = await workers.getRegistration().catch(() => undefined);
    return there?.active ? "kept" : "never";
  }
}

/** Whether a newer version has taken over: the next page opened will be of it. */
export const useNewerVersion = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => newer,
  );

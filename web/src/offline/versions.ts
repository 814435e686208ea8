import { useSyncExternalStore } from "react";
import { lockOf, type VersionTaken, versionTag } from "./shell";

/*
 * The page's side of the service worker: it is registered by the capture page, asked for a newer version when the page is looked at
 * again, and says when it has taken one over.
 */

/** An installed page may stay open for days. Milliseconds. */
const askEvery = 3600_000;

/** The version of this page; null in development, where there is none and no service worker either. */
const ownVersion = (): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${versionTag}"]`)?.content ?? null;

const listeners = new Set<() => void>();
let newer = false;
let registering: Promise<ServiceWorkerRegistration> | null = null;

/** Called once, by every page: one that has been opened without a network wants its files kept for as long as it lives. */
export function startVersions(): void {
  const version = ownVersion();
  const workers = navigator.serviceWorker;
  if (!version || !workers) return;
  void navigator.locks?.request(lockOf(version), { mode: "shared" }, () => new Promise(() => {}));
  workers.addEventListener("message", ({ data }: MessageEvent<VersionTaken | null>) => {
    if (data?.kind !== "siteproof-version-taken" || data.version === version) return;
    newer = true;
    for (const listener of listeners) listener();
  });
  workers.startMessages();
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - asked < askEvery) return;
    asked = Date.now();
    workers
      .getRegistration()
      .then((there) => there?.update())
      .catch(() => {});
  });
}

/**
 * Has the page kept, so that it opens without a network.
 * @returns whether it is: `coming` while its files are fetched, `never` in a browser that cannot
 */
export async function keepShell(): Promise<"kept" | "coming" | "never"> {
  const workers = navigator.serviceWorker;
  if (!ownVersion() || !workers) return "never";
  registering ??= workers.register("/sw.js");
  try {
    const { active, installing, waiting } = await registering;
    // One whose files could not all be fetched is gone, and is begun anew the next time.
    if (!active && !installing && !waiting) registering = null;
    return active ? "kept" : "coming";
  } catch {
    registering = null;
    // Without a network it cannot be asked for, and is at work all the same.
    const there = await workers.getRegistration().catch(() => undefined);
    return there?.active ? "kept" : "never";
  }
}

/** A newer version than this page's has been taken over: the next page that is opened is of it. */
export const useNewerVersion = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => newer,
  );

import { useSyncExternalStore } from "react";
import { hasAuthority } from "../../../domain/access/authorities";
import { currentSession, grantsOfSession, subscribeToSession } from "../api/session";
import { lockOf, type VersionTaken, versionTag } from "./shell";

/*
 * The page's side of the service worker: it is registered for whoever may capture, is asked for a newer version when the page is
 * looked at again, and says when it has taken one over.
 */

/** An installed page may stay open for days. Milliseconds. */
const askEvery = 3600_000;

/** The version of this page; null in development, where there is none and no service worker either. */
const ownVersion = (): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${versionTag}"]`)?.content ?? null;

const listeners = new Set<() => void>();
let newer = false;
let registered = false;

export function startVersions(): void {
  const version = ownVersion();
  const workers = navigator.serviceWorker;
  if (!version || !workers) return;
  // Held until the page is gone: as long, its files are not thrown away.
  void navigator.locks?.request(lockOf(version), { mode: "shared" }, () => new Promise(() => {}));
  workers.addEventListener("message", ({ data }: MessageEvent<VersionTaken | null>) => {
    if (data?.kind !== "siteproof-version-taken" || data.version === version) return;
    newer = true;
    for (const listener of listeners) listener();
  });
  workers.startMessages();
  const register = () => {
    const grants = grantsOfSession(currentSession());
    if (registered || !grants || !hasAuthority(grants, "ROLE_CREATE_DOCUMENTATION")) return;
    registered = true;
    // What is asked for first is what is looked at.
    (window.requestIdleCallback ?? setTimeout)(() => void keepAsking(workers));
  };
  register();
  subscribeToSession(register);
}

async function keepAsking(workers: ServiceWorkerContainer): Promise<void> {
  try {
    const registration = await workers.register("/sw.js");
    let asked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible" || Date.now() - asked < askEvery) return;
      asked = Date.now();
      registration.update().catch(() => {});
    });
  } catch {
    // Without one the console works with a network only, and says so (OfflineState).
    registered = false;
  }
}

/** Whether the page can be opened without a network: a service worker has all its files and is at work. */
export async function shellIsKept(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return Boolean(registration?.active);
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

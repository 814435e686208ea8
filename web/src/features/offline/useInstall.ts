import { useSyncExternalStore } from "react";

/** Chromium's event where the page can be installed; other browsers have it in their own menus. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

const listeners = new Set<() => void>();
let offer: Offer | null = null;

function put(next: Offer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Called once, early: the event fires before the screen that shows the offer. */
export function startInstallOffers(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    put(event as Offer);
  });
  window.addEventListener("appinstalled", () => put(null));
}

async function install(): Promise<void> {
  const made = offer;
  // An offer works once.
  put(null);
  await made?.prompt();
}

/** Installs the console as an app; null where it is installed already or the browser does not offer it. */
export const useInstall = (): (() => void) | null => {
  const offered = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offer,
  );
  return offered && (() => void install());
};

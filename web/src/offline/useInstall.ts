import { useSyncExternalStore } from "react";

/** What Chromium offers where the page can be installed; other browsers have it in their own menus. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

const listeners = new Set<() => void>();
let offer: Offer | null = null;

function put(next: Offer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Called once, early: the browser makes its offer before the screen that shows it. */
export function startInstallOffers(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    put(event as Offer);
  });
  window.addEventListener("appinstalled", () => put(null));
}

async function install(): Promise<void> {
  const made = offer;
  // It can be used once.
  put(null);
  await made?.prompt();
}

/** How to install the console as an app; null where it is one already, or the browser does not offer it. */
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

import { useSyncExternalStore } from "react";

/** Chromium's event when the page can be installed; other browsers offer the installation in their menus. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent;
  }
}

const listeners = new Set<() => void>();
let currentOffer: InstallPromptEvent | null = null;

function setOffer(next: InstallPromptEvent | null): void {
  currentOffer = next;
  for (const listener of listeners) listener();
}

/** Call once at startup: the event fires before the screen that shows the offer is rendered. */
export function startInstallOffers(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    setOffer(event);
  });
  window.addEventListener("appinstalled", () => setOffer(null));
}

async function install(): Promise<void> {
  const offer = currentOffer;
  // An offer can be used only once.
  setOffer(null);
  await offer?.prompt();
}

/** Returns the function that installs the console as an app; null if it is already installed or the browser does not offer it. */
export const useInstall = (): (() => void) | null => {
  const offer = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => currentOffer,
  );
  return offer && (() => void install());
};

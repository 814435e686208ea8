import { useSyncExternalStore } from "react";
import { remember, remembered } from "../kit/remembered";

export const colorModes = ["auto", "light", "dark"] as const;
type ColorMode = (typeof colorModes)[number];

/** public/theme.js reads it as well, before the first paint. */
const storageKey = "colorMode";
const listeners = new Set<() => void>();

export function colorMode(): ColorMode {
  const stored = remembered(storageKey);
  return colorModes.find((mode) => mode === stored) ?? "auto";
}

export function setColorMode(mode: ColorMode): void {
  remember(storageKey, mode);
  apply();
}

const apply = () => {
  document.documentElement.dataset.colorMode = colorMode();
  for (const listener of listeners) listener();
};

/** Another tab may have changed it. */
window.addEventListener("storage", ({ key }) => {
  if (key === storageKey || key === null) apply();
});

export const useColorMode = (): ColorMode =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, colorMode);

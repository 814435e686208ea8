import { useSyncExternalStore } from "react";
import { readStorage, writeStorage } from "#lib/storage.ts";

export const colorModes = ["auto", "light", "dark"] as const;
type ColorMode = (typeof colorModes)[number];

/** public/theme.js reads it as well, before the first paint. */
const storageKey = "colorMode";
const listeners = new Set<() => void>();

export function colorMode(): ColorMode {
  const storedMode = readStorage(storageKey);
  return colorModes.find((mode) => mode === storedMode) ?? "auto";
}

export function setColorMode(mode: ColorMode): void {
  writeStorage(storageKey, mode);
  applyColorMode();
}

const applyColorMode = () => {
  document.documentElement.dataset.colorMode = colorMode();
  for (const listener of listeners) listener();
};

/** Another tab may have changed it. */
window.addEventListener("storage", ({ key }) => {
  if (key === storageKey || key === null) applyColorMode();
});

export const useColorMode = (): ColorMode =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, colorMode);

const darkSchemeQuery = () => window.matchMedia?.("(prefers-color-scheme: dark)");

/** Whether the page is currently dark. */
export const isDark = (): boolean =>
  colorMode() === "dark" || (colorMode() === "auto" && (darkSchemeQuery()?.matches ?? false));

/** Calls the listener when the page may have become light or dark; returns the function that unsubscribes. */
export function onColorModeChange(listener: () => void): () => void {
  const query = darkSchemeQuery();
  listeners.add(listener);
  query?.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    query?.removeEventListener("change", listener);
  };
}

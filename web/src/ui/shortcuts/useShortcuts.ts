import { useEffect, useRef } from "react";
import { registerShortcuts, type Shortcut } from "./shortcutStore.ts";

/**
 * Registers a screen's shortcuts while it is mounted; the keyboard help lists them under `title`. Without shortcuts there is no
 * group.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const latestShortcuts = useRef(shortcuts);
  latestShortcuts.current = shortcuts;
  const signature = shortcuts
    .map(({ key, label, repeats }) => `${key}\t${label}\t${repeats ? "repeats" : ""}`)
    .join("\n");
  useEffect(() => {
    if (signature === "") return;
    const runShortcut = (key: string) =>
      latestShortcuts.current.find((shortcut) => shortcut.key === key)?.act();
    return registerShortcuts({
      title,
      shortcuts: signature.split("\n").map((line) => {
        const [key = "", label = "", repeats = ""] = line.split("\t");
        return { key, label, act: () => runShortcut(key), repeats: repeats !== "" };
      }),
    });
  }, [title, signature]);
}

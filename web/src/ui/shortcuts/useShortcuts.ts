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
    .map(({ key, label, repeats, isAction }) =>
      [key, label, repeats ? "repeats" : "", isAction ? "action" : ""].join("\t"),
    )
    .join("\n");
  useEffect(() => {
    if (signature === "") return;
    const runShortcut = (index: number) => latestShortcuts.current[index]?.act();
    return registerShortcuts({
      title,
      shortcuts: signature.split("\n").map((line, index) => {
        const [key = "", label = "", repeats, action] = line.split("\t");
        return { key, label, act: () => runShortcut(index), repeats: !!repeats, isAction: !!action };
      }),
    });
  }, [title, signature]);
}

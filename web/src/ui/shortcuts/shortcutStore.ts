import { useSyncExternalStore } from "react";

/**
 * A keyboard shortcut. Keys are values of `KeyboardEvent.key`; a letter with Shift is its capital. Two keys in turn are separated by a
 * space. An action that only the finder offers has an empty key.
 */
export interface Shortcut {
  key: string;
  /** Text in the keyboard help. */
  label: string;
  act: () => void;
  /** Whether it repeats while the key is held down. */
  repeats?: boolean;
  /** Whether the finder offers it too. */
  isAction?: boolean;
}

/** Shortcuts that belong together: those of a screen, or global ones. */
export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

let shortcutGroups: readonly ShortcutGroup[] = [];
const listeners = new Set<() => void>();

function set(next: readonly ShortcutGroup[]): void {
  shortcutGroups = next;
  for (const listener of listeners) listener();
}

/** Registers a group of shortcuts and returns the function that removes it. If several groups bind a key, the latest wins. */
export function registerShortcuts(group: ShortcutGroup): () => void {
  set([...shortcutGroups, group]);
  return () => set(shortcutGroups.filter((otherGroup) => otherGroup !== group));
}

export const useShortcutGroups = (): readonly ShortcutGroup[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shortcutGroups,
  );

const textInputSelector = "input, textarea, select, [contenteditable]";
/** Elements with their own keys: menus and lists find items by letter, and dialogs have their own shortcuts. */
const localShortcutsSelector = "[role=menu], [role=listbox], [role=dialog], [role=alertdialog], dialog";

/** The first key of a shortcut of two, until the second one or for a moment. */
let firstKey: { key: string; pressedAt: number } | null = null;
const maxSequenceMs = 1500;

/** Runs the shortcut of a key. Ignores keys with Ctrl, Alt or Cmd, keys in text inputs, and elements with their own keys. */
export function handleShortcut(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const target = event.target;
  if (target instanceof Element && target.closest(`${textInputSelector}, ${localShortcutsSelector}`)) return;
  if (document.querySelector("dialog[open], [role=dialog], [role=alertdialog]")) return;
  if (event.key === "Shift") return;
  const isSecond = firstKey !== null && event.timeStamp - firstKey.pressedAt < maxSequenceMs;
  const keys = isSecond ? `${firstKey?.key} ${event.key}` : event.key;
  firstKey = null;
  if (shortcutGroups.some(({ shortcuts }) => shortcuts.some(({ key }) => key.startsWith(`${keys} `)))) {
    firstKey = { key: event.key, pressedAt: event.timeStamp };
    event.preventDefault();
    return;
  }
  for (const group of shortcutGroups.toReversed()) {
    const shortcut = group.shortcuts.find(({ key }) => key === keys);
    if (!shortcut) continue;
    if (event.repeat && !shortcut.repeats) return;
    event.preventDefault();
    shortcut.act();
    return;
  }
}

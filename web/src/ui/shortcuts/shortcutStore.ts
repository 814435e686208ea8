import { useSyncExternalStore } from "react";

/** A key of the console and what it does. Keys are those of `KeyboardEvent.key`; one with Shift is its capital letter. */
export interface Shortcut {
  key: string;
  /** As the help shows it. */
  label: string;
  act: () => void;
  /** Acts again while the key is held down. */
  repeats?: boolean;
}

/** Keys that belong together: those of a screen, or those that work everywhere. */
export interface ShortcutGroup {
  title: string;
  acts: readonly Shortcut[];
}

let groups: readonly ShortcutGroup[] = [];
const listeners = new Set<() => void>();

function set(next: readonly ShortcutGroup[]): void {
  groups = next;
  for (const listener of listeners) listener();
}

/** Adds a group while a screen shows it. A later group has the first word about a key. */
export function registerShortcuts(group: ShortcutGroup): () => void {
  set([...groups, group]);
  return () => set(groups.filter((one) => one !== group));
}

export const useKeyGroups = (): readonly ShortcutGroup[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => groups,
  );

const textInputSelector = "input, textarea, select, [contenteditable]";
/** Where letters have a meaning of their own: menus and lists find their items by them, and a dialog has its own keys. */
const ownShortcutsSelector = "[role=menu], [role=listbox], [role=dialog], [role=alertdialog], dialog";

/** The single keys: never with Ctrl, Alt or Cmd, never while text is written, and never over what has its own keys. */
export function handleShortcut(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const at = event.target;
  if (at instanceof Element && at.closest(`${textInputSelector}, ${ownShortcutsSelector}`)) return;
  if (document.querySelector("dialog[open], [role=dialog], [role=alertdialog]")) return;
  for (const group of groups.toReversed()) {
    const found = group.acts.find(({ key }) => key === event.key);
    if (!found) continue;
    if (event.repeat && !found.repeats) return;
    event.preventDefault();
    found.act();
    return;
  }
}

import { Shortcuts } from "#ui/shortcuts/ShortcutHelp.tsx";
import { UndoToast } from "#ui/undo/UndoToast.tsx";

/** Available on every screen after login: the keyboard shortcuts with their help, and the undo toast. */
export default function GlobalShortcuts() {
  return (
    <>
      <Shortcuts />
      <UndoToast />
    </>
  );
}

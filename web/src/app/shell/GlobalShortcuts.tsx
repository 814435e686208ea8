import { Keys } from "#ui/shortcuts/ShortcutHelp.tsx";
import { UndoToast } from "#ui/undo/UndoToast.tsx";

/** What is at hand on every screen after a login: the keys with their help, and the last change to undo. */
export default function GlobalShortcuts() {
  return (
    <>
      <Keys />
      <UndoToast />
    </>
  );
}

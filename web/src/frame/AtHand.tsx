import { Keys } from "../kit/keys/Keys";
import { UndoToast } from "../kit/undo/UndoToast";

/** What is at hand on every screen after a login: the keys with their help, and the last change to undo. */
export default function GlobalShortcuts() {
  return (
    <>
      <Keys />
      <UndoToast />
    </>
  );
}

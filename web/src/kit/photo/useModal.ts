import { type RefObject, useEffect } from "react";

/** The browser's own modal: the page behind it is inert, and the focus comes back to where it was. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    if (!element.open) element.showModal();
    // Left to itself the browser would take the first button, and Enter would turn the photo.
    element.focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [dialog]);
}

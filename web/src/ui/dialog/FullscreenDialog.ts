import { type RefObject, useEffect } from "react";
import styled from "styled-components";
import { useRegisterModal } from "../overlay/modalStack.ts";

/** Opens a native modal: the page behind it is inert, and on close the focus returns to where it was. */
export function useNativeModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const previouslyFocused = document.activeElement;
    if (!element.open) element.showModal();
    // By default the browser focuses the first button, so that Enter would rotate the photo.
    element.focus();
    return () => {
      element.close();
      if (previouslyFocused instanceof HTMLElement && previouslyFocused.isConnected)
        previouslyFocused.focus({ preventScroll: true });
    };
  }, [dialog]);
  useRegisterModal(dialog, { isPageLike: true });
}

/** A dialog that fills the window. */
export const FullscreenDialog = styled.dialog`
  position: fixed;
  inset: 0;
  flex-direction: column;
  width: 100vw;
  max-width: none;
  height: 100dvh;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  background: var(--bgColor-inset);
  color: var(--fgColor-default);
  &[open] {
    display: flex;
  }
  &:focus {
    outline: none;
  }
  &::backdrop {
    background: var(--bgColor-inset);
  }
`;

import { type RefObject, useEffect } from "react";
import styled from "styled-components";
import { useRegisterModal } from "../overlay/modalStack.ts";

/** The browser's own modal: the page behind it is inert, and the focus returns to where it was. */
export function useNativeModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    if (!element.open) element.showModal();
    // By default the browser focuses the first button, and Enter would turn the photo.
    element.focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [dialog]);
  useRegisterModal(dialog, { whole: true });
}

/** All of the window. */
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

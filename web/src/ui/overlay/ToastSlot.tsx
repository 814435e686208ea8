import { useRef } from "react";
import styled from "styled-components";
import { useRegisterToastSlot } from "./modalStack.ts";

/**
 * Shows alerts and the undo toast in a full-screen view: at the top of its picture, where they cover no bars, page numbers or filmstrip.
 * Takes no space itself; its parent must be positioned.
 */
export function ToastSlot() {
  const slot = useRef<HTMLDivElement>(null);
  useRegisterToastSlot(slot);
  return <Slot ref={slot} data-toasts />;
}

const Slot = styled.div`
  position: absolute;
  z-index: 3;
  top: var(--base-size-8);
  right: var(--base-size-8);
  left: var(--base-size-8);
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: var(--base-size-8);
  pointer-events: none;
  > * {
    pointer-events: auto;
  }
`;

import { useRef } from "react";
import styled from "styled-components";
import { useRegisterToastSlot } from "./modalStack.ts";

/**
 * The place of a full-screen view for alerts and the undo toast: at the top of its picture, clear of bars, page numbers and the strip of
 * photos. Its parent is positioned. Takes no room itself.
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

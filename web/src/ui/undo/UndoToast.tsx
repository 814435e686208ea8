import { UndoIcon, XIcon } from "@primer/octicons-react";
import { Button, IconButton } from "@primer/react";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { undoOfferSeconds } from "#domain/delivery/undoHold.ts";
import { TruncatedLine } from "../layout/typography.ts";
import { showAlert } from "../overlay/alertStore.ts";
import { useToastSlot, useTopModal } from "../overlay/modalStack.ts";
import { useShortcuts } from "../shortcuts/useShortcuts.ts";
import { dismissUndo, type Undoable, useUndoable } from "./undoStore.ts";

/** Milliseconds until an offer disappears; the countdown pauses while the pointer or the focus is on it. */
const toastDurationMs = undoOfferSeconds * 1000;

/** The topmost modal if it is a full-screen view. Dialogs have their own way to cancel. */
function usePageLikeModal(): HTMLElement | null {
  const modal = useTopModal();
  return modal?.isPageLike ? modal.element : null;
}

/** Offers to undo the last change. It neither covers controls nor moves any content. */
export function UndoToast() {
  const undoable = useUndoable();
  const container = usePageLikeModal();
  const slot = useToastSlot();
  const toast = (isVisible: boolean) => (
    <LiveRegion aria-live="polite">
      {isVisible && undoable && <UndoOffer key={undoable.id} {...undoable} />}
    </LiveRegion>
  );
  // Rendered even without an offer: a live region announces only what is added after it is in the page.
  return (
    <>
      {toast(!container)}
      {container && slot && createPortal(toast(true), slot)}
    </>
  );
}

function UndoOffer({ id, text, undo }: Undoable) {
  const { t } = useTranslation();
  const [isPaused, setIsPaused] = useState(false);
  const [isUndoing, setIsUndoing] = useState(false);
  useEffect(() => {
    if (isPaused || isUndoing) return;
    const timer = setTimeout(() => dismissUndo(id), toastDurationMs);
    return () => clearTimeout(timer);
  }, [isPaused, isUndoing, id]);

  async function runUndo() {
    if (isUndoing) return;
    setIsUndoing(true);
    try {
      await undo();
      dismissUndo(id);
    } catch {
      dismissUndo(id);
      showAlert("danger", t("undo.failed"));
    }
  }
  useShortcuts(t("keys.everywhere"), [{ key: "z", label: t("undo.undo"), act: () => void runUndo() }]);
  // Shortcuts are disabled in a modal view, except for this one.
  const container = usePageLikeModal();
  const latestUndo = useRef(runUndo);
  latestUndo.current = runUndo;
  useEffect(() => {
    if (!container) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "z" || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest("input, textarea, select, [data-own-keys]"))
        return;
      event.preventDefault();
      void latestUndo.current();
    };
    container.addEventListener("keydown", onKey);
    return () => container.removeEventListener("keydown", onKey);
  }, [container]);
  return (
    <Toast
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <TruncatedLine>{text}</TruncatedLine>
      <Button
        variant="invisible"
        leadingVisual={UndoIcon}
        loading={isUndoing}
        aria-keyshortcuts="z"
        onClick={() => void runUndo()}
      >
        {t("undo.undo")}
      </Button>
      <IconButton
        icon={XIcon}
        variant="invisible"
        aria-label={t("actions.dismiss")}
        onClick={() => dismissUndo(id)}
      />
    </Toast>
  );
}

const LiveRegion = styled.div`
  position: fixed;
  z-index: 40;
  bottom: max(var(--base-size-16), env(safe-area-inset-bottom));
  left: 50%;
  max-width: calc(100vw - var(--base-size-32));
  transform: translateX(-50%);
  [data-toasts] & {
    position: static;
    max-width: 100%;
    transform: none;
  }
  body:has(.selection-bar) & {
    bottom: 88px;
  }
  @media (max-width: 767px) {
    body:has(.selection-bar) & {
      bottom: 180px;
    }
  }
  @media print {
    display: none;
  }
`;

const Toast = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  padding: var(--base-size-4) var(--base-size-4) var(--base-size-4) var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-large);
  background: var(--overlay-bgColor);
  box-shadow: var(--shadow-floating-large);
`;

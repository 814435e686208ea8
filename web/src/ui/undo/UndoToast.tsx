import { UndoIcon, XIcon } from "@primer/octicons-react";
import { Button, IconButton } from "@primer/react";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { undoOfferSeconds } from "#domain/delivery/undoHold.ts";
import { TruncatedLine } from "../layout/typography.ts";
import { showAlert } from "../overlay/alertStore.ts";
import { useToastSlot, useTopModal } from "../overlay/modalStack.ts";
import { useShortcuts } from "../shortcuts/useShortcuts.ts";
import { dismissUndo, type Undoable, undoStep, useUndoables } from "./undoStore.ts";

/** Milliseconds until an offer disappears, unless the pointer or the focus is on the offers then. */
const toastDurationMs = undoOfferSeconds * 1000;
const expiryRetryMs = 1000;
/** Earlier offers appear once newer ones are gone. */
const maxVisibleOffers = 3;

/** The topmost modal if it is a full-screen view. Dialogs have their own way to cancel. */
function usePageLikeModal(): HTMLElement | null {
  const modal = useTopModal();
  return modal?.isPageLike ? modal.element : null;
}

/** Offers to undo the latest changes. The toasts neither cover controls nor move any content. */
export function UndoToast() {
  const offers = useUndoables();
  const container = usePageLikeModal();
  const slot = useToastSlot();
  const region = useRef<HTMLDivElement>(null);
  const renderToasts = (isVisible: boolean) => (
    <LiveRegion
      ref={isVisible ? region : null}
      aria-live="polite"
      data-undo-offers={isVisible ? Math.min(offers.length, maxVisibleOffers) : 0}
    >
      {isVisible &&
        offers
          .map((offer, index) => (
            <UndoOffer
              key={offer.id}
              offer={offer}
              region={region}
              isNewest={index === offers.length - 1}
              isVisible={index >= offers.length - maxVisibleOffers}
            />
          ))
          .reverse()}
    </LiveRegion>
  );
  // Rendered even without an offer: a live region announces only what is added after it is in the page.
  return (
    <>
      {renderToasts(!container)}
      {container && slot && createPortal(renderToasts(true), slot)}
    </>
  );
}

interface UndoOfferProps {
  offer: Undoable;
  /** Contains all offers. */
  region: RefObject<HTMLElement | null>;
  /** The newest is undone by the Z key. */
  isNewest: boolean;
  isVisible: boolean;
}

function UndoOffer({ offer, region, isNewest, isVisible }: UndoOfferProps) {
  const { id, text } = offer;
  const { t } = useTranslation();
  const [isUndoing, setIsUndoing] = useState(false);
  const textId = useId();
  useEffect(() => {
    if (isUndoing) return;
    let timer = setTimeout(expire, toastDurationMs);
    function expire() {
      const isAttended =
        region.current?.matches(":hover") || region.current?.contains(document.activeElement);
      if (isAttended) timer = setTimeout(expire, expiryRetryMs);
      else dismissUndo(id);
    }
    return () => clearTimeout(timer);
  }, [isUndoing, id, region]);

  async function runUndo() {
    if (isUndoing) return;
    setIsUndoing(true);
    await undoStep(offer).catch(() => showAlert("danger", t("undo.failed")));
  }
  useShortcuts(
    t("keys.everywhere"),
    isNewest ? [{ key: "z", label: t("undo.undo"), act: () => void runUndo(), isAction: true }] : [],
  );
  // Shortcuts are disabled in a modal view, except for this one.
  const container = usePageLikeModal();
  const latestUndo = useRef(runUndo);
  latestUndo.current = runUndo;
  useEffect(() => {
    if (!container || !isNewest) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "z" || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest("input, textarea, select, [data-own-keys]"))
        return;
      event.preventDefault();
      void latestUndo.current();
    };
    container.addEventListener("keydown", onKey);
    return () => container.removeEventListener("keydown", onKey);
  }, [container, isNewest]);
  if (!isVisible) return null;
  return (
    <Toast>
      <TruncatedLine id={textId}>{text}</TruncatedLine>
      <Button
        variant="invisible"
        leadingVisual={UndoIcon}
        loading={isUndoing}
        aria-describedby={textId}
        {...(isNewest && { "aria-keyshortcuts": "z" })}
        onClick={() => void runUndo()}
      >
        {t("undo.undo")}
      </Button>
      <IconButton
        icon={XIcon}
        variant="invisible"
        aria-label={t("actions.dismiss")}
        aria-describedby={textId}
        onClick={() => dismissUndo(id)}
      />
    </Toast>
  );
}

const LiveRegion = styled.div`
  position: fixed;
  z-index: 40;
  bottom: calc(max(var(--base-size-16), env(safe-area-inset-bottom)) + var(--bottom-bar-height, 0px));
  left: 50%;
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: var(--base-size-4);
  max-width: calc(100vw - var(--base-size-32));
  transform: translateX(-50%);
  [data-toasts] & {
    position: static;
    flex-direction: column-reverse;
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
  max-width: 100%;
  align-items: center;
  gap: var(--base-size-8);
  padding: var(--base-size-4) var(--base-size-4) var(--base-size-4) var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-large);
  background: var(--overlay-bgColor);
  box-shadow: var(--shadow-floating-large);
`;

import { type PointerEvent as ReactPointerEvent, type RefObject, useCallback } from "react";
import type { Side } from "./treeMoves.ts";

type Drop = (id: string, target: string, side: Side) => void;

/** Pixels from the edge of the scroller at which it scrolls while dragging, and pixels per step. */
const autoScrollEdgePx = 60;
const autoScrollStepPx = 12;

/**
 * Drags rows by their handles with mouse, pen or finger. The drop target is marked on its element, not in state, so that nothing
 * renders during a drag.
 */
export function useDragging(list: RefObject<HTMLElement | null>, onDrop: Drop) {
  return useCallback(
    (id: string, event: ReactPointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !list.current) return;
      event.preventDefault();
      const listElement = list.current;
      const handle = event.currentTarget;
      const row = handle.closest<HTMLElement>("[data-row]");
      handle.setPointerCapture?.(event.pointerId);
      row?.setAttribute("data-dragged", "");
      let dropTarget: { element: HTMLElement; side: Side } | null = null;
      let y = event.clientY;
      let x = event.clientX;

      let frame = 0;
      const updateDropTarget = () => {
        frame = 0;
        const next = findDropTarget(listElement, id, x, y);
        if (next?.element === dropTarget?.element && next?.side === dropTarget?.side) return;
        dropTarget?.element.removeAttribute("data-drop");
        dropTarget = next;
        dropTarget?.element.setAttribute("data-drop", dropTarget.side);
      };
      const scrollTimer = setInterval(() => {
        const { box, top, bottom } = findScroller(listElement);
        const delta =
          y < top + autoScrollEdgePx
            ? -autoScrollStepPx
            : y > bottom - autoScrollEdgePx
              ? autoScrollStepPx
              : 0;
        if (delta === 0) return;
        box.scrollBy(0, delta);
        updateDropTarget();
      }, 16);
      const onPointerMove = (next: PointerEvent) => {
        x = next.clientX;
        y = next.clientY;
        // Pointer events arrive several times per frame; the element under the pointer is looked up once.
        if (frame === 0) frame = requestAnimationFrame(updateDropTarget);
      };
      const end = (isDrop: boolean) => {
        clearInterval(scrollTimer);
        cancelAnimationFrame(frame);
        handle.removeEventListener("pointermove", onPointerMove);
        handle.removeEventListener("pointerup", onPointerUp);
        handle.removeEventListener("pointercancel", onPointerCancel);
        window.removeEventListener("keydown", onKeyDown, true);
        row?.removeAttribute("data-dragged");
        dropTarget?.element.removeAttribute("data-drop");
        const target = dropTarget?.element.dataset.row;
        if (isDrop && dropTarget && target) onDrop(id, target, dropTarget.side);
      };
      const onPointerUp = () => {
        updateDropTarget();
        end(true);
      };
      const onPointerCancel = () => end(false);
      const onKeyDown = (keyEvent: KeyboardEvent) => {
        if (keyEvent.key !== "Escape") return;
        keyEvent.preventDefault();
        keyEvent.stopPropagation();
        end(false);
      };
      handle.addEventListener("pointermove", onPointerMove);
      handle.addEventListener("pointerup", onPointerUp);
      handle.addEventListener("pointercancel", onPointerCancel);
      window.addEventListener("keydown", onKeyDown, true);
    },
    [list, onDrop],
  );
}

/** The element to scroll: the list if it overflows, otherwise the page; with its edges in pixels of the window. */
function findScroller(list: HTMLElement): { box: HTMLElement | Window; top: number; bottom: number } {
  if (getComputedStyle(list).overflowY !== "auto" || list.scrollHeight <= list.clientHeight)
    return { box: window, top: 0, bottom: window.innerHeight };
  const { top, bottom } = list.getBoundingClientRect();
  return { box: list, top, bottom };
}

/** The row under a point and the side of that row: the middle of a group means inside it. */
function findDropTarget(list: HTMLElement, id: string, x: number, y: number) {
  let element = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-row]");
  // A row's form can hold rows of another list.
  while (element && element.parentElement !== list)
    element = element.parentElement?.closest<HTMLElement>("[data-row]");
  if (!element || element.dataset.row === id) return null;
  const { top, height } = (element.querySelector("[data-line]") ?? element).getBoundingClientRect();
  const relativeY = height > 0 ? (y - top) / height : 0;
  const isGroup = element.hasAttribute("data-group");
  const side: Side =
    isGroup && relativeY > 0.25 && relativeY < 0.75 ? "into" : relativeY < 0.5 ? "before" : "after";
  return { element, side };
}

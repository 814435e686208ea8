import { type PointerEvent as ReactPointerEvent, type RefObject, useCallback } from "react";
import type { Side } from "./moves.ts";

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
      let over: { element: HTMLElement; side: Side } | null = null;
      let y = event.clientY;
      let x = event.clientX;

      let frame = 0;
      const mark = () => {
        frame = 0;
        const next = dropTargetAt(listElement, id, x, y);
        if (next?.element === over?.element && next?.side === over?.side) return;
        over?.element.removeAttribute("data-drop");
        over = next;
        over?.element.setAttribute("data-drop", over.side);
      };
      const scrollTimer = setInterval(() => {
        const { box, top, bottom } = scrollerOf(listElement);
        const delta =
          y < top + autoScrollEdgePx
            ? -autoScrollStepPx
            : y > bottom - autoScrollEdgePx
              ? autoScrollStepPx
              : 0;
        if (delta === 0) return;
        box.scrollBy(0, delta);
        mark();
      }, 16);
      const move = (next: PointerEvent) => {
        x = next.clientX;
        y = next.clientY;
        // Pointer events arrive several times per frame; the element under the pointer is looked up once.
        if (frame === 0) frame = requestAnimationFrame(mark);
      };
      const end = (isDrop: boolean) => {
        clearInterval(scrollTimer);
        cancelAnimationFrame(frame);
        handle.removeEventListener("pointermove", move);
        handle.removeEventListener("pointerup", up);
        handle.removeEventListener("pointercancel", cancel);
        window.removeEventListener("keydown", key, true);
        row?.removeAttribute("data-dragged");
        over?.element.removeAttribute("data-drop");
        const target = over?.element.dataset.row;
        if (isDrop && over && target) onDrop(id, target, over.side);
      };
      const up = () => {
        mark();
        end(true);
      };
      const cancel = () => end(false);
      const key = (keyEvent: KeyboardEvent) => {
        if (keyEvent.key !== "Escape") return;
        keyEvent.preventDefault();
        keyEvent.stopPropagation();
        end(false);
      };
      handle.addEventListener("pointermove", move);
      handle.addEventListener("pointerup", up);
      handle.addEventListener("pointercancel", cancel);
      window.addEventListener("keydown", key, true);
    },
    [list, onDrop],
  );
}

/** The element to scroll: the list if it overflows, otherwise the page; with its edges in pixels of the window. */
function scrollerOf(list: HTMLElement): { box: HTMLElement | Window; top: number; bottom: number } {
  if (getComputedStyle(list).overflowY !== "auto" || list.scrollHeight <= list.clientHeight)
    return { box: window, top: 0, bottom: window.innerHeight };
  const { top, bottom } = list.getBoundingClientRect();
  return { box: list, top, bottom };
}

/** The row under a point and the side of it: the middle of a group means into it. */
function dropTargetAt(list: HTMLElement, id: string, x: number, y: number) {
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

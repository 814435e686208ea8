import { type PointerEvent as ReactPointerEvent, type RefObject, useCallback } from "react";
import type { Side } from "./moves.ts";

type Drop = (id: string, target: string, side: Side) => void;

/** So near to the edge of what scrolls it scrolls along, by so much. Pixels. */
const autoScrollEdgePx = 60;
const step = 12;

/**
 * Dragging rows by their handles with mouse, pen or finger. Where the row would land is marked on the row itself and not in
 * any state: no component is drawn while something is dragged.
 */
export function useDragging(list: RefObject<HTMLElement | null>, drop: Drop) {
  return useCallback(
    (id: string, event: ReactPointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !list.current) return;
      event.preventDefault();
      const holder = list.current;
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
        const next = placeAt(holder, id, x, y);
        if (next?.element === over?.element && next?.side === over?.side) return;
        over?.element.removeAttribute("data-drop");
        over = next;
        over?.element.setAttribute("data-drop", over.side);
      };
      const scroll = setInterval(() => {
        const { box, top, bottom } = scrolledBy(holder);
        const by = y < top + autoScrollEdgePx ? -step : y > bottom - autoScrollEdgePx ? step : 0;
        if (by === 0) return;
        box.scrollBy(0, by);
        mark();
      }, 16);
      const move = (next: PointerEvent) => {
        x = next.clientX;
        y = next.clientY;
        // A mouse moves many times a frame, and what is under it is looked for once.
        if (frame === 0) frame = requestAnimationFrame(mark);
      };
      const end = (landed: boolean) => {
        clearInterval(scroll);
        cancelAnimationFrame(frame);
        handle.removeEventListener("pointermove", move);
        handle.removeEventListener("pointerup", up);
        handle.removeEventListener("pointercancel", cancel);
        window.removeEventListener("keydown", key, true);
        row?.removeAttribute("data-dragged");
        over?.element.removeAttribute("data-drop");
        const target = over?.element.dataset.row;
        if (landed && over && target) drop(id, target, over.side);
      };
      const up = () => {
        mark();
        end(true);
      };
      const cancel = () => end(false);
      const key = (pressed: KeyboardEvent) => {
        if (pressed.key !== "Escape") return;
        pressed.preventDefault();
        pressed.stopPropagation();
        end(false);
      };
      handle.addEventListener("pointermove", move);
      handle.addEventListener("pointerup", up);
      handle.addEventListener("pointercancel", cancel);
      window.addEventListener("keydown", key, true);
    },
    [list, drop],
  );
}

/** What scrolls along: a list that is longer than its box, else the page. Its edges in pixels of the window. */
function scrolledBy(list: HTMLElement): { box: HTMLElement | Window; top: number; bottom: number } {
  if (getComputedStyle(list).overflowY !== "auto" || list.scrollHeight <= list.clientHeight)
    return { box: window, top: 0, bottom: window.innerHeight };
  const { top, bottom } = list.getBoundingClientRect();
  return { box: list, top, bottom };
}

/** The row under a point and the part of it that is pointed at: the middle of a group is its inside. */
function placeAt(list: HTMLElement, id: string, x: number, y: number) {
  let element = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-row]");
  // A row's form can hold rows of another list.
  while (element && element.parentElement !== list)
    element = element.parentElement?.closest<HTMLElement>("[data-row]");
  if (!element || element.dataset.row === id) return null;
  const { top, height } = (element.querySelector("[data-line]") ?? element).getBoundingClientRect();
  const part = height > 0 ? (y - top) / height : 0;
  const group = element.hasAttribute("data-group");
  const side: Side = group && part > 0.25 && part < 0.75 ? "into" : part < 0.5 ? "before" : "after";
  return { element, side };
}

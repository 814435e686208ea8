import { type PointerEvent, useRef } from "react";

/** A finger that goes this far sideways, and further than up or down, turns the page. Pixels. */
const far = 48;

/** Sideways swipes of one finger; a mouse has buttons for it, and two fingers zoom. */
export function useSwipe({ onPrevious, onNext }: { onPrevious: () => void; onNext: () => void }) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      const lone = event.pointerType === "touch" && event.isPrimary;
      start.current = lone ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (from?.id !== event.pointerId) return;
      const x = event.clientX - from.x;
      if (Math.abs(x) < far || Math.abs(x) < Math.abs(event.clientY - from.y)) return;
      if (x > 0) onPrevious();
      else onNext();
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}

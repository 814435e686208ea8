import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import {
  doubleTapScale,
  movedBy,
  type Point,
  unzoomed,
  type ViewportSize,
  type Zoom,
  zoomedAt,
} from "./zoom.ts";

interface ZoomOptions {
  /** Identifies the photo; another one starts unzoomed. */
  of: string;
  onPrevious: () => void;
  onNext: () => void;
}

/**
 * Zoom and pan by wheel, touch, double click and by the returned functions. Sideways swipes change the photo while it is
 * unzoomed.
 */
export function useZoom({ of, onPrevious, onNext }: ZoomOptions) {
  const room = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Point>());
  const [state, setState] = useState({ of, zoom: unzoomed });
  const zoom = state.of === of ? state.zoom : unzoomed;
  const zoomed = zoom.scale > 1;
  const swipe = useSwipe({ onPrevious, onNext });

  const change = useCallback(
    (next: (zoom: Zoom, room: ViewportSize) => Zoom) =>
      setState((before) => ({
        of,
        zoom: next(before.of === of ? before.zoom : unzoomed, sizeOf(room.current)),
      })),
    [of],
  );
  const by = useCallback(
    (factor: number, at: Point = { x: 0, y: 0 }) =>
      change((before, size) => zoomedAt(before, factor, at, size)),
    [change],
  );

  useEffect(() => {
    const element = room.current;
    if (!element) return;
    // React's wheel listeners are passive: the page behind would scroll or zoom too.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      by(Math.exp(-event.deltaY / 400), fromMiddle(element, event));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [by]);

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if ((event.target as Element).closest("button, a")) return;
    if (!zoomed && fingers.current.size === 0) swipe.onPointerDown(event);
    else swipe.onPointerCancel();
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (zoomed || fingers.current.size > 1) event.currentTarget.setPointerCapture?.(event.pointerId);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    fingers.current.set(event.pointerId, now);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other));
      const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
      by(factor, fromMiddle(event.currentTarget, middle));
    } else if (zoomed)
      change((held, size) => movedBy(held, { x: now.x - before.x, y: now.y - before.y }, size));
  }

  const lift = (event: PointerEvent) => fingers.current.delete(event.pointerId);

  return {
    room,
    zoom,
    by,
    reset: () => change(() => unzoomed),
    gestures: {
      onPointerDown,
      onPointerMove,
      onPointerUp: (event: PointerEvent) => {
        lift(event);
        swipe.onPointerUp(event);
      },
      onPointerCancel: (event: PointerEvent) => {
        lift(event);
        swipe.onPointerCancel();
      },
      onDoubleClick: (event: MouseEvent<HTMLDivElement>) => {
        if ((event.target as Element).closest("button, a")) return;
        if (zoomed) change(() => unzoomed);
        else by(doubleTapScale, fromMiddle(event.currentTarget, event));
      },
    },
  };
}

const sizeOf = (element: HTMLElement | null): ViewportSize => ({
  width: element?.clientWidth ?? 0,
  height: element?.clientHeight ?? 0,
});

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function fromMiddle(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

/** Pixels a finger must move sideways, and further than up or down, to change the photo. */
const minSwipePx = 48;

/** Sideways swipes of one finger; a mouse has buttons, and two fingers zoom. */
function useSwipe({ onPrevious, onNext }: { onPrevious: () => void; onNext: () => void }) {
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
      if (Math.abs(x) < minSwipePx || Math.abs(x) < Math.abs(event.clientY - from.y)) return;
      if (x > 0) onPrevious();
      else onNext();
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}

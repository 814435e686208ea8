import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import {
  doubleTapScale,
  initialZoom,
  type Point,
  pan,
  type ViewportSize,
  type Zoom,
  zoomAround,
} from "./zoom.ts";

interface ZoomOptions {
  /** Id of the photo; another photo starts unzoomed. */
  photoId: string;
  onPrevious: () => void;
  onNext: () => void;
}

/** Zoom and pan by wheel, touch, double click or the returned functions. While unzoomed, sideways swipes change the photo. */
export function useZoom({ photoId, onPrevious, onNext }: ZoomOptions) {
  const viewport = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Point>());
  const [state, setState] = useState({ of: photoId, zoom: initialZoom });
  const zoom = state.of === photoId ? state.zoom : initialZoom;
  const isZoomed = zoom.scale > 1;
  const swipe = useSwipe({ onPrevious, onNext });

  const change = useCallback(
    (next: (zoom: Zoom, size: ViewportSize) => Zoom) =>
      setState((current) => ({
        of: photoId,
        zoom: next(current.of === photoId ? current.zoom : initialZoom, sizeOf(viewport.current)),
      })),
    [photoId],
  );
  const zoomBy = useCallback(
    (factor: number, center: Point = { x: 0, y: 0 }) =>
      change((current, size) => zoomAround(current, factor, center, size)),
    [change],
  );

  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    // React's wheel listeners are passive, and the page behind would scroll or zoom too.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 400), relativeToCentre(element, event));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [zoomBy]);

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.target instanceof Element && event.target.closest("button, a")) return;
    if (!isZoomed && fingers.current.size === 0) swipe.onPointerDown(event);
    else swipe.onPointerCancel();
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (isZoomed || fingers.current.size > 1) event.currentTarget.setPointerCapture?.(event.pointerId);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const previousPoint = fingers.current.get(event.pointerId);
    if (!previousPoint) return;
    const point = { x: event.clientX, y: event.clientY };
    fingers.current.set(event.pointerId, point);
    const otherFinger = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (otherFinger) {
      const factor = distance(point, otherFinger) / Math.max(1, distance(previousPoint, otherFinger));
      const middle = { clientX: (point.x + otherFinger.x) / 2, clientY: (point.y + otherFinger.y) / 2 };
      zoomBy(factor, relativeToCentre(event.currentTarget, middle));
    } else if (isZoomed)
      change((currentZoom, size) =>
        pan(currentZoom, { x: point.x - previousPoint.x, y: point.y - previousPoint.y }, size),
      );
  }

  const releasePointer = (event: PointerEvent) => fingers.current.delete(event.pointerId);

  return {
    viewportRef: viewport,
    zoom,
    zoomBy,
    reset: () => change(() => initialZoom),
    gestures: {
      onPointerDown,
      onPointerMove,
      onPointerUp: (event: PointerEvent) => {
        releasePointer(event);
        swipe.onPointerUp(event);
      },
      onPointerCancel: (event: PointerEvent) => {
        releasePointer(event);
        swipe.onPointerCancel();
      },
      onDoubleClick: (event: MouseEvent<HTMLDivElement>) => {
        if (event.target instanceof Element && event.target.closest("button, a")) return;
        if (isZoomed) change(() => initialZoom);
        else zoomBy(doubleTapScale, relativeToCentre(event.currentTarget, event));
      },
    },
  };
}

const sizeOf = (element: HTMLElement | null): ViewportSize => ({
  width: element?.clientWidth ?? 0,
  height: element?.clientHeight ?? 0,
});

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function relativeToCentre(
  element: Element,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

/** Minimum pixels of a swipe that changes the photo; it must also be more horizontal than vertical. */
const minSwipePx = 48;

/** Detects sideways swipes of one finger; a mouse has buttons, and two fingers zoom. */
function useSwipe({ onPrevious, onNext }: { onPrevious: () => void; onNext: () => void }) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      const isSingleTouch = event.pointerType === "touch" && event.isPrimary;
      start.current = isSingleTouch ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
    },
    onPointerUp: (event: PointerEvent) => {
      const swipeStart = start.current;
      start.current = null;
      if (swipeStart?.id !== event.pointerId) return;
      const x = event.clientX - swipeStart.x;
      if (Math.abs(x) < minSwipePx || Math.abs(x) < Math.abs(event.clientY - swipeStart.y)) return;
      if (x > 0) onPrevious();
      else onNext();
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}

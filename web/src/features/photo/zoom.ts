/** The transformation of a photo in its frame: scaled about the centre, then moved by x and y pixels. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface ViewportSize {
  width: number;
  height: number;
}

export const initialZoom: Zoom = { scale: 1, x: 0, y: 0 };
export const maxScale = 8;
/** Factor of the + and - keys, and the scale of a double tap. */
export const zoomStep = 1.5;
export const doubleTapScale = 2.5;

/** Zooms by a factor and keeps the point in place; points are relative to the centre of the frame. */
export function zoomAround(zoom: Zoom, factor: number, point: Point, viewport: ViewportSize): Zoom {
  const scale = Math.min(maxScale, Math.max(1, zoom.scale * factor));
  const ratio = scale / zoom.scale;
  return clampZoom(
    { scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio },
    viewport,
  );
}

export const pan = (zoom: Zoom, offset: Point, viewport: ViewportSize): Zoom =>
  clampZoom({ ...zoom, x: zoom.x + offset.x, y: zoom.y + offset.y }, viewport);

/** Limits the movement, so that the photo always fills its frame. */
function clampZoom({ scale, x, y }: Zoom, viewport: ViewportSize): Zoom {
  const computeMaxOffset = (side: number) => ((scale - 1) * side) / 2;
  const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));
  // Adding 0 turns -0 into 0, which compares equal to `initialZoom`.
  return {
    scale,
    x: clamp(x, computeMaxOffset(viewport.width)) + 0,
    y: clamp(y, computeMaxOffset(viewport.height)) + 0,
  };
}

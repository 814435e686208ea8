/** How a photo lies in its frame: scaled about the frame's middle, then moved. Pixels. */
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

export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };
export const maxScale = 8;
/** Factor of the + and - keys; the scale a double click zooms to. */
export const zoomStep = 1.5;
export const doubleTapScale = 2.5;

/** Zooms by a factor and keeps the point in place; points count from the frame's middle. */
export function zoomedAt(zoom: Zoom, factor: number, at: Point, room: ViewportSize): Zoom {
  const scale = Math.min(maxScale, Math.max(1, zoom.scale * factor));
  const grown = scale / zoom.scale;
  return clamped({ scale, x: at.x - (at.x - zoom.x) * grown, y: at.y - (at.y - zoom.y) * grown }, room);
}

export const movedBy = (zoom: Zoom, by: Point, room: ViewportSize): Zoom =>
  clamped({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, room);

/** Keeps the photo within its frame. */
function clamped({ scale, x, y }: Zoom, room: ViewportSize): Zoom {
  const most = (side: number) => ((scale - 1) * side) / 2;
  const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));
  // Adding 0 turns -0 into 0, which compares equal to `unzoomed`.
  return { scale, x: within(x, most(room.width)) + 0, y: within(y, most(room.height)) + 0 };
}

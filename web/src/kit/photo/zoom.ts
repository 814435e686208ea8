/** How a photo lies in the room it is shown in: scaled about the room's middle and then moved. Pixels. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Room {
  width: number;
  height: number;
}

export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };
export const largestScale = 8;
/** What a press of + or - changes, and what a double click goes to. */
export const zoomStep = 1.5;
export const closeLook = 2.5;

/** Zoomed by a factor so that the point stays where it is; points count from the room's middle. */
export function zoomedAt(zoom: Zoom, factor: number, at: Point, room: Room): Zoom {
  const scale = Math.min(largestScale, Math.max(1, zoom.scale * factor));
  const grown = scale / zoom.scale;
  return kept({ scale, x: at.x - (at.x - zoom.x) * grown, y: at.y - (at.y - zoom.y) * grown }, room);
}

export const movedBy = (zoom: Zoom, by: Point, room: Room): Zoom =>
  kept({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, room);

/** A photo is never moved out of its room. */
function kept({ scale, x, y }: Zoom, room: Room): Zoom {
  const most = (side: number) => ((scale - 1) * side) / 2;
  const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));
  // Not -0: an unzoomed photo is the unzoomed one, however it came to be so.
  return { scale, x: within(x, most(room.width)) + 0, y: within(y, most(room.height)) + 0 };
}

/* Simplifies lines: drops detail that no zoom shows, and rounds the corners of coarse sources. */

export type Point = [number, number];

/** Douglas-Peucker: keeps the points further than `tolerance` from the simplified line. Endpoints stay. */
export function simplify(points: readonly Point[], tolerance: (point: Point) => number): Point[] {
  const last = points.length - 1;
  if (last < 2) return [...points];
  const isKept = new Uint8Array(points.length);
  isKept[0] = isKept[last] = 1;
  const pending: [number, number][] = [];
  if (isSamePoint(points[0]!, points[last]!)) {
    // A ring's ends coincide, so it is split at the point farthest from them.
    const middle = findFarthest(points, 0, last, (point) => distance(point, points[0]!))?.index ?? 0;
    isKept[middle] = 1;
    pending.push([0, middle], [middle, last]);
  } else pending.push([0, last]);
  for (let span = pending.pop(); span; span = pending.pop()) {
    const [from, to] = span;
    const [a, b] = [points[from]!, points[to]!];
    const farthest = findFarthest(
      points,
      from,
      to,
      (point) => distanceToSegment(point, a, b) / tolerance(point),
    );
    if (!farthest || farthest.distance <= 1) continue;
    isKept[farthest.index] = 1;
    pending.push([from, farthest.index], [farthest.index, to]);
  }
  return points.filter((_, index) => isKept[index] === 1);
}

/** Chaikin: cuts each corner of a ring at its quarter points. Lakes of a coarse source would look like staircases. */
export function smooth(ring: readonly Point[]): Point[] {
  const points: Point[] = [];
  for (let index = 0; index + 1 < ring.length; index++) {
    const [[ax, ay], [bx, by]] = [ring[index]!, ring[index + 1]!];
    points.push(
      [0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by],
      [0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by],
    );
  }
  if (points[0]) points.push(points[0]);
  return points;
}

/** The absolute area of a ring. */
export function areaOf(ring: readonly Point[]): number {
  let sum = 0;
  for (let index = 0; index + 1 < ring.length; index++) {
    const [[ax, ay], [bx, by]] = [ring[index]!, ring[index + 1]!];
    sum += ax * by - bx * ay;
  }
  return Math.abs(sum) / 2;
}

export function isWithin([x, y]: Point, ring: readonly Point[]): boolean {
  let isInside = false;
  for (let index = 0; index + 1 < ring.length; index++) {
    const [[ax, ay], [bx, by]] = [ring[index]!, ring[index + 1]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}

/** The label position in an area: the point of a coarse grid with the most space to both sides and above. */
export function findLabelPoint(ring: readonly Point[]): { position: Point; clearance: number } {
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  const [left, right] = [xs.reduce(min), xs.reduce(max)];
  const [top, bottom] = [ys.reduce(min), ys.reduce(max)];
  let best: { position: Point; clearance: number } = {
    position: [(left + right) / 2, (top + bottom) / 2],
    clearance: 0,
  };
  const steps = 24;
  for (let row = 1; row < steps; row++)
    for (let column = 1; column < steps; column++) {
      const point: Point = [left + ((right - left) * column) / steps, top + ((bottom - top) * row) / steps];
      if (!isWithin(point, ring)) continue;
      let minDistance = Number.POSITIVE_INFINITY;
      for (let index = 0; index + 1 < ring.length; index++)
        minDistance = Math.min(minDistance, distanceToSegment(point, ring[index]!, ring[index + 1]!));
      if (minDistance > best.clearance) best = { position: point, clearance: minDistance };
    }
  return best;
}

const min = (a: number, b: number) => Math.min(a, b);
const max = (a: number, b: number) => Math.max(a, b);

export const isSamePoint = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1];

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The distance of a point from a line segment. */
function distanceToSegment(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  if (length === 0) return distance(point, a);
  const fraction = Math.min(Math.max(((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length, 0), 1);
  return distance(point, [a[0] + fraction * dx, a[1] + fraction * dy]);
}

function findFarthest(points: readonly Point[], from: number, to: number, measure: (point: Point) => number) {
  let farthest: { index: number; distance: number } | null = null;
  for (let index = from + 1; index < to; index++) {
    const distance = measure(points[index]!);
    if (!farthest || distance > farthest.distance) farthest = { index, distance: distance };
  }
  return farthest;
}

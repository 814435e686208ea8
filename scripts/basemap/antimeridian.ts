/* The sources join shapes across the antimeridian, for globes. A flat map needs them cut there. */
import { worldSize } from "#domain/map/basemap.ts";
import type { Point } from "./shapes.ts";

/** Cuts a ring into rings within the map. A ring around a pole follows the map's edge. */
export function cutRing(ring: readonly Point[]): Point[][] {
  const unrolledRing = unroll(ring);
  const [first, last] = [unrolledRing[0]!, unrolledRing[unrolledRing.length - 1]!];
  if (first[0] !== last[0])
    // Antarctica is the only land around a pole.
    unrolledRing.push([last[0], worldSize], [first[0], worldSize], first);
  const copies = worldCopiesOf(unrolledRing);
  if (copies.length === 1 && copies[0] === 0) return [unrolledRing];
  return copies
    .map((copy) => {
      const shiftedRing = unrolledRing.map(([x, y]): Point => [x - copy * worldSize, y]);
      return clip(clip(shiftedRing, 0, 1), worldSize, -1);
    })
    .filter((part) => part.length > 3);
}

/** Cuts a line into lines within the map. */
export function cutLine(line: readonly Point[]): Point[][] {
  const parts: Point[][] = [[]];
  line.forEach((point, index) => {
    if (index > 0 && Math.abs(point[0] - line[index - 1]![0]) > worldSize / 2) parts.push([]);
    parts[parts.length - 1]!.push(point);
  });
  return parts.filter((part) => part.length > 1);
}

/** The same points without jumps: x continues beyond the map's edge. */
function unroll(ring: readonly Point[]): Point[] {
  let copy = 0;
  return ring.map(([x, y], index) => {
    const step = index > 0 ? x - ring[index - 1]![0] : 0;
    if (step > worldSize / 2) copy -= 1;
    else if (step < -worldSize / 2) copy += 1;
    return [x + copy * worldSize, y];
  });
}

/** Indexes of the copies of the world that a ring touches; 0 is the map itself, which includes its edges. */
function worldCopiesOf(ring: readonly Point[]): number[] {
  let [min, max] = [0, 0];
  for (const [x] of ring) {
    min = Math.min(min, Math.floor(x / worldSize));
    max = Math.max(max, Math.ceil(x / worldSize) - 1);
  }
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}

/** The part of a ring on one side of a meridian: east for 1, west for -1. */
function clip(ring: readonly Point[], edge: number, side: 1 | -1): Point[] {
  const points: Point[] = [];
  for (let index = 0; index + 1 < ring.length; index++) {
    const [a, b] = [ring[index]!, ring[index + 1]!];
    const [isIn, isNextIn] = [(a[0] - edge) * side >= 0, (b[0] - edge) * side >= 0];
    if (isIn) points.push(a);
    if (isIn !== isNextIn)
      points.push([edge, Math.round(a[1] + ((b[1] - a[1]) * (edge - a[0])) / (b[0] - a[0]))]);
  }
  if (points[0]) points.push(points[0]);
  return points;
}

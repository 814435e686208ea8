/* The sources stitch what crosses the antimeridian together, for globes. A flat map wants it cut there. */
import { worldSize } from "#domain/map/basemap.ts";
import type { Point } from "./shapes.ts";

/** A ring as rings within the map. One around a pole goes along the map's edge. */
export function cutRing(ring: readonly Point[]): Point[][] {
  const unrolled = unroll(ring);
  const [first, last] = [unrolled[0]!, unrolled[unrolled.length - 1]!];
  if (first[0] !== last[0])
    // Antarctica is the only land around a pole.
    unrolled.push([last[0], worldSize], [first[0], worldSize], first);
  const turns = turnsOf(unrolled);
  if (turns.length === 1 && turns[0] === 0) return [unrolled];
  return turns
    .map((turn) => {
      const shifted = unrolled.map(([x, y]): Point => [x - turn * worldSize, y]);
      return clipped(clipped(shifted, 0, 1), worldSize, -1);
    })
    .filter((part) => part.length > 3);
}

/** A line as lines within the map. */
export function cutLine(line: readonly Point[]): Point[][] {
  const parts: Point[][] = [[]];
  line.forEach((point, index) => {
    if (index > 0 && Math.abs(point[0] - line[index - 1]![0]) > worldSize / 2) parts.push([]);
    parts[parts.length - 1]!.push(point);
  });
  return parts.filter((part) => part.length > 1);
}

/** Without jumps: beyond an edge the numbers go on. */
function unroll(ring: readonly Point[]): Point[] {
  let turn = 0;
  return ring.map(([x, y], index) => {
    const step = index > 0 ? x - ring[index - 1]![0] : 0;
    if (step > worldSize / 2) turn -= 1;
    else if (step < -worldSize / 2) turn += 1;
    return [x + turn * worldSize, y];
  });
}

/** The maps that a ring reaches into, counted from the one in the middle. Its edges belong to that one. */
function turnsOf(ring: readonly Point[]): number[] {
  let [min, max] = [0, 0];
  for (const [x] of ring) {
    min = Math.min(min, Math.floor(x / worldSize));
    max = Math.max(max, Math.ceil(x / worldSize) - 1);
  }
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}

/** What of a ring lies on one side of a meridian: to its east for 1, to its west for -1. */
function clipped(ring: readonly Point[], edge: number, side: 1 | -1): Point[] {
  const out: Point[] = [];
  for (let index = 0; index + 1 < ring.length; index++) {
    const [a, b] = [ring[index]!, ring[index + 1]!];
    const [isIn, isNextIn] = [(a[0] - edge) * side >= 0, (b[0] - edge) * side >= 0];
    if (isIn) out.push(a);
    if (isIn !== isNextIn)
      out.push([edge, Math.round(a[1] + ((b[1] - a[1]) * (edge - a[0])) / (b[0] - a[0]))]);
  }
  if (out[0]) out.push(out[0]);
  return out;
}

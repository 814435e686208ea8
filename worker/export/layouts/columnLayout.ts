import type { Position } from "#domain/layout/types.ts";
import { points } from "./pageMetrics.ts";
import type { DrawnCell } from "./renderTree.ts";

/*
 * Lays out items in a column of a slide or page. There are nine positions, and two halfway between the centre and the top and bottom.
 * Items without a position flow, below those at the top. Items at the same position are stacked, and nothing overlaps: pictures and
 * flows take the space that texts leave, and texts that need more than half of the column shrink or are cut (fitText.ts).
 * Any unit of length; y counts downwards.
 */

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Gap between neighbours in a column, in points. */
export const columnGap = 8;
/** Least height of a flow, in points: about a row. */
export const minFlowHeight = 30;
/** The part of a column that padding never takes. */
const minContentShare = 0.2;

/** The inside of a column, without padding and border; `rect` in points. */
export function contentRect({ padding, border }: Pick<DrawnCell, "padding" | "border">, rect: Rect): Rect {
  const edge = border?.width ?? 0;
  const insideOf = (from: number, to: number, length: number) => {
    const [start, end] = [points(from) + edge, points(to) + edge];
    const scale = Math.min(1, (length * (1 - minContentShare)) / Math.max(start + end, 0.01));
    return { start: start * scale, length: length - (start + end) * scale };
  };
  const horizontal = insideOf(padding.left, padding.right, rect.width);
  const vertical = insideOf(padding.top, padding.bottom, rect.height);
  return {
    x: rect.x + horizontal.start,
    y: rect.y + vertical.start,
    width: horizontal.length,
    height: vertical.length,
  };
}

export interface Placeable<F extends { width: number; height: number }> {
  /** Null flows. */
  position: Position | null;
  /** Texts keep their height as far as possible; the others share the rest. */
  kind: "text" | "picture" | "flow";
  /** The half of the column it is confined to. */
  half: "LEFT" | "RIGHT" | null;
  /** The width it needs; Infinity takes all there is. */
  naturalWidth: number;
  /** Its full height at a width; Infinity for a flow. */
  naturalHeight(width: number): number;
  /** Fits it into a box; the result is never larger than the box. */
  fit(width: number, height: number): F;
}

export interface Placed<T, F> {
  item: T;
  fitted: F;
  x: number;
  y: number;
}

type Side = "left" | "center" | "right";
const sides: readonly Side[] = ["left", "center", "right"];

/** From the top of a column (0) to the bottom (1). The flow is the second band. */
const bands = [0, 0, 0.25, 0.5, 0.75, 1] as const;
const flow = 1;

const bandAndSide: Readonly<Record<Position, readonly [band: number, side: Side]>> = {
  TOP_LEFT: [0, "left"],
  TOP: [0, "center"],
  TOP_RIGHT: [0, "right"],
  ABOVE_CENTER: [2, "center"],
  LEFT: [3, "left"],
  CENTER: [3, "center"],
  RIGHT: [3, "right"],
  BELOW_CENTER: [4, "center"],
  BOTTOM_LEFT: [5, "left"],
  BOTTOM: [5, "center"],
  BOTTOM_RIGHT: [5, "right"],
};

export const bandAndSideOf = (position: Position | null): { band: number; down: number; side: Side } => {
  const [band, side] = position === null ? ([flow, "left"] as const) : bandAndSide[position];
  return { band, down: bands[band]!, side };
};

const sideOf = ({ half, position }: Pick<Placeable<never>, "half" | "position">): Side =>
  half === "LEFT" ? "left" : half === "RIGHT" ? "right" : bandAndSideOf(position).side;

/** Distributes a length fairly: nothing gets more than it needs, and equal needs get equal shares. */
export function distribute(wants: readonly number[], available: number): number[] {
  const shares = new Array<number>(wants.length).fill(0);
  let remaining = Math.max(available, 0);
  // Compared, not subtracted: some wants are Infinity.
  const order = wants.map((_, index) => index).sort((a, b) => (wants[a]! < wants[b]! ? -1 : 1));
  order.forEach((index, done) => {
    shares[index] = Math.min(wants[index]!, remaining / (wants.length - done));
    remaining -= shares[index]!;
  });
  return shares;
}

interface Demand {
  text: number;
  remainder: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Gives texts their height first, but reserves up to half for the other items, which then share what is left. */
function allotHeights(demands: readonly Demand[], available: number): Demand[] {
  const reserved = Math.min(available / 2, sum(demands.map(({ remainder }) => remainder)));
  const text = distribute(
    demands.map((demand) => demand.text),
    available - reserved,
  );
  const remainders = distribute(
    demands.map((demand) => demand.remainder),
    available - sum(text),
  );
  return demands.map((_, index) => ({ text: text[index]!, remainder: remainders[index]! }));
}

/** Lays out all items in an area, with `gap` between neighbours; returns them in the given order. */
export function layOut<F extends { width: number; height: number }, T extends Placeable<F>>(
  items: readonly T[],
  area: Rect,
  gap: number,
): Placed<T, F>[] {
  const used = bands.flatMap((down, band) => {
    const inBand = items.filter(({ position }) => bandAndSideOf(position).band === band);
    return inBand.length === 0 ? [] : [{ down, groups: groupsOf<F, T>(inBand, area, gap) }];
  });
  const heights = allotHeights(
    used.map(({ groups }) => highest(groups.map(({ demand }) => demand))),
    area.height - gap * (used.length - 1),
  );
  const settled = used.map(({ down, groups }, index) => {
    const { text, remainder } = heights[index]!;
    const filled = groups.map((group) => ({ ...group, ...fillGroup<F, T>(group, text + remainder, gap) }));
    return { down, filled, height: Math.max(...filled.map(({ height }) => height)) };
  });
  const tops = bandTops(settled, area.height, gap);
  const found = new Map<T, Placed<T, F>>();
  settled.forEach(({ down, filled, height }, index) => {
    for (const { side, x, width, stack, height: stackHeight } of filled) {
      let y = area.y + tops[index]! + (height - stackHeight) * down;
      for (const { thing: item, fitted } of stack) {
        const spare = width - fitted.width;
        const aside = side === "left" ? 0 : side === "center" ? spare / 2 : spare;
        found.set(item, { item, fitted, x: x + aside, y });
        y += fitted.height + gap;
      }
    }
  });
  return items.map((placeable) => found.get(placeable)!);
}

interface Group<T> {
  side: Side;
  x: number;
  width: number;
  items: T[];
  demand: Demand;
}

/** The items of one band as left, centre and right groups, each with its part of the width. */
function groupsOf<F extends { width: number; height: number }, T extends Placeable<F>>(
  items: readonly T[],
  area: Rect,
  gap: number,
): Group<T>[] {
  const groups = sides.flatMap((side) => {
    const ownItems = items.filter((placeable) => sideOf(placeable) === side);
    return ownItems.length === 0 ? [] : [{ side, items: ownItems }];
  });
  const hasHalves = items.some(({ half }) => half !== null);
  const preferredWidth = (side: Side) =>
    hasHalves && side !== "center"
      ? Number.POSITIVE_INFINITY
      : Math.max(
          0,
          ...items.filter((placeable) => sideOf(placeable) === side).map(({ naturalWidth }) => naturalWidth),
        );
  const part: (side: Side) => Part =
    groups.length === 1 && !hasHalves
      ? () => ({ x: 0, width: area.width })
      : partsOf(preferredWidth, area.width, gap);
  return groups.map(({ side, items: groupThings }) => {
    const { x, width } = part(side);
    const tall = (kind: (thing: T) => boolean) =>
      sum(groupThings.filter(kind).map((groupItem) => groupItem.naturalHeight(width)));
    const gaps = gap * (groupThings.length - 1);
    return {
      side,
      x: area.x + x,
      width,
      items: groupThings,
      demand: {
        text: tall(({ kind }) => kind === "text") + gaps,
        remainder: tall(({ kind }) => kind !== "text"),
      },
    };
  });
}

type Part = { x: number; width: number };

function partsOf(preferredWidth: (side: Side) => number, width: number, gap: number): (side: Side) => Part {
  const [ofLeft, ofMiddle, ofRight] = [
    preferredWidth("left"),
    preferredWidth("center"),
    preferredWidth("right"),
  ];
  if (ofMiddle === 0) {
    const available = width - gap;
    const [left, right] = distribute([ofLeft, ofRight], available);
    // Both share the surplus width.
    const spare = (available - left! - right!) / 2;
    return (side) =>
      side === "right"
        ? { x: width - right! - spare, width: right! + spare }
        : { x: 0, width: left! + spare };
  }
  // Both sides are as wide as the wider one, so that the middle stays centred.
  const beside = Math.max(ofLeft, ofRight);
  const available = width - 2 * gap;
  const [side, , middle] = distribute([beside, beside, ofMiddle], available);
  const outer = side! + (available - 2 * side! - middle!) / 3;
  const parts = {
    left: { x: 0, width: outer },
    center: { x: outer + gap, width: available - 2 * outer },
    right: { x: width - outer, width: outer },
  };
  return (index) => parts[index];
}

const highest = (demands: readonly Demand[]): Demand => {
  const text = Math.max(...demands.map((demand) => demand.text));
  const all = Math.max(...demands.map((demand) => demand.text + demand.remainder));
  return { text, remainder: all - text };
};

function fillGroup<F extends { width: number; height: number }, T extends Placeable<F>>(
  { items, width }: Group<T>,
  height: number,
  gap: number,
) {
  const gaps = gap * (items.length - 1);
  const boxes = allotHeights(
    items.map((thing) => {
      const natural = thing.naturalHeight(width);
      return thing.kind === "text" ? { text: natural, remainder: 0 } : { text: 0, remainder: natural };
    }),
    height - gaps,
  );
  const stack = items.map((placeable, index) => ({
    thing: placeable,
    fitted: placeable.fit(width, boxes[index]!.text + boxes[index]!.remainder),
  }));
  return { stack, height: sum(stack.map(({ fitted }) => fitted.height)) + gaps };
}

/** Tops of the bands: at their heights, moved apart so that none overlaps another. */
function bandTops(
  blocks: readonly { down: number; height: number }[],
  height: number,
  gap: number,
): number[] {
  const tops: number[] = [];
  let free = 0;
  for (const block of blocks) {
    const top = Math.max((height - block.height) * block.down, free);
    tops.push(top);
    free = top + block.height + gap;
  }
  let limit = height;
  for (let index = blocks.length - 1; index >= 0; index--) {
    tops[index] = Math.min(tops[index]!, limit - blocks[index]!.height);
    limit = tops[index]! - gap;
  }
  return tops;
}

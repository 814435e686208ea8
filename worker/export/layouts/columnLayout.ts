import type { Position } from "#domain/layout/types.ts";
import { mmToPoints } from "./pageMetrics.ts";
import type { DrawnBlock, DrawnCell } from "./renderTree.ts";

/*
 * Lays out items in a column of a slide or page. There are nine positions, plus two halfway between the centre and the top or bottom.
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
export const columnGapPoints = 8;
/** Minimum height of a flow, in points: about a row. */
export const minFlowHeight = 30;
/** Minimum share of a column that padding leaves for the content. */
const minContentShare = 0.2;

/** The inside of a column, without padding and border; `rect` in points. */
export function contentRectOf({ padding, border }: Pick<DrawnCell, "padding" | "border">, rect: Rect): Rect {
  const edge = border?.width ?? 0;
  const shrink = (from: number, to: number, length: number) => {
    const [start, end] = [mmToPoints(from) + edge, mmToPoints(to) + edge];
    const scale = Math.min(1, (length * (1 - minContentShare)) / Math.max(start + end, 0.01));
    return { start: start * scale, length: length - (start + end) * scale };
  };
  const horizontal = shrink(padding.left, padding.right, rect.width);
  const vertical = shrink(padding.top, padding.bottom, rect.height);
  return {
    x: rect.x + horizontal.start,
    y: rect.y + vertical.start,
    width: horizontal.length,
    height: vertical.length,
  };
}

/** Columns of a table that fit the width of a portrait page. */
export const maxPortraitColumns = 4;

/** Whether it is a table with headers over more columns than fit a portrait page: a comparison of many documentations. */
export const isWideTable = (item: DrawnBlock): boolean =>
  item.kind === "table" && item.header !== null && item.widths.length > maxPortraitColumns;

export const hasWideTable = (columns: readonly DrawnCell[]): boolean =>
  columns.some(({ items }) => items.some(isWideTable));

export interface LayoutItem<F extends { width: number; height: number }> {
  /** Null flows. */
  position: Position | null;
  /** Texts keep their height as far as possible; the others share the rest. */
  kind: "text" | "picture" | "flow";
  /** The half of the column it is confined to. */
  half: "LEFT" | "RIGHT" | null;
  /** The width it needs; Infinity for all that is available. */
  naturalWidth: number;
  /** Its full height at a width; Infinity for a flow. */
  naturalHeight(width: number): number;
  /** Fits it into a box; the result is never larger than the box. */
  fit(width: number, height: number): F;
}

export interface PlacedItem<T, F> {
  item: T;
  fittedContent: F;
  x: number;
  y: number;
}

type Side = "left" | "center" | "right";
const sides: readonly Side[] = ["left", "center", "right"];

/** From the top of a column (0) to the bottom (1). The flow is the second band. */
const bandTopRatios = [0, 0, 0.25, 0.5, 0.75, 1] as const;
const flowBand = 1;

const bandAndSideByPosition: Readonly<Record<Position, readonly [band: number, side: Side]>> = {
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

export const bandAndSideOf = (
  position: Position | null,
): { band: number; relativeTop: number; side: Side } => {
  const [band, side] = position === null ? ([flowBand, "left"] as const) : bandAndSideByPosition[position];
  return { band, relativeTop: bandTopRatios[band]!, side };
};

const sideOf = ({ half, position }: Pick<LayoutItem<never>, "half" | "position">): Side =>
  half === "LEFT" ? "left" : half === "RIGHT" ? "right" : bandAndSideOf(position).side;

/** Distributes a length fairly: nothing gets more than it needs, and equal needs get equal shares. */
export function distributeFairly(demands: readonly number[], available: number): number[] {
  const shares = new Array<number>(demands.length).fill(0);
  let remaining = Math.max(available, 0);
  // Compared, not subtracted: some demands are Infinity.
  const order = demands.map((_, index) => index).sort((a, b) => (demands[a]! < demands[b]! ? -1 : 1));
  order.forEach((index, assignedCount) => {
    shares[index] = Math.min(demands[index]!, remaining / (demands.length - assignedCount));
    remaining -= shares[index]!;
  });
  return shares;
}

interface HeightDemand {
  text: number;
  remainder: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Gives texts their height first, but reserves up to half for the other items, which then share what is left. */
function allocateHeights(demands: readonly HeightDemand[], available: number): HeightDemand[] {
  const reservedHeight = Math.min(available / 2, sum(demands.map(({ remainder }) => remainder)));
  const text = distributeFairly(
    demands.map((demand) => demand.text),
    available - reservedHeight,
  );
  const remainders = distributeFairly(
    demands.map((demand) => demand.remainder),
    available - sum(text),
  );
  return demands.map((_, index) => ({ text: text[index]!, remainder: remainders[index]! }));
}

/** Lays out all items in an area, with `gap` between neighbours; returns them in the given order. */
export function layOut<F extends { width: number; height: number }, T extends LayoutItem<F>>(
  items: readonly T[],
  area: Rect,
  gap: number,
): PlacedItem<T, F>[] {
  const usedBands = bandTopRatios.flatMap((relativeTop, band) => {
    const bandItems = items.filter(({ position }) => bandAndSideOf(position).band === band);
    return bandItems.length === 0 ? [] : [{ relativeTop, groups: groupBySide<F, T>(bandItems, area, gap) }];
  });
  const heights = allocateHeights(
    usedBands.map(({ groups }) => maxDemand(groups.map(({ demand }) => demand))),
    area.height - gap * (usedBands.length - 1),
  );
  const filledBands = usedBands.map(({ relativeTop, groups }, index) => {
    const { text, remainder } = heights[index]!;
    const filledGroups = groups.map((group) => ({
      ...group,
      ...fitGroup<F, T>(group, text + remainder, gap),
    }));
    return {
      relativeTop,
      filledGroups,
      height: Math.max(...filledGroups.map(({ height }) => height)),
    };
  });
  const tops = bandTops(filledBands, area.height, gap);
  const placedByItem = new Map<T, PlacedItem<T, F>>();
  filledBands.forEach(({ relativeTop, filledGroups, height }, index) => {
    for (const { side, x, width, stack, height: stackHeight } of filledGroups) {
      let y = area.y + tops[index]! + (height - stackHeight) * relativeTop;
      for (const { item, fittedContent } of stack) {
        const spareWidth = width - fittedContent.width;
        const offset = side === "left" ? 0 : side === "center" ? spareWidth / 2 : spareWidth;
        placedByItem.set(item, { item, fittedContent, x: x + offset, y });
        y += fittedContent.height + gap;
      }
    }
  });
  return items.map((item) => placedByItem.get(item)!);
}

interface Group<T> {
  side: Side;
  x: number;
  width: number;
  items: T[];
  demand: HeightDemand;
}

/** The items of one band as left, centre and right groups, each with its part of the width. */
function groupBySide<F extends { width: number; height: number }, T extends LayoutItem<F>>(
  items: readonly T[],
  area: Rect,
  gap: number,
): Group<T>[] {
  const groups = sides.flatMap((side) => {
    const sideItems = items.filter((item) => sideOf(item) === side);
    return sideItems.length === 0 ? [] : [{ side, items: sideItems }];
  });
  const hasHalves = items.some(({ half }) => half !== null);
  const preferredWidth = (side: Side) =>
    hasHalves && side !== "center"
      ? Number.POSITIVE_INFINITY
      : Math.max(0, ...items.filter((item) => sideOf(item) === side).map(({ naturalWidth }) => naturalWidth));
  const partOfSide: (side: Side) => Part =
    groups.length === 1 && !hasHalves
      ? () => ({ x: 0, width: area.width })
      : splitWidth(preferredWidth, area.width, gap);
  return groups.map(({ side, items: groupItems }) => {
    const { x, width } = partOfSide(side);
    const totalHeight = (kind: (item: T) => boolean) =>
      sum(groupItems.filter(kind).map((item) => item.naturalHeight(width)));
    const gaps = gap * (groupItems.length - 1);
    return {
      side,
      x: area.x + x,
      width,
      items: groupItems,
      demand: {
        text: totalHeight(({ kind }) => kind === "text") + gaps,
        remainder: totalHeight(({ kind }) => kind !== "text"),
      },
    };
  });
}

type Part = { x: number; width: number };

function splitWidth(
  preferredWidth: (side: Side) => number,
  width: number,
  gap: number,
): (side: Side) => Part {
  const [leftWidth, middleWidth, rightWidth] = [
    preferredWidth("left"),
    preferredWidth("center"),
    preferredWidth("right"),
  ];
  if (middleWidth === 0) {
    const available = width - gap;
    const [left, right] = distributeFairly([leftWidth, rightWidth], available);
    // Both share the surplus width.
    const spareWidth = (available - left! - right!) / 2;
    return (side) =>
      side === "right"
        ? { x: width - right! - spareWidth, width: right! + spareWidth }
        : { x: 0, width: left! + spareWidth };
  }
  // Both sides are as wide as the wider one, so that the middle stays centred.
  const sideWidth = Math.max(leftWidth, rightWidth);
  const available = width - 2 * gap;
  const [sideShare, , middleShare] = distributeFairly([sideWidth, sideWidth, middleWidth], available);
  const outerWidth = sideShare! + (available - 2 * sideShare! - middleShare!) / 3;
  const parts = {
    left: { x: 0, width: outerWidth },
    center: { x: outerWidth + gap, width: available - 2 * outerWidth },
    right: { x: width - outerWidth, width: outerWidth },
  };
  return (side) => parts[side];
}

const maxDemand = (demands: readonly HeightDemand[]): HeightDemand => {
  const text = Math.max(...demands.map((demand) => demand.text));
  const total = Math.max(...demands.map((demand) => demand.text + demand.remainder));
  return { text, remainder: total - text };
};

function fitGroup<F extends { width: number; height: number }, T extends LayoutItem<F>>(
  { items, width }: Group<T>,
  height: number,
  gap: number,
) {
  const gaps = gap * (items.length - 1);
  const boxes = allocateHeights(
    items.map((item) => {
      const naturalHeight = item.naturalHeight(width);
      return item.kind === "text"
        ? { text: naturalHeight, remainder: 0 }
        : { text: 0, remainder: naturalHeight };
    }),
    height - gaps,
  );
  const stack = items.map((item, index) => ({
    item,
    fittedContent: item.fit(width, boxes[index]!.text + boxes[index]!.remainder),
  }));
  return { stack, height: sum(stack.map(({ fittedContent }) => fittedContent.height)) + gaps };
}

/** Tops of the bands: at their heights, moved apart so that none overlaps another. */
function bandTops(
  blocks: readonly { relativeTop: number; height: number }[],
  height: number,
  gap: number,
): number[] {
  const tops: number[] = [];
  let nextFreeTop = 0;
  for (const block of blocks) {
    const top = Math.max((height - block.height) * block.relativeTop, nextFreeTop);
    tops.push(top);
    nextFreeTop = top + block.height + gap;
  }
  let limit = height;
  for (let index = blocks.length - 1; index >= 0; index--) {
    tops[index] = Math.min(tops[index]!, limit - blocks[index]!.height);
    limit = tops[index]! - gap;
  }
  return tops;
}

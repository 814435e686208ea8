import { maxTimelinePhotos, type TimelineSpan } from "#domain/endpoints/documentation/photoTimeline.ts";
import type { GridMetrics } from "./gridMetrics.ts";

/** Stands for the day of photos of unknown time. They come last. */
export const unknownDay = "";

/** Photos fetched in one call: a span, or a part of one that exceeds the maximum page size. */
export interface Chunk {
  from: string;
  before: string;
  offset: number;
  day: string;
  /** The index of its first photo in the timeline, from 0. */
  first: number;
  count: number;
}

export interface TimelineDay {
  day: string;
  /** The index of its first photo in the timeline, from 0. */
  first: number;
  count: number;
}

export interface Timeline {
  days: TimelineDay[];
  chunks: Chunk[];
  count: number;
}

/** Builds the days and chunks of spans, which are ordered newest first. */
export function buildTimeline(spans: readonly TimelineSpan[]): Timeline {
  const days: TimelineDay[] = [];
  const chunks: Chunk[] = [];
  let first = 0;
  for (const { day: spanDay, from, before, count } of spans) {
    const day = spanDay ?? unknownDay;
    const last = days.at(-1);
    if (last?.day === day) last.count += count;
    else days.push({ day, first, count });
    for (let offset = 0; offset < count; offset += maxTimelinePhotos) {
      const chunkCount = Math.min(maxTimelinePhotos, count - offset);
      chunks.push({ from, before, offset, day, first: first + offset, count: chunkCount });
    }
    first += count;
  }
  return { days, chunks, count: first };
}

/** Binary search for the last item that starts at or before an index; -1 if all start after it. */
function findLastIndexBefore<T>(items: readonly T[], startOf: (item: T) => number, index: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(items[middle]!) <= index) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The chunks with photos from `first` up to, but excluding, `end`. */
export function chunksIn(chunks: readonly Chunk[], first: number, end: number): Chunk[] {
  const start = Math.max(
    0,
    findLastIndexBefore(chunks, (chunk) => chunk.first, first),
  );
  const matchingChunks: Chunk[] = [];
  for (let index = start; index < chunks.length && chunks[index]!.first < end; index += 1)
    matchingChunks.push(chunks[index]!);
  return matchingChunks;
}

export interface PositionedDay extends TimelineDay {
  top: number;
  rows: number;
  height: number;
}

export function layOutDays(
  days: readonly TimelineDay[],
  { columns, row, head }: GridMetrics,
): PositionedDay[] {
  let top = 0;
  return days.map((day) => {
    const rows = Math.ceil(day.count / columns);
    const positionedDay = { ...day, top, rows, height: head + rows * row };
    top += positionedDay.height;
    return positionedDay;
  });
}

export interface RenderedDay {
  day: PositionedDay;
  /** The first row to render and the one after the last. */
  firstRow: number;
  endRow: number;
}

/** The days and rows between two offsets, in pixels from the top of the timeline. */
export function findVisibleDays(
  days: readonly PositionedDay[],
  { row, head }: GridMetrics,
  top: number,
  bottom: number,
): RenderedDay[] {
  const visibleDays: RenderedDay[] = [];
  const start = Math.max(
    0,
    findLastIndexBefore(days, (day) => day.top, top),
  );
  for (let index = start; index < days.length && days[index]!.top < bottom; index += 1) {
    const day = days[index]!;
    const rowAt = (height: number) => (height - day.top - head) / row;
    const firstRow = Math.min(day.rows, Math.max(0, Math.floor(rowAt(top))));
    const endRow = Math.min(day.rows, Math.max(firstRow, Math.ceil(rowAt(bottom))));
    visibleDays.push({ day, firstRow, endRow });
  }
  return visibleDays;
}

export const findDay = <D extends TimelineDay>(days: readonly D[], index: number): D | undefined =>
  days[findLastIndexBefore(days, (day) => day.first, index)];

/** The top and bottom of a photo's row, in pixels from the top of the timeline. */
export function computeRowOffset(
  days: readonly PositionedDay[],
  { columns, row, head }: GridMetrics,
  index: number,
) {
  const day = findDay(days, index);
  const top = day ? day.top + head + Math.floor((index - day.first) / columns) * row : 0;
  return { top, bottom: top + row };
}

/** The index that an arrow key moves to; null for other keys. Up and down keep the column, also across days. */
export function findNextIndex(
  key: string,
  index: number,
  { days, count }: Timeline,
  columns: number,
): number | null {
  const day = findDay(days, index);
  if (!day) return null;
  const column = (index - day.first) % columns;
  const moveVertically = (step: 1 | -1): number => {
    const offsetInDay = index - day.first + step * columns;
    if (offsetInDay >= 0 && offsetInDay < day.count) return index + step * columns;
    const lastRow = Math.floor((day.count - 1) / columns);
    // A shorter last row of the same day comes before the next day.
    if (step === 1 && Math.floor((index - day.first) / columns) < lastRow) return day.first + day.count - 1;
    const adjacentDay = findDay(days, step === 1 ? day.first + day.count : day.first - 1);
    if (!adjacentDay || adjacentDay === day) return index;
    const row = step === 1 ? 0 : Math.floor((adjacentDay.count - 1) / columns);
    return adjacentDay.first + Math.min(row * columns + column, adjacentDay.count - 1);
  };
  const steps: Record<string, () => number> = {
    ArrowLeft: () => Math.max(0, index - 1),
    ArrowRight: () => Math.min(count - 1, index + 1),
    ArrowUp: () => (index === 0 ? 0 : moveVertically(-1)),
    ArrowDown: () => moveVertically(1),
    Home: () => 0,
    End: () => count - 1,
  };
  return steps[key]?.() ?? null;
}

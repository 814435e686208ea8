import { maxTimelinePhotos, type TimelineSpan } from "#domain/endpoints/documentation/photoTimeline.ts";

/** What is fetched at once: a span, or a part of one that holds more than an answer does. */
export interface Chunk {
  from: string;
  before: string;
  offset: number;
  day: string;
  /** The place of its first photo among all, from 0. */
  first: number;
  count: number;
}

export interface TimelineDay {
  day: string;
  /** The place of its first photo among all. */
  first: number;
  count: number;
}

export interface Timeline {
  days: TimelineDay[];
  chunks: Chunk[];
  count: number;
}

/** Spans, newest first, as days and as what is fetched for them. */
export function timelineOf(spans: readonly TimelineSpan[]): Timeline {
  const days: TimelineDay[] = [];
  const chunks: Chunk[] = [];
  let first = 0;
  for (const { day, from, before, count } of spans) {
    const last = days.at(-1);
    if (last?.day === day) last.count += count;
    else days.push({ day, first, count });
    for (let offset = 0; offset < count; offset += maxTimelinePhotos) {
      const part = Math.min(maxTimelinePhotos, count - offset);
      chunks.push({ from, before, offset, day, first: first + offset, count: part });
    }
    first += count;
  }
  return { days, chunks, count: first };
}

/** The index of the last item that begins at or before a place; -1 before the first. */
function lastIndexBefore<T>(items: readonly T[], begins: (item: T) => number, index: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (begins(items[middle]!) <= index) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The chunks with photos from `first` up to `end`, which is not among them. */
export function chunksIn(chunks: readonly Chunk[], first: number, end: number): Chunk[] {
  const start = Math.max(
    0,
    lastIndexBefore(chunks, (chunk) => chunk.first, first),
  );
  const found: Chunk[] = [];
  for (let index = start; index < chunks.length && chunks[index]!.first < end; index += 1)
    found.push(chunks[index]!);
  return found;
}

/** Pixels of the grid. */
export interface GridMetrics {
  columns: number;
  tile: number;
  gap: number;
  row: number;
  head: number;
}

const narrow = 544;
const caption = 24;

/** As many columns as fit: at least three on a phone. */
export function gridMetrics(width: number): GridMetrics {
  const [min, gap] = width < narrow ? [104, 8] : [148, 12];
  const columns = Math.max(width < narrow ? 3 : 1, Math.floor((width + gap) / (min + gap)));
  const tile = Math.floor((width - gap * (columns - 1)) / columns);
  return { columns, tile, gap, row: tile + caption + gap, head: 56 };
}

export interface PlacedDay extends TimelineDay {
  top: number;
  rows: number;
  height: number;
}

export function layOutDays(days: readonly TimelineDay[], { columns, row, head }: GridMetrics): PlacedDay[] {
  let top = 0;
  return days.map((day) => {
    const rows = Math.ceil(day.count / columns);
    const one = { ...day, top, rows, height: head + rows * row };
    top += one.height;
    return one;
  });
}

export interface DrawnDay {
  day: PlacedDay;
  /** Rows of it that are drawn. */
  firstRow: number;
  endRow: number;
}

/** What lies between two heights, in pixels from the top of the timeline. */
export function drawnDays(
  days: readonly PlacedDay[],
  { row, head }: GridMetrics,
  top: number,
  bottom: number,
): DrawnDay[] {
  const drawn: DrawnDay[] = [];
  const start = Math.max(
    0,
    lastIndexBefore(days, (day) => day.top, top),
  );
  for (let index = start; index < days.length && days[index]!.top < bottom; index += 1) {
    const day = days[index]!;
    const rowAt = (height: number) => (height - day.top - head) / row;
    const firstRow = Math.min(day.rows, Math.max(0, Math.floor(rowAt(top))));
    const endRow = Math.min(day.rows, Math.max(firstRow, Math.ceil(rowAt(bottom))));
    drawn.push({ day, firstRow, endRow });
  }
  return drawn;
}

export const dayHolding = <D extends TimelineDay>(days: readonly D[], index: number): D | undefined =>
  days[lastIndexBefore(days, (day) => day.first, index)];

/** The heights between which a photo's row lies. */
export function rowOffset(days: readonly PlacedDay[], { columns, row, head }: GridMetrics, index: number) {
  const day = dayHolding(days, index);
  const top = day ? day.top + head + Math.floor((index - day.first) / columns) * row : 0;
  return { top, bottom: top + row };
}

/** The place that an arrow key leads to; null for other keys. Up and down keep the column, also into another day. */
export function stepOf(
  key: string,
  index: number,
  { days, count }: Timeline,
  columns: number,
): number | null {
  const day = dayHolding(days, index);
  if (!day) return null;
  const column = (index - day.first) % columns;
  const beside = (step: 1 | -1): number => {
    const within = index - day.first + step * columns;
    if (within >= 0 && within < day.count) return index + step * columns;
    const lastRow = Math.floor((day.count - 1) / columns);
    // A shorter last row of the same day comes before the next day.
    if (step === 1 && Math.floor((index - day.first) / columns) < lastRow) return day.first + day.count - 1;
    const other = dayHolding(days, step === 1 ? day.first + day.count : day.first - 1);
    if (!other || other === day) return index;
    const row = step === 1 ? 0 : Math.floor((other.count - 1) / columns);
    return other.first + Math.min(row * columns + column, other.count - 1);
  };
  const steps: Record<string, () => number> = {
    ArrowLeft: () => Math.max(0, index - 1),
    ArrowRight: () => Math.min(count - 1, index + 1),
    ArrowUp: () => (index === 0 ? 0 : beside(-1)),
    ArrowDown: () => beside(1),
    Home: () => 0,
    End: () => count - 1,
  };
  return steps[key]?.() ?? null;
}

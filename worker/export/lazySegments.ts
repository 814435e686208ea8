import { getSegmentLength, type Segment, sliceSegment } from "./segments.ts";

/** A run of segments of known length, read only when its bytes are needed. */
export interface LazySegments {
  /** Length in bytes. */
  length: number;
  /** The segments, `length` bytes in total; the same on every call. */
  read(): Promise<Iterable<Segment>>;
}

/** The segments of bytes [from, to) of concatenated ranges. Ranges outside are not read, and only one is in memory at a time. */
export async function* sliceLazySegments(
  ranges: readonly LazySegments[],
  from: number,
  to: number,
): AsyncGenerator<Segment> {
  let start = 0;
  for (const range of ranges) {
    const end = start + range.length;
    if (end > from && start < to && range.length > 0)
      yield* sliceSegments(await range.read(), start, from, to);
    start = end;
    if (start >= to) return;
  }
}

function* sliceSegments(
  segments: Iterable<Segment>,
  start: number,
  from: number,
  to: number,
): Generator<Segment> {
  let position = start;
  for (const segment of segments) {
    const length = getSegmentLength(segment);
    const first = Math.max(from - position, 0);
    const end = Math.min(to - position, length);
    if (first < end) yield sliceSegment(segment, first, end);
    position += length;
    if (position >= to) return;
  }
}

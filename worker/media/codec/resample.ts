import type { Size } from "../size";
import type { Pixels } from "./pixels";

/** Rows of pixels without padding, of one (grey), three or four bytes; what a fourth one says is not read. */
interface Rows extends Size {
  data: Uint8Array | Uint8ClampedArray;
  channels: 1 | 3 | 4;
}

/** How far a pixel of the result reaches, in its own pixels, to each side. */
const REACH = 3;
/** Weights are whole numbers that add up to this many binary digits. */
const DIGITS = 14;
const HALF = 1 << (DIGITS - 1);

/** Lanczos with three lobes, as the image service's. */
function lobes(x: number): number {
  if (x < 1e-9) return 1;
  if (x >= REACH) return 0;
  const angle = Math.PI * x;
  return (REACH * Math.sin(angle) * Math.sin(angle / REACH)) / (angle * angle);
}

/** What each pixel along one side of the result is made of: `count` weights from pixel `starts[i]` on, side by side. */
interface Weights {
  starts: Int32Array;
  weights: Int32Array;
  count: number;
}

function weightsFor(from: number, to: number): Weights {
  const step = from / to;
  const scale = Math.max(step, 1);
  const count = Math.min(from, Math.floor(2 * REACH * scale) + 2);
  const starts = new Int32Array(to);
  const weights = new Int32Array(to * count);
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * step;
    const start = Math.max(0, Math.min(from - count, Math.floor(centre - REACH * scale)));
    const shares = Array.from({ length: count }, (_, j) => lobes(Math.abs(start + j + 0.5 - centre) / scale));
    const sum = shares.reduce((total, share) => total + share, 0);
    let rest = 1 << DIGITS;
    let largest = 0;
    for (const [j, share] of shares.entries()) {
      const weight = Math.round((share / sum) * (1 << DIGITS));
      weights[i * count + j] = weight;
      rest -= weight;
      if (share > shares[largest]!) largest = j;
    }
    // Rounding must not make an even area darker.
    weights[i * count + largest]! += rest;
    starts[i] = start;
  }
  return { starts, weights, count };
}

/** The picture at exactly this size, opaque. Rows are held as long as the result needs them: little memory beside the result. */
export function resampled(rows: Rows, { width, height }: Size): Pixels {
  if (rows.width === width && rows.height === height) return copied(rows);
  const across = weightsFor(rows.width, width);
  const down = weightsFor(rows.height, height);
  const narrow = narrower(rows, across, width);
  const held = new Map<number, Int16Array>();
  const free: Int16Array[] = [];
  const sums = new Int32Array(width * 3);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    const first = down.starts[y]!;
    for (const [index, row] of held)
      if (index < first) {
        held.delete(index);
        free.push(row);
      }
    sums.fill(HALF);
    for (let j = 0; j < down.count; j++) {
      const weight = down.weights[y * down.count + j]!;
      if (weight === 0) continue;
      let row = held.get(first + j);
      if (!row) {
        row = narrow(first + j, free.pop() ?? new Int16Array(width * 3));
        held.set(first + j, row);
      }
      for (let i = 0; i < sums.length; i++) sums[i]! += row[i]! * weight;
    }
    for (let i = 0; i < sums.length; i += 3, at += 4) {
      data[at] = sums[i]! >> DIGITS;
      data[at + 1] = sums[i + 1]! >> DIGITS;
      data[at + 2] = sums[i + 2]! >> DIGITS;
      data[at + 3] = 255;
    }
  }
  return { data, width, height };
}

function copied({ data: from, width, height, channels }: Rows): Pixels {
  const [green, blue] = channels === 1 ? [0, 0] : [1, 2];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0, to = 0; to < data.length; at += channels, to += 4) {
    data[to] = from[at]!;
    data[to + 1] = from[at + green]!;
    data[to + 2] = from[at + blue]!;
    data[to + 3] = 255;
  }
  return { data, width, height };
}

/** Brings one row to the result's width, three numbers a pixel. They may lie beyond 0 to 255 until the columns are done too. */
function narrower({ data, width: from, channels }: Rows, { starts, weights, count }: Weights, width: number) {
  const [green, blue] = channels === 1 ? [0, 0] : [1, 2];
  return (y: number, row: Int16Array): Int16Array => {
    const begin = y * from * channels;
    for (let i = 0, to = 0; i < width; i++, to += 3) {
      let r = HALF;
      let g = HALF;
      let b = HALF;
      let at = begin + starts[i]! * channels;
      for (let j = i * count, end = j + count; j < end; j++, at += channels) {
        const weight = weights[j]!;
        r += data[at]! * weight;
        g += data[at + green]! * weight;
        b += data[at + blue]! * weight;
      }
      row[to] = r >> DIGITS;
      row[to + 1] = g >> DIGITS;
      row[to + 2] = b >> DIGITS;
    }
    return row;
  };
}

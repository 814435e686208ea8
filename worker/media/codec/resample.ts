import type { Size } from "../size.ts";
import type { Pixels } from "./pixelBuffer.ts";

/** Rows of pixels without padding, one (grey), three or four bytes per pixel; alpha is ignored. */
interface Rows extends Size {
  data: Uint8Array | Uint8ClampedArray;
  channels: 1 | 3 | 4;
}

/** Radius of the filter, in pixels of the result. */
const lanczosLobes = 3;
/** Weights are fixed-point numbers that add up to 1 << weightBits. */
const weightBits = 14;
const half = 1 << (weightBits - 1);

/** Lanczos with three lobes, like the image service. */
function lanczos(x: number): number {
  if (x < 1e-9) return 1;
  if (x >= lanczosLobes) return 0;
  const angle = Math.PI * x;
  return (lanczosLobes * Math.sin(angle) * Math.sin(angle / lanczosLobes)) / (angle * angle);
}

/** The source pixels of each result pixel along one side: `count` weights from pixel `starts[i]` on, concatenated. */
interface Weights {
  starts: Int32Array;
  weights: Int32Array;
  count: number;
}

function weightsFor(from: number, to: number): Weights {
  const step = from / to;
  const scale = Math.max(step, 1);
  const count = Math.min(from, Math.ceil(2 * lanczosLobes * scale));
  const starts = new Int32Array(to);
  const weights = new Int32Array(to * count);
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * step;
    const start = Math.max(0, Math.min(from - count, Math.ceil(centre - lanczosLobes * scale - 0.5)));
    const shares = Array.from({ length: count }, (_, j) =>
      lanczos(Math.abs(start + j + 0.5 - centre) / scale),
    );
    const sum = shares.reduce((total, share) => total + share, 0);
    let remainder = 1 << weightBits;
    let largest = 0;
    for (const [j, share] of shares.entries()) {
      const weight = Math.round((share / sum) * (1 << weightBits));
      weights[i * count + j] = weight;
      remainder -= weight;
      if (share > shares[largest]!) largest = j;
    }
    // Rounding must not make an even area darker.
    weights[i * count + largest]! += remainder;
    starts[i] = start;
  }
  return { starts, weights, count };
}

/** The picture at exactly this size, opaque. The result is made row by row, which needs little memory besides it. */
export function resampleTo(rows: Rows, { width, height }: Size): Pixels {
  if (rows.width === width && rows.height === height) return copied(rows);
  const columnWeights = weightsFor(rows.width, width);
  const rowWeights = weightsFor(rows.height, height);
  const sums = new Int32Array(rows.width * 3);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    addRows(rows, rowWeights, y, sums);
    scaleRow(sums, columnWeights, data.subarray(y * width * 4, (y + 1) * width * 4));
  }
  return { data, width, height };
}

function copied({ data: from, width, height, channels }: Rows): Pixels {
  const [green, blue] = channels === 1 ? [0, 0] : [1, 2];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let index = 0, to = 0; to < data.length; index += channels, to += 4) {
    data[to] = from[index]!;
    data[to + 1] = from[index + green]!;
    data[to + 2] = from[index + blue]!;
    data[to + 3] = 255;
  }
  return { data, width, height };
}

/**
 * One row of the result at the source width, three numbers per pixel. They may be outside 0 to 255 until the columns are
 * resampled too. Four rows at a time: reading and writing the sums takes longer than adding to them.
 */
function addRows(
  { data, width, channels }: Rows,
  { starts, weights, count }: Weights,
  y: number,
  sums: Int32Array,
): void {
  const [green, blue] = channels === 1 ? [0, 0] : [1, 2];
  const length = width * channels;
  sums.fill(half);
  for (let j = 0; j < count; j += 4) {
    const weightOf = (next: number) => (j + next < count ? weights[y * count + j + next]! : 0);
    const [w1, w2, w3, w4] = [weightOf(0), weightOf(1), weightOf(2), weightOf(3)];
    const rowStart = (next: number) => (starts[y]! + Math.min(j + next, count - 1)) * length;
    let [r1, r2, r3, r4] = [rowStart(0), rowStart(1), rowStart(2), rowStart(3)];
    for (let i = 0; i < sums.length; i += 3) {
      sums[i]! += data[r1]! * w1 + data[r2]! * w2 + data[r3]! * w3 + data[r4]! * w4;
      sums[i + 1]! +=
        data[r1 + green]! * w1 + data[r2 + green]! * w2 + data[r3 + green]! * w3 + data[r4 + green]! * w4;
      sums[i + 2]! +=
        data[r1 + blue]! * w1 + data[r2 + blue]! * w2 + data[r3 + blue]! * w3 + data[r4 + blue]! * w4;
      r1 += channels;
      r2 += channels;
      r3 += channels;
      r4 += channels;
    }
  }
  for (let i = 0; i < sums.length; i++) sums[i]! >>= weightBits;
}

/** Resamples a row to the width of the result, four bytes per pixel. */
function scaleRow(row: Int32Array, { starts, weights, count }: Weights, data: Uint8ClampedArray): void {
  for (let to = 0, j = 0; to < data.length; to += 4) {
    let r = half;
    let g = half;
    let b = half;
    let offset = starts[to >> 2]! * 3;
    for (const end = j + count; j < end; j++, offset += 3) {
      const weight = weights[j]!;
      r += row[offset]! * weight;
      g += row[offset + 1]! * weight;
      b += row[offset + 2]! * weight;
    }
    data[to] = r >> weightBits;
    data[to + 1] = g >> weightBits;
    data[to + 2] = b >> weightBits;
    data[to + 3] = 255;
  }
}

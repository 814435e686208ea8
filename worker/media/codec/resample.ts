import type { Size } from "../imageSize.ts";
import type { Pixels } from "./pixelBuffer.ts";

/** Rows of pixels without padding, one (grey), three or four bytes per pixel; alpha is ignored. */
interface PixelRows extends Size {
  data: Uint8Array | Uint8ClampedArray;
  channels: 1 | 3 | 4;
}

/** Radius of the filter, in pixels of the result. */
const lobeCount = 3;
/** Weights are fixed-point numbers that add up to 1 << weightBits. */
const weightBits = 14;
const roundingOffset = 1 << (weightBits - 1);

/** Lanczos with three lobes, as in the image service. */
function computeLanczos(x: number): number {
  if (x < 1e-9) return 1;
  if (x >= lobeCount) return 0;
  const angle = Math.PI * x;
  return (lobeCount * Math.sin(angle) * Math.sin(angle / lobeCount)) / (angle * angle);
}

/** The source pixels of each result pixel along one side: `count` weights from pixel `starts[i]` on, concatenated. */
interface Weights {
  starts: Int32Array;
  weights: Int32Array;
  count: number;
}

function computeWeights(sourceSize: number, resultSize: number): Weights {
  const step = sourceSize / resultSize;
  const scale = Math.max(step, 1);
  const count = Math.min(sourceSize, Math.ceil(2 * lobeCount * scale));
  const starts = new Int32Array(resultSize);
  const weights = new Int32Array(resultSize * count);
  for (let i = 0; i < resultSize; i++) {
    const centre = (i + 0.5) * step;
    const start = Math.max(0, Math.min(sourceSize - count, Math.ceil(centre - lobeCount * scale - 0.5)));
    const filterValues = Array.from({ length: count }, (_, weightIndex) =>
      computeLanczos(Math.abs(start + weightIndex + 0.5 - centre) / scale),
    );
    const sum = filterValues.reduce((total, share) => total + share, 0);
    let remainder = 1 << weightBits;
    let largestIndex = 0;
    for (const [j, share] of filterValues.entries()) {
      const weight = Math.round((share / sum) * (1 << weightBits));
      weights[i * count + j] = weight;
      remainder -= weight;
      if (share > filterValues[largestIndex]!) largestIndex = j;
    }
    // Rounding must not make an even area darker.
    weights[i * count + largestIndex]! += remainder;
    starts[i] = start;
  }
  return { starts, weights, count };
}

/** The picture at exactly this size, opaque. The result is computed row by row, which needs little additional memory. */
export function resamplePicture(rows: PixelRows, { width, height }: Size): Pixels {
  if (rows.width === width && rows.height === height) return copyPixels(rows);
  const columnWeights = computeWeights(rows.width, width);
  const rowWeights = computeWeights(rows.height, height);
  const rowSums = new Int32Array(rows.width * 3);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    addRows(rows, rowWeights, y, rowSums);
    scaleRow(rowSums, columnWeights, data.subarray(y * width * 4, (y + 1) * width * 4));
  }
  return { data, width, height };
}

function copyPixels({ data: sourceData, width, height, channels }: PixelRows): Pixels {
  const [green, blue] = channels === 1 ? [0, 0] : [1, 2];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let index = 0, resultIndex = 0; resultIndex < data.length; index += channels, resultIndex += 4) {
    data[resultIndex] = sourceData[index]!;
    data[resultIndex + 1] = sourceData[index + green]!;
    data[resultIndex + 2] = sourceData[index + blue]!;
    data[resultIndex + 3] = 255;
  }
  return { data, width, height };
}

/**
 * Computes one row of the result at the source width, three numbers per pixel. They may be outside 0 to 255 until the columns are
 * resampled too. Four rows are added at a time, because reading and writing the sums takes longer than adding to them.
 */
function addRows(
  { data, width, channels }: PixelRows,
  { starts, weights, count }: Weights,
  y: number,
  rowSums: Int32Array,
): void {
  const [green, blue] = channels === 1 ? [0, 0] : [1, 2];
  const length = width * channels;
  rowSums.fill(roundingOffset);
  for (let weightIndex = 0; weightIndex < count; weightIndex += 4) {
    const getWeight = (rowIndex: number) =>
      weightIndex + rowIndex < count ? weights[y * count + weightIndex + rowIndex]! : 0;
    const [w1, w2, w3, w4] = [getWeight(0), getWeight(1), getWeight(2), getWeight(3)];
    const getRowStart = (rowIndex: number) =>
      (starts[y]! + Math.min(weightIndex + rowIndex, count - 1)) * length;
    let [r1, r2, r3, r4] = [getRowStart(0), getRowStart(1), getRowStart(2), getRowStart(3)];
    for (let i = 0; i < rowSums.length; i += 3) {
      rowSums[i]! += data[r1]! * w1 + data[r2]! * w2 + data[r3]! * w3 + data[r4]! * w4;
      rowSums[i + 1]! +=
        data[r1 + green]! * w1 + data[r2 + green]! * w2 + data[r3 + green]! * w3 + data[r4 + green]! * w4;
      rowSums[i + 2]! +=
        data[r1 + blue]! * w1 + data[r2 + blue]! * w2 + data[r3 + blue]! * w3 + data[r4 + blue]! * w4;
      r1 += channels;
      r2 += channels;
      r3 += channels;
      r4 += channels;
    }
  }
  for (let i = 0; i < rowSums.length; i++) rowSums[i]! >>= weightBits;
}

/** Resamples a row to the width of the result, four bytes per pixel. */
function scaleRow(row: Int32Array, { starts, weights, count }: Weights, data: Uint8ClampedArray): void {
  for (let resultIndex = 0, weightIndex = 0; resultIndex < data.length; resultIndex += 4) {
    let r = roundingOffset;
    let g = roundingOffset;
    let b = roundingOffset;
    let offset = starts[resultIndex >> 2]! * 3;
    for (const end = weightIndex + count; weightIndex < end; weightIndex++, offset += 3) {
      const weight = weights[weightIndex]!;
      r += row[offset]! * weight;
      g += row[offset + 1]! * weight;
      b += row[offset + 2]! * weight;
    }
    data[resultIndex] = r >> weightBits;
    data[resultIndex + 1] = g >> weightBits;
    data[resultIndex + 2] = b >> weightBits;
    data[resultIndex + 3] = 255;
  }
}

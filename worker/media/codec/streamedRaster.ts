import type { Frame, ScanHeader } from "#domain/media/jpeg/jpegFrame.ts";
import { type JpegStructure, JpegWalker } from "#domain/media/jpeg/jpegWalker.ts";
import type { BlockSink } from "#domain/media/jpeg/scanReader.ts";
import { maxServicePixels, type Size } from "../imageSize.ts";
import { pushAll } from "../streamStructure.ts";
import { BlockMeans } from "./blockMeans.ts";
import type { Raster } from "./decoder.ts";
import { ScaledDct } from "./scaledDct.ts";
import { setRgb } from "./yccColors.ts";

/** Bytes of the largest raster that is held, with the coefficients that it is made from. */
const maxRasterBytes = 40 * 1024 * 1024;

/** The smallest scale, in eighths, that is at least `size`; null for more than half. */
const findScale = ({ width, height }: Size, size: Size): 1 | 2 | 4 | null =>
  ([1, 2, 4] as const).find(
    (eighths) =>
      Math.ceil((width * eighths) / 8) >= size.width && Math.ceil((height * eighths) / 8) >= size.height,
  ) ?? null;

/**
 * Whether only the means of the blocks are decoded, because a picture with several scans would have to be held. Null for a picture that the
 * image service accepts and whose means are too few: it is not streamed.
 */
function isDrawnFromMeans(
  { progressive, scanCount, width, height }: JpegStructure,
  size: Size,
): boolean | null {
  if (!progressive && scanCount === 1) return false;
  return width * height > maxServicePixels || findScale({ width, height }, size) === 1 ? true : null;
}

/** Bytes of the raster from which a picture is drawn at `size`; null if it cannot be streamed. */
export function computeRasterBytes(structure: JpegStructure, size: Size): number | null {
  const { width, height, components, samples } = structure;
  const isFromMeans = isDrawnFromMeans(structure, size);
  const eighths = isFromMeans ? 1 : findScale(structure, size);
  if (eighths === null || isFromMeans === null || (components !== 1 && components !== 3)) return null;
  const rasterBytes = Math.ceil((width * eighths) / 8) * Math.ceil((height * eighths) / 8) * components;
  const bytes = rasterBytes + (isFromMeans ? samples / 32 : 0);
  return bytes <= maxRasterBytes ? bytes : null;
}

/**
 * Decodes a JPEG while it streams: the file is never held, whatever its size. A sequential one is decoded at an eighth, a quarter or half
 * of its size; any other at an eighth, which may be less than `size`. Null if its data is broken.
 */
export async function decodeStream(
  structure: JpegStructure,
  body: ReadableStream<Uint8Array>,
  size: Size,
): Promise<Raster | null> {
  const isFromMeans = isDrawnFromMeans(structure, size);
  const eighths = findScale(structure, size);
  const drawing: { target: RasterSink | BlockMeans | null } = { target: null };
  const walker = new JpegWalker({
    isExact: true,
    sinkOf: (frame, scan, quantization) => {
      if (isFromMeans) {
        const means = drawing.target instanceof BlockMeans ? drawing.target : new BlockMeans(frame);
        drawing.target = means;
        return means.createSink(scan, quantization);
      }
      if (eighths === null) throw new Error("the picture is too small to be streamed");
      drawing.target = new RasterSink(frame, scan, quantization, eighths);
      return drawing.target;
    },
  });
  await pushAll(walker, body);
  return walker.finish().ok && drawing.target ? drawing.target.raster() : null;
}

interface Plane {
  dct: ScaledDct;
  divisors: Uint16Array;
  horizontal: number;
  /** Samples of a row of MCUs, and of one of its rows. */
  samples: Uint8ClampedArray;
  step: number;
  /** How many pixels of the raster a sample stands for. */
  columns: number;
  rows: number;
}

/** Draws the blocks of a scan, row by row of its MCUs, into a raster at a smaller scale. */
class RasterSink implements BlockSink {
  readonly coefficientCount: number;
  readonly #planes: Plane[];
  readonly #columns: number;
  readonly #unitHeight: number;
  readonly #size: Size;
  readonly #data: Uint8Array;

  constructor(
    frame: Frame,
    scan: ScanHeader,
    quantization: ReadonlyMap<number, Uint16Array>,
    eighths: number,
  ) {
    const isSingleComponent = scan.components.length === 1;
    const [horizontal, vertical] = isSingleComponent
      ? [1, 1]
      : [frame.maxHorizontalFactor, frame.maxVerticalFactor];
    this.#columns = Math.ceil(frame.width / (8 * horizontal));
    this.#unitHeight = vertical * eighths;
    this.#size = {
      width: Math.ceil((frame.width * eighths) / 8),
      height: Math.ceil((frame.height * eighths) / 8),
    };
    this.#planes = scan.components.map(({ component }) => {
      const [horizontalFactor, verticalFactor] = isSingleComponent
        ? [1, 1]
        : [component.horizontalFactor, component.verticalFactor];
      // Chroma with fewer samples is decoded at a larger scale instead of being enlarged.
      const [width, height] = [
        Math.min(8, Math.floor((eighths * horizontal) / horizontalFactor)),
        Math.min(8, Math.floor((eighths * vertical) / verticalFactor)),
      ];
      return {
        dct: new ScaledDct(width, height),
        divisors: quantization.get(component.quantization) ?? new Uint16Array(64).fill(1),
        horizontal: horizontalFactor,
        samples: new Uint8ClampedArray(this.#columns * horizontalFactor * width * verticalFactor * height),
        step: this.#columns * horizontalFactor * width,
        columns: (eighths * horizontal) / (horizontalFactor * width),
        rows: (eighths * vertical) / (verticalFactor * height),
      };
    });
    this.coefficientCount = Math.max(...this.#planes.map(({ dct }) => dct.coefficientCount));
    this.#data = new Uint8Array(this.#size.width * this.#size.height * scan.components.length);
  }

  onBlock(scanIndex: number, unit: number, blockOfUnit: number, coefficients: Int32Array): void {
    const { dct, divisors, horizontal, samples, step } = this.#planes[scanIndex]!;
    const column = unit % this.#columns;
    const x = (column * horizontal + (blockOfUnit % horizontal)) * dct.width;
    const y = Math.floor(blockOfUnit / horizontal) * dct.height;
    dct.transform(coefficients, divisors, samples, y * step + x, step);
    const isLastOfRow =
      column === this.#columns - 1 &&
      scanIndex === this.#planes.length - 1 &&
      x + dct.width === step &&
      (y + dct.height) * step === samples.length;
    if (isLastOfRow) this.#drawRow(Math.floor(unit / this.#columns));
  }

  #drawRow(row: number): void {
    const { width, height } = this.#size;
    const [luma, blue, red] = this.#planes;
    const data = this.#data;
    const top = row * this.#unitHeight;
    const bottom = Math.min(height, top + this.#unitHeight);
    for (let y = top; y < bottom; y++) {
      const lumaRow = computeRowStart(luma!, y - top);
      if (!blue || !red) {
        for (let x = 0; x < width; x++)
          data[y * width + x] = luma!.samples[lumaRow + Math.floor(x / luma!.columns)]!;
        continue;
      }
      const [blueRow, redRow] = [computeRowStart(blue, y - top), computeRowStart(red, y - top)];
      let index = y * width * 3;
      for (let x = 0; x < width; x++, index += 3) {
        const brightness = luma!.samples[lumaRow + Math.floor(x / luma!.columns)]!;
        const cb = blue.samples[blueRow + Math.floor(x / blue.columns)]! - 128;
        const cr = red.samples[redRow + Math.floor(x / red.columns)]! - 128;
        setRgb(data, index, brightness, cb, cr);
      }
    }
  }

  raster(): Raster {
    return { data: this.#data, ...this.#size, channels: this.#planes.length === 1 ? 1 : 3 };
  }
}

const computeRowStart = ({ rows, step }: Plane, y: number): number => Math.floor(y / rows) * step;

import type { Frame, ScanHeader } from "#domain/media/jpeg/jpegFrame.ts";
import { type JpegStructure, JpegWalker } from "#domain/media/jpeg/jpegWalker.ts";
import type { BlockSink } from "#domain/media/jpeg/scanReader.ts";
import type { Size } from "../size.ts";
import { pushAll } from "../streamStructure.ts";
import type { Raster } from "./decoder.ts";
import { ScaledDct } from "./scaledDct.ts";

/** Bytes of the largest raster that is held. */
const maxRasterBytes = 32 * 1024 * 1024;

/** The smallest scale, in eighths, that is at least `size`; null for more than half. */
const scaleFor = ({ width, height }: Size, size: Size): 1 | 2 | 4 | null =>
  ([1, 2, 4] as const).find(
    (eighths) =>
      Math.ceil((width * eighths) / 8) >= size.width && Math.ceil((height * eighths) / 8) >= size.height,
  ) ?? null;

/** Bytes of the raster from which a picture is drawn at `size`; null if it cannot be streamed. */
export function streamedRasterBytes(structure: JpegStructure, size: Size): number | null {
  const eighths = scaleFor(structure, size);
  const { width, height, components, progressive, scans } = structure;
  // A progressive picture needs its coefficients, a scan for each component its planes.
  if (eighths === null || progressive || scans !== 1 || (components !== 1 && components !== 3)) return null;
  const bytes = Math.ceil((width * eighths) / 8) * Math.ceil((height * eighths) / 8) * components;
  return bytes <= maxRasterBytes ? bytes : null;
}

/**
 * Decodes a sequential JPEG at an eighth, a quarter or half of its size while it streams: the file is never held, whatever its size.
 * Null if its data is broken.
 */
export async function decodeStream(
  structure: JpegStructure,
  body: ReadableStream<Uint8Array>,
  size: Size,
): Promise<Raster | null> {
  const eighths = scaleFor(structure, size);
  if (eighths === null) throw new Error("the picture is too small to be streamed");
  const drawing: { sink: RasterSink | null } = { sink: null };
  const walker = new JpegWalker({
    isExact: true,
    sinkOf: (frame, scan, quantization) => {
      drawing.sink = new RasterSink(frame, scan, quantization, eighths);
      return drawing.sink;
    },
  });
  await pushAll(walker, body);
  return walker.finish().ok && drawing.sink ? drawing.sink.raster() : null;
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
  readonly count: number;
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
    const isSingle = scan.components.length === 1;
    const [horizontal, vertical] = isSingle ? [1, 1] : [frame.horizontal, frame.vertical];
    this.#columns = Math.ceil(frame.width / (8 * horizontal));
    this.#unitHeight = vertical * eighths;
    this.#size = {
      width: Math.ceil((frame.width * eighths) / 8),
      height: Math.ceil((frame.height * eighths) / 8),
    };
    this.#planes = scan.components.map(({ component }) => {
      const [horizontalFactor, verticalFactor] = isSingle
        ? [1, 1]
        : [component.horizontal, component.vertical];
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
    this.count = Math.max(...this.#planes.map(({ dct }) => dct.count));
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
      const lumaRow = rowStart(luma!, y - top);
      if (!blue || !red) {
        for (let x = 0; x < width; x++)
          data[y * width + x] = luma!.samples[lumaRow + Math.floor(x / luma!.columns)]!;
        continue;
      }
      const [blueRow, redRow] = [rowStart(blue, y - top), rowStart(red, y - top)];
      let index = y * width * 3;
      for (let x = 0; x < width; x++, index += 3) {
        const bright = luma!.samples[lumaRow + Math.floor(x / luma!.columns)]!;
        const cb = blue.samples[blueRow + Math.floor(x / blue.columns)]! - 128;
        const cr = red.samples[redRow + Math.floor(x / red.columns)]! - 128;
        data[index] = clamp(bright + 1.402 * cr);
        data[index + 1] = clamp(bright - 0.344136 * cb - 0.714136 * cr);
        data[index + 2] = clamp(bright + 1.772 * cb);
      }
    }
  }

  raster(): Raster {
    return { data: this.#data, ...this.#size, channels: this.#planes.length === 1 ? 1 : 3 };
  }
}

const rowStart = ({ rows, step }: Plane, y: number): number => Math.floor(y / rows) * step;

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value + 0.5);

import type { Frame, FrameComponent, ScanHeader } from "#domain/media/jpeg/jpegFrame.ts";
import { getScanUnits } from "#domain/media/jpeg/jpegFrame.ts";
import type { BlockSink } from "#domain/media/jpeg/scanReader.ts";
import type { Raster } from "./decoder.ts";
import { setRgb } from "./yccColors.ts";

interface MeansPlane {
  component: FrameComponent;
  /** The DC coefficients of the blocks, row by row. */
  coefficients: Int16Array;
  /** Blocks in a row, with the padding of the frame. */
  columns: number;
  divisor: number;
}

/**
 * The DC coefficients of all blocks, which are the picture at an eighth of its size. They can come in any number of scans: of one component
 * or several, at once or bit by bit.
 */
export class BlockMeans {
  readonly #frame: Frame;
  readonly #planes: MeansPlane[];

  constructor(frame: Frame) {
    this.#frame = frame;
    const unitColumns = Math.ceil(frame.width / (8 * frame.maxHorizontalFactor));
    const unitRows = Math.ceil(frame.height / (8 * frame.maxVerticalFactor));
    this.#planes = frame.components.map((component) => ({
      component,
      coefficients: new Int16Array(
        unitColumns * component.horizontalFactor * unitRows * component.verticalFactor,
      ),
      columns: unitColumns * component.horizontalFactor,
      divisor: 1,
    }));
  }

  /** Receives the blocks of one scan. */
  createSink(scan: ScanHeader, quantization: ReadonlyMap<number, Uint16Array>): BlockSink {
    const { columns: unitColumns } = getScanUnits(this.#frame, scan);
    const isRefinement = scan.successiveHigh > 0;
    const targets = scan.components.map(({ component, index }) => {
      const plane = this.#planes[index]!;
      plane.divisor = quantization.get(component.quantization)?.[0] ?? 1;
      const [horizontal, vertical] =
        scan.components.length === 1 ? [1, 1] : [component.horizontalFactor, component.verticalFactor];
      return { plane, horizontal, vertical };
    });
    return {
      coefficientCount: 1,
      onBlock: (scanIndex, unit, blockOfUnit, coefficients) => {
        const { plane, horizontal, vertical } = targets[scanIndex]!;
        const x = (unit % unitColumns) * horizontal + (blockOfUnit % horizontal);
        const y = Math.floor(unit / unitColumns) * vertical + Math.floor(blockOfUnit / horizontal);
        const position = y * plane.columns + x;
        if (isRefinement) plane.coefficients[position]! |= coefficients[0]!;
        else plane.coefficients[position] = coefficients[0]!;
      },
    };
  }

  raster(): Raster {
    const { width: frameWidth, height: frameHeight } = this.#frame;
    const [width, height] = [Math.ceil(frameWidth / 8), Math.ceil(frameHeight / 8)];
    const [luma, blue, red] = this.#planes;
    const isColour = blue !== undefined && red !== undefined;
    const data = new Uint8ClampedArray(width * height * (isColour ? 3 : 1));
    const bytes = new Uint8Array(data.buffer);
    for (let y = 0, index = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const brightness = this.#differenceAt(luma!, x, y) + 128;
        if (isColour)
          setRgb(bytes, index, brightness, this.#differenceAt(blue, x, y), this.#differenceAt(red, x, y));
        else data[index] = brightness;
        index += isColour ? 3 : 1;
      }
    return { data: bytes, width, height, channels: isColour ? 3 : 1 };
  }

  /** The mean of the block at a pixel of the raster, centred on 0. */
  #differenceAt({ component, coefficients, columns, divisor }: MeansPlane, x: number, y: number): number {
    const { maxHorizontalFactor, maxVerticalFactor } = this.#frame;
    const column = Math.floor((x * component.horizontalFactor) / maxHorizontalFactor);
    const row = Math.floor((y * component.verticalFactor) / maxVerticalFactor);
    return (coefficients[row * columns + column]! * divisor) / 8;
  }
}

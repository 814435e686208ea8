import { zigzag } from "./jpegTokens.ts";

/**
 * The inverse DCT of a block at a smaller size: only its lowest frequencies are used, as in libjpeg's scaled decoding. A block of one
 * sample is its mean.
 */
export class ScaledDct {
  readonly width: number;
  readonly height: number;
  /** Number of leading coefficients in zigzag order that include all used ones. */
  readonly coefficientCount: number;
  readonly #columns: Float64Array;
  readonly #rows: Float64Array;
  /** The indexes in zigzag order of the used coefficients, by rows. */
  readonly #zigzagIndexes: Uint8Array;
  readonly #partialSums: Float64Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#columns = computeBasis(width);
    this.#rows = computeBasis(height);
    const zigzagIndexOf = new Map(Array.from(zigzag, (index, zigzagIndex) => [index, zigzagIndex]));
    this.#zigzagIndexes = Uint8Array.from(
      { length: width * height },
      (_, index) => zigzagIndexOf.get(Math.floor(index / width) * 8 + (index % width))!,
    );
    this.coefficientCount = Math.max(...this.#zigzagIndexes) + 1;
    this.#partialSums = new Float64Array(width * height);
  }

  /**
   * @param coefficients in zigzag order, not dequantised
   * @param divisors in zigzag order
   */
  transform(
    coefficients: Int32Array,
    divisors: Uint16Array,
    plane: Uint8ClampedArray,
    start: number,
    step: number,
  ): void {
    const { width, height } = this;
    if (width === 1 && height === 1) {
      plane[start] = (coefficients[0]! * divisors[0]!) / 8 + 128;
      return;
    }
    const [columns, rows, zigzagIndexes, partialSums] = [
      this.#columns,
      this.#rows,
      this.#zigzagIndexes,
      this.#partialSums,
    ];
    for (let v = 0; v < height; v++)
      for (let x = 0; x < width; x++) {
        let sum = 0;
        for (let u = 0; u < width; u++) {
          const zigzagIndex = zigzagIndexes[v * width + u]!;
          sum += columns[x * width + u]! * coefficients[zigzagIndex]! * divisors[zigzagIndex]!;
        }
        partialSums[v * width + x] = sum;
      }
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        let sum = 128;
        for (let v = 0; v < height; v++) sum += rows[y * height + v]! * partialSums[v * width + x]!;
        plane[start + y * step + x] = sum;
      }
  }
}

/** The values of each frequency at each sample, scaled so that a block of fewer samples keeps its brightness. */
function computeBasis(side: number): Float64Array {
  const scale = Math.sqrt(side / 8);
  return Float64Array.from({ length: side * side }, (_, index) => {
    const [x, u] = [Math.floor(index / side), index % side];
    const factor = Math.sqrt((u === 0 ? 1 : 2) / side);
    return scale * factor * Math.cos(((2 * x + 1) * u * Math.PI) / (2 * side));
  });
}

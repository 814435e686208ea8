import { TokenBuffer, zigzag } from "./jpegTokens.ts";
import type { Pixels } from "./pixelBuffer.ts";

/** Chroma subsampling: one chroma sample per 2 x 2 pixels (4:2:0), one per pixel (4:4:4), or no chroma (grey). */
export type ChromaSampling = "ofFour" | "ofEach" | "none";

/** Scale factors that the DCT below leaves in its coefficients, by row and column (Arai, Agui and Nakajima). */
const aanScales = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379];

/** Multipliers that scale and quantise DCT coefficients. Input and output are in zigzag order. */
export const computeFactors = (divisors: Uint8Array): Float64Array =>
  Float64Array.from(divisors, (divisor, zigzagIndex) => {
    const index = zigzag[zigzagIndex]!;
    return 1 / (divisor * aanScales[index >> 3]! * aanScales[index & 7]! * 8);
  });

/**
 * The tokens of a picture, in the block order of a JPEG scan.
 * @param lumaFactors multipliers of the luma component, `chroma` those of both chroma components
 */
export function createTokens(
  picture: Pixels,
  chromaSampling: ChromaSampling,
  lumaFactors: Float64Array,
  chromaFactors: Float64Array,
): TokenBuffer {
  const { width, height } = picture;
  const chromaShift = chromaSampling === "ofFour" ? 1 : 0;
  const unitSize = 8 << chromaShift;
  const columns = Math.ceil(width / unitSize);
  const stripe = new Stripe(columns * unitSize, chromaShift, chromaSampling === "none");
  const tokens = new TokenBuffer();
  const block = new Float64Array(64);
  for (let top = 0; top < height; top += unitSize) {
    stripe.read(picture, top);
    for (let column = 0; column < columns; column++) {
      for (let blockRow = 0; blockRow <= chromaShift; blockRow++)
        for (let blockColumn = 0; blockColumn <= chromaShift; blockColumn++) {
          forwardDct(
            stripe.lumaSamples,
            blockRow * 8 * stripe.width + column * unitSize + blockColumn * 8,
            stripe.width,
            block,
          );
          tokens.add(0, block, lumaFactors);
        }
      if (chromaSampling === "none") continue;
      for (const [component, plane] of [stripe.blue, stripe.red].entries()) {
        forwardDct(plane, column * 8, stripe.width >> chromaShift, block);
        tokens.add(component + 1, block, chromaFactors);
      }
    }
  }
  return tokens;
}

/**
 * A band of pixel rows from which blocks are cut, as luma and chroma centred on 0. Beyond the edges the last row and column are
 * repeated.
 */
class Stripe {
  readonly lumaSamples: Float32Array;
  readonly blue: Float32Array;
  readonly red: Float32Array;
  readonly width: number;
  readonly #chromaShift: number;
  readonly #isGrey: boolean;

  constructor(width: number, chromaShift: number, isGrey: boolean) {
    this.width = width;
    this.#chromaShift = chromaShift;
    this.#isGrey = isGrey;
    this.lumaSamples = new Float32Array(width * (8 << chromaShift));
    const chromaSampleCount = isGrey ? 0 : (width >> chromaShift) * 8;
    this.blue = new Float32Array(chromaSampleCount);
    this.red = new Float32Array(chromaSampleCount);
  }

  read({ data, width, height }: Pixels, top: number): void {
    const { lumaSamples, blue, red } = this;
    const chromaShift = this.#chromaShift;
    const weight = chromaShift === 1 ? 0.25 : 1;
    blue.fill(0);
    red.fill(0);
    for (let y = 0, lumaIndex = 0; y < 8 << chromaShift; y++) {
      const rowOffset = Math.min(top + y, height - 1) * width * 4;
      const chromaRow = (y >> chromaShift) * (this.width >> chromaShift);
      for (let x = 0; x < this.width; x++) {
        const pixel = rowOffset + (x < width ? x : width - 1) * 4;
        const r = data[pixel]!;
        const g = data[pixel + 1]!;
        const b = data[pixel + 2]!;
        const brightness = 0.299 * r + 0.587 * g + 0.114 * b;
        lumaSamples[lumaIndex++] = brightness - 128;
        if (this.#isGrey) continue;
        blue[chromaRow + (x >> chromaShift)]! += (b - brightness) * (0.564334086 * weight);
        red[chromaRow + (x >> chromaShift)]! += (r - brightness) * (0.713266762 * weight);
      }
    }
  }
}

/**
 * The forward DCT of an 8 x 8 block, scaled by `aanScales`: rows first, then columns.
 * @param start index of the first sample
 * @param stride distance between rows, in samples
 */
function forwardDct(plane: Float32Array, start: number, stride: number, block: Float64Array): void {
  for (let y = 0, sourceIndex = start; y < 64; y += 8, sourceIndex += stride) {
    for (let x = 0; x < 8; x++) block[y + x] = plane[sourceIndex + x]!;
    transformEight(block, y, 1);
  }
  for (let x = 0; x < 8; x++) transformEight(block, x, 8);
}

/** The one-dimensional DCT of eight numbers, in place. */
function transformEight(block: Float64Array, i0: number, stride: number): void {
  const i1 = i0 + stride;
  const i2 = i1 + stride;
  const i3 = i2 + stride;
  const i4 = i3 + stride;
  const i5 = i4 + stride;
  const i6 = i5 + stride;
  const i7 = i6 + stride;
  const a0 = block[i0]! + block[i7]!;
  const a1 = block[i1]! + block[i6]!;
  const a2 = block[i2]! + block[i5]!;
  const a3 = block[i3]! + block[i4]!;
  const b0 = block[i3]! - block[i4]!;
  const b1 = block[i2]! - block[i5]!;
  const b2 = block[i1]! - block[i6]!;
  const b3 = block[i0]! - block[i7]!;
  const outerSum = a0 + a3;
  const innerSum = a1 + a2;
  const scaledDifference = (a1 - a2 + a0 - a3) * Math.SQRT1_2;
  block[i0] = outerSum + innerSum;
  block[i4] = outerSum - innerSum;
  block[i2] = a0 - a3 + scaledDifference;
  block[i6] = a0 - a3 - scaledDifference;
  const rotation = (b0 + b1 - b2 - b3) * 0.382683433;
  const low = 0.5411961 * (b0 + b1) + rotation;
  const high = 1.306562965 * (b2 + b3) + rotation;
  const middle = (b1 + b2) * Math.SQRT1_2;
  block[i5] = b3 - middle + low;
  block[i3] = b3 - middle - low;
  block[i1] = b3 + middle + high;
  block[i7] = b3 + middle - high;
}

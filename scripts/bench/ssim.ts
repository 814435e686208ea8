import sharp from "sharp";

interface Brightness {
  data: Buffer;
  width: number;
  height: number;
}

/** Side of a window and distance between windows, in pixels. */
const windowSize = 8;
const windowStep = 4;
/** The constants of SSIM, for values up to 255. */
const c1 = (0.01 * 255) ** 2;
const c2 = (0.03 * 255) ** 2;

/**
 * The similarity of two pictures of the same size, 1 for identical: the mean structural similarity (SSIM) of their brightness in
 * windows of 8 x 8 pixels (Wang et al. 2004).
 */
export async function structuralSimilarity(first: Uint8Array, second: Uint8Array): Promise<number> {
  const [a, b] = [await brightnessOf(first), await brightnessOf(second)];
  if (a.width !== b.width || a.height !== b.height)
    throw new Error(`${a.width} x ${a.height} and ${b.width} x ${b.height} pixels`);
  let sum = 0;
  let windows = 0;
  for (let y = 0; y + windowSize <= a.height; y += windowStep)
    for (let x = 0; x + windowSize <= a.width; x += windowStep) {
      sum += windowSimilarity(a, b, x, y);
      windows += 1;
    }
  return sum / windows;
}

async function brightnessOf(jpeg: Uint8Array): Promise<Brightness> {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function windowSimilarity(a: Brightness, b: Brightness, left: number, top: number): number {
  const count = windowSize * windowSize;
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + windowSize; y++)
    for (let index = y * a.width + left, end = index + windowSize; index < end; index++) {
      const p = a.data[index]!;
      const q = b.data[index]!;
      sumA += p;
      sumB += q;
      squaresA += p * p;
      squaresB += q * q;
      products += p * q;
    }
  const [meanA, meanB] = [sumA / count, sumB / count];
  const varianceA = squaresA / count - meanA ** 2;
  const varianceB = squaresB / count - meanB ** 2;
  const covariance = products / count - meanA * meanB;
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA ** 2 + meanB ** 2 + c1) * (varianceA + varianceB + c2))
  );
}

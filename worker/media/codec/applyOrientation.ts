import type { Pixels } from "./pixelBuffer.ts";

/** The source index of a result pixel: `start + x * columnStep + y * rowStep`. */
interface PixelStrides {
  width: number;
  height: number;
  start: number;
  columnStep: number;
  rowStep: number;
}

/** The picture as it is displayed: its EXIF orientation (1 to 8) applied, then `quarterTurns` quarter turns clockwise. */
export function applyOrientation(picture: Pixels, orientation: number, quarterTurns: number): Pixels {
  let strides = createOrientedStrides(picture, orientation);
  for (let turn = 0; turn < quarterTurns; turn++) strides = rotateStrides(strides);
  const { width, height, start, columnStep, rowStep } = strides;
  if (start === 0 && columnStep === 1) return picture;
  const sourcePixels = new Uint32Array(picture.data.buffer);
  const data = new Uint8ClampedArray(picture.data.length);
  const resultPixels = new Uint32Array(data.buffer);
  let index = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0, sourceIndex = start + y * rowStep; x < width; x++, sourceIndex += columnStep)
      resultPixels[index++] = sourcePixels[sourceIndex]!;
  return { data, width, height };
}

function createOrientedStrides({ width, height }: Pixels, orientation: number): PixelStrides {
  const right = width - 1;
  const bottom = (height - 1) * width;
  // The corner to start from, and the side to follow first.
  const strides: Record<number, [number, number, number]> = {
    2: [right, -1, width],
    3: [right + bottom, -1, -width],
    4: [bottom, 1, -width],
    5: [0, width, 1],
    6: [bottom, -width, 1],
    7: [right + bottom, -width, -1],
    8: [right, width, -1],
  };
  const [start, columnStep, rowStep] = strides[orientation] ?? [0, 1, width];
  return orientation >= 5 && orientation <= 8
    ? { width: height, height: width, start, columnStep, rowStep }
    : { width, height, start, columnStep, rowStep };
}

const rotateStrides = ({ width, height, start, columnStep, rowStep }: PixelStrides): PixelStrides => ({
  width: height,
  height: width,
  start: start + rowStep * (height - 1),
  columnStep: -rowStep,
  rowStep: columnStep,
});

import type { Pixels } from "./pixelBuffer.ts";

/** Where a pixel of the result comes from: `start + x * across + y * down`. */
interface PixelStrides {
  width: number;
  height: number;
  start: number;
  multiDatabase: number;
  down: number;
}

/** The picture as a person sees it: with its EXIF orientation of 1 to 8 and then `turned` quarter turns clockwise applied. */
export function applyOrientation(picture: Pixels, orientation: number, turned: number): Pixels {
  let walk = orientedWalk(picture, orientation);
  for (let turn = 0; turn < turned; turn++) walk = turnedWalk(walk);
  const { width, height, start, multiDatabase, down } = walk;
  if (start === 0 && multiDatabase === 1) return picture;
  const from = new Uint32Array(picture.data.buffer);
  const data = new Uint8ClampedArray(picture.data.length);
  const to = new Uint32Array(data.buffer);
  let at = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0, source = start + y * down; x < width; x++, source += multiDatabase)
      to[at++] = from[source]!;
  return { data, width, height };
}

function orientedWalk({ width, height }: Pixels, orientation: number): PixelStrides {
  const right = width - 1;
  const bottom = (height - 1) * width;
  // Odd and even pairs of the standard: from which corner, and along which side first.
  const [start, multiDatabase, down] = (
    {
      2: [right, -1, width],
      3: [right + bottom, -1, -width],
      4: [bottom, 1, -width],
      5: [0, width, 1],
      6: [bottom, -width, 1],
      7: [right + bottom, -width, -1],
      8: [right, width, -1],
    } as Record<number, [number, number, number]>
  )[orientation] ?? [0, 1, width];
  return orientation >= 5 && orientation <= 8
    ? { width: height, height: width, start, multiDatabase, down }
    : { width, height, start, multiDatabase, down };
}

const turnedWalk = ({ width, height, start, multiDatabase, down }: PixelStrides): PixelStrides => ({
  width: height,
  height: width,
  start: start + down * (height - 1),
  multiDatabase: -down,
  down: multiDatabase,
});

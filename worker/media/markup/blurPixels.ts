import type { Pixels } from "../codec/pixelBuffer.ts";

interface PixelArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Maximum blocks along the longer side of the hidden area, and of the whole picture: too few to recognise anything. */
const maxBlocksPerArea = 8;
const maxBlocksPerPicture = 40;

/** Hides an area with blocks of one colour each: the mean of the pixels that they cover. */
export function pixelate(picture: Pixels, { left, top, right, bottom }: PixelArea): void {
  const blockSize = Math.max(
    1,
    Math.ceil(Math.max(right - left, bottom - top) / maxBlocksPerArea),
    Math.ceil(Math.max(picture.width, picture.height) / maxBlocksPerPicture),
  );
  for (let y = top; y < bottom; y += blockSize)
    for (let x = left; x < right; x += blockSize)
      fillWithMean(picture, {
        left: x,
        top: y,
        right: Math.min(right, x + blockSize),
        bottom: Math.min(bottom, y + blockSize),
      });
}

function fillWithMean({ data, width }: Pixels, { left, top, right, bottom }: PixelArea): void {
  let [red, green, blue] = [0, 0, 0];
  for (let y = top; y < bottom; y++)
    for (let index = (y * width + left) * 4, end = (y * width + right) * 4; index < end; index += 4) {
      red += data[index]!;
      green += data[index + 1]!;
      blue += data[index + 2]!;
    }
  const pixelCount = (right - left) * (bottom - top);
  for (let y = top; y < bottom; y++)
    for (let index = (y * width + left) * 4, end = (y * width + right) * 4; index < end; index += 4) {
      data[index] = red / pixelCount;
      data[index + 1] = green / pixelCount;
      data[index + 2] = blue / pixelCount;
    }
}

/** Composites a drawing of the same size over a picture. The colours of the drawing are premultiplied by alpha. */
export function compositeDrawing(picture: Pixels, drawing: Uint8Array): void {
  const { data } = picture;
  for (let index = 0; index < data.length; index += 4) {
    const alpha = drawing[index + 3]!;
    if (alpha === 0) continue;
    const remainingAlpha = 255 - alpha;
    for (let channel = index; channel < index + 3; channel++)
      data[channel] = drawing[channel]! + (data[channel]! * remainingAlpha) / 255;
  }
}

import type { Pixels } from "../codec/pixelBuffer.ts";

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** At most so many fields along the longer side of what is hidden, and of the whole picture: nothing can be read out of them. */
const maxBlocksPerArea = 8;
const maxBlocksPerPicture = 40;

/** Hides an area: fields of one colour each, the mean of what was there. */
export function pixelate(picture: Pixels, { left, top, right, bottom }: Area): void {
  const field = Math.max(
    1,
    Math.ceil(Math.max(right - left, bottom - top) / maxBlocksPerArea),
    Math.ceil(Math.max(picture.width, picture.height) / maxBlocksPerPicture),
  );
  for (let y = top; y < bottom; y += field)
    for (let x = left; x < right; x += field)
      fillWithMean(picture, {
        left: x,
        top: y,
        right: Math.min(right, x + field),
        bottom: Math.min(bottom, y + field),
      });
}

function fillWithMean({ data, width }: Pixels, { left, top, right, bottom }: Area): void {
  let [red, green, blue] = [0, 0, 0];
  for (let y = top; y < bottom; y++)
    for (let index = (y * width + left) * 4, end = (y * width + right) * 4; index < end; index += 4) {
      red += data[index]!;
      green += data[index + 1]!;
      blue += data[index + 2]!;
    }
  const count = (right - left) * (bottom - top);
  for (let y = top; y < bottom; y++)
    for (let index = (y * width + left) * 4, end = (y * width + right) * 4; index < end; index += 4) {
      data[index] = red / count;
      data[index + 1] = green / count;
      data[index + 2] = blue / count;
    }
}

/** Lays a drawing of the same size over a picture. The drawing's colours are multiplied by how opaque they are. */
export function composite(picture: Pixels, drawing: Uint8Array): void {
  const { data } = picture;
  for (let index = 0; index < data.length; index += 4) {
    const opaque = drawing[index + 3]!;
    if (opaque === 0) continue;
    const left = 255 - opaque;
    for (let colour = index; colour < index + 3; colour++)
      data[colour] = drawing[colour]! + (data[colour]! * left) / 255;
  }
}

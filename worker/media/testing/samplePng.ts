import { crc32, deflateSync, inflateSync } from "node:zlib";

export interface DecodedPng {
  width: number;
  height: number;
  /** The colour at a point, 0 to 255 each. */
  pixelAt(x: number, y: number): [red: number, green: number, blue: number];
}

/** Decodes an 8-bit RGB or RGBA PNG without interlacing, so that tests can inspect images. */
export function decodePng(png: Uint8Array): DecodedPng {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const channels = { 2: 3, 6: 4 }[png[25]!];
  if (png[24] !== 8 || channels === undefined || png[28] !== 0)
    throw new Error("this PNG format is not supported");
  const data: Uint8Array[] = [];
  for (let index = 8; index < png.length; ) {
    const length = view.getUint32(index);
    if (String.fromCharCode(...png.subarray(index + 4, index + 8)) === "IDAT")
      data.push(png.subarray(index + 8, index + 8 + length));
    index += length + 12;
  }
  const rawBytes = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = rawBytes[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? pixels[y * stride + x - channels]! : 0;
      const top = y > 0 ? pixels[(y - 1) * stride + x]! : 0;
      const corner = x >= channels && y > 0 ? pixels[(y - 1) * stride + x - channels]! : 0;
      const prediction = [0, left, top, (left + top) >> 1, predictPaeth(left, top, corner)][filter]!;
      pixels[y * stride + x] = rawBytes[y * (stride + 1) + 1 + x]! + prediction;
    }
  }
  return {
    width,
    height,
    pixelAt: (x, y) => {
      const start = y * stride + x * channels;
      return [pixels[start]!, pixels[start + 1]!, pixels[start + 2]!];
    },
  };
}

function predictPaeth(left: number, top: number, corner: number): number {
  const estimate = left + top - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - top), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? top : corner;
}

/** A PNG chunk: length, type, data, checksum. */
export function makePngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  chunk.set(
    [...type].map((character) => character.charCodeAt(0)),
    4,
  );
  chunk.set(data, 8);
  view.setUint32(data.length + 8, crc32(chunk.subarray(4, data.length + 8)));
  return chunk;
}

/** A grey PNG; `declaredSize` is the size in its header, if different. */
export function makeSmallPng(width = 8, height = 6, declaredSize = { width, height }): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, declaredSize.width);
  view.setUint32(4, declaredSize.height);
  header[8] = 8;
  const rows = new Uint8Array((width + 1) * height)
    .fill(0x80)
    .map((byte, index) => (index % (width + 1) ? byte : 0));
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...makePngChunk("IHDR", header),
    ...makePngChunk("IDAT", deflateSync(rows)),
    ...makePngChunk("IEND", new Uint8Array()),
  ]);
}

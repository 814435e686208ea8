import { crc32 } from "node:zlib";

/** Larger PNGs are refused, because a phone would need hundreds of megabytes to display one. */
export const maxPngPixels = 40_000_000;

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
/** Allowed bits per sample, by colour type. */
const depthsByColourType: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

export type PngInspection =
  | { ok: true; width: number; height: number }
  | { ok: false; reason: "notPng" | "truncated" | "corrupt" | "tooLarge" };

/** Checks the structure of a PNG: signature, header, and the checksum of every chunk. Pixels are not decoded. */
export function inspectPng(bytes: Uint8Array): PngInspection {
  if (!pngSignature.every((signatureByte, index) => bytes[index] === signatureByte))
    return { ok: false, reason: "notPng" };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: { width: number; height: number } | null = null;
  let hasData = false;
  for (let index: number = pngSignature.length; ; ) {
    if (index + 12 > bytes.length) return { ok: false, reason: "truncated" };
    const length = view.getUint32(index);
    const end = index + 12 + length;
    if (end > bytes.length) return { ok: false, reason: "truncated" };
    const type = String.fromCharCode(...bytes.subarray(index + 4, index + 8));
    if (crc32(bytes.subarray(index + 4, end - 4)) !== view.getUint32(end - 4))
      return { ok: false, reason: "corrupt" };
    if (!size) {
      if (type !== "IHDR" || length !== 13) return { ok: false, reason: "corrupt" };
      size = readHeader(view, index + 8);
      if (!size) return { ok: false, reason: "corrupt" };
      if (size.width * size.height > maxPngPixels) return { ok: false, reason: "tooLarge" };
    } else if (type === "IDAT") hasData ||= length > 0;
    else if (type === "IEND") return hasData ? { ok: true, ...size } : { ok: false, reason: "truncated" };
    index = end;
  }
}

/** Null for headers that no decoder accepts: no pixels, a wrong depth for the colour type, an unknown method. */
function readHeader(view: DataView, start: number): { width: number; height: number } | null {
  const [width, height] = [view.getUint32(start), view.getUint32(start + 4)];
  const readByte = (offset: number) => view.getUint8(start + offset);
  const [depth, colourType, compression, filter, interlace] = [
    readByte(8),
    readByte(9),
    readByte(10),
    readByte(11),
    readByte(12),
  ];
  const isValid =
    depthsByColourType[colourType]?.includes(depth) && compression === 0 && filter === 0 && interlace <= 1;
  return isValid && width > 0 && height > 0 ? { width, height } : null;
}

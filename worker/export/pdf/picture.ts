import { inflateSync } from "node:zlib";
import { Zlib } from "fflate";
import { maxImagePixels } from "#domain/layout/types.ts";
import { isFrameMarker, startsJpeg } from "#domain/media/jpegMarkers.ts";
import type { Size } from "../orientation.ts";
import { concatBytes } from "../segments.ts";

/** A picture in memory in the form that PDF stores. */
export interface Picture extends Size {
  /** Bits per sample. */
  bits: number;
  /** The ColorSpace entry of the dictionary. */
  colorSpace: string;
  /** Filter and its parameters; "" lets the writer deflate the data. */
  filter: string;
  data: Uint8Array;
  /** The data is in its final form. */
  isCompressed: boolean;
  /** Opacity of each pixel. */
  alpha: Omit<Picture, "alpha"> | null;
}

/** The PNG or JPEG of an IMAGE; null if the bytes are neither or are damaged. */
export function parsePicture(bytes: Uint8Array): Picture | null {
  try {
    return startsJpeg(bytes) ? parseJpeg(bytes) : bytes[0] === 0x89 ? parsePng(bytes) : null;
  } catch {
    return null;
  }
}

/**
 * Whether a PNG contains exactly the pixels that its header declares, in rows that decoders support. Chunks and their checksums
 * are not checked.
 */
export function isCompletePng(bytes: Uint8Array): boolean {
  try {
    const png = readPng(bytes);
    if (!png) return false;
    inflateRows(png);
    return true;
  } catch {
    return false;
  }
}

/** Colour spaces by the number of components. */
const jpegColorSpaces: Record<number, string> = {
  1: "/DeviceGray",
  3: "/DeviceRGB",
  4: "/DeviceCMYK/Decode[1 0 1 0 1 0 1 0]",
};

function parseJpeg(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let index = 2; index + 9 < bytes.length; index += 2 + view.getUint16(index + 2)) {
    // Fill bytes and stray ones before a marker are skipped, as decoders do.
    while (
      index + 9 < bytes.length &&
      (bytes[index] !== 0xff || bytes[index + 1] === 0xff || bytes[index + 1] === 0)
    )
      index++;
    const marker = bytes[index + 1]!;
    if (!isFrameMarker(marker)) continue;
    if (index + 9 >= bytes.length) return null;
    const components = bytes[index + 9]!;
    const colorSpace = jpegColorSpaces[components];
    const [width, height] = [view.getUint16(index + 7), view.getUint16(index + 5)];
    if (!colorSpace || width === 0 || height === 0) return null;
    return {
      width,
      height,
      bits: 8,
      colorSpace,
      filter: "/Filter/DCTDecode",
      data: bytes,
      isCompressed: true,
      alpha: null,
    };
  }
  return null;
}

interface Png extends Size {
  bits: number;
  colorType: number;
  /** Samples per pixel, including alpha. */
  samplesPerPixel: number;
  /** Samples per pixel without alpha. */
  colorSamples: number;
  isInterlaced: boolean;
  /** Only for the palette colour type. */
  palette: Uint8Array | null;
  transparency: Uint8Array | null;
  data: Uint8Array;
}

const greyType = 0;
const rgbType = 2;
const paletteType = 3;
const greyAlphaType = 4;
const rgbAlphaType = 6;
const samplesPerPixel: Readonly<Record<number, number>> = {
  [greyType]: 1,
  [rgbType]: 3,
  [paletteType]: 1,
  [greyAlphaType]: 2,
  [rgbAlphaType]: 4,
};

function parsePng(bytes: Uint8Array): Picture | null {
  const png = readPng(bytes);
  if (!png) return null;
  const { width, height, bits, samplesPerPixel, colorSamples } = png;
  const colorSpace = png.palette
    ? `[/Indexed/DeviceRGB ${png.palette.length / 3 - 1}<${toHex(png.palette)}>]`
    : colorSamples === 3
      ? "/DeviceRGB"
      : "/DeviceGray";
  const hasAlpha = samplesPerPixel === 2 || samplesPerPixel === 4 || png.transparency !== null;
  if (!hasAlpha && !png.isInterlaced) {
    // PDF supports the filters of PNG, so the data is used unchanged.
    const filter = pngFilterEntry(colorSamples, bits, width);
    return { width, height, bits, colorSpace, filter, data: png.data, isCompressed: true, alpha: null };
  }
  return samplesPerPixel > colorSamples && !png.isInterlaced ? splitAlpha(png) : decodePng(png);
}

const pngFilterEntry = (colors: number, bits: number, columns: number) =>
  `/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors ${colors}/BitsPerComponent ${bits}/Columns ${columns}>>`;

function readPng(bytes: Uint8Array): Png | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let png: Png | null = null;
  const data: Uint8Array[] = [];
  for (let index = 8; index + 12 <= bytes.length; ) {
    const length = view.getUint32(index);
    const type = String.fromCharCode(...bytes.subarray(index + 4, index + 8));
    const body = bytes.subarray(index + 8, index + 8 + length);
    if (type === "IHDR") {
      const colorType = bytes[index + 17]!;
      png = {
        width: view.getUint32(index + 8),
        height: view.getUint32(index + 12),
        bits: bytes[index + 16]!,
        colorType,
        samplesPerPixel: samplesPerPixel[colorType] ?? 0,
        colorSamples: colorType === rgbType || colorType === rgbAlphaType ? 3 : 1,
        isInterlaced: bytes[index + 20] === 1,
        palette: null,
        transparency: null,
        data: body,
      };
    } else if (type === "PLTE" && png?.colorType === paletteType) png.palette = body;
    else if (type === "tRNS" && png) png.transparency = body;
    else if (type === "IDAT") data.push(body);
    else if (type === "IEND") break;
    index += 12 + length;
  }
  if (!png || png.samplesPerPixel === 0 || png.width === 0 || png.height === 0 || data.length === 0)
    return null;
  if (png.colorType === paletteType && !isValidPalette(png.palette)) return null;
  png.data = concatBytes(data);
  return png;
}

const isValidPalette = (palette: Uint8Array | null): boolean =>
  palette !== null && palette.length > 0 && palette.length <= 768 && palette.length % 3 === 0;

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The seven passes of interlacing: first column and row, and the steps. */
const interlacePasses = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Pass {
  /** Offset of its first row in the data. */
  offset: number;
  /** Its first pixel, and the steps to the next. */
  x: number;
  y: number;
  stepX: number;
  stepY: number;
  columns: number;
  rows: number;
  /** Bytes per row without the filter byte. */
  length: number;
}

function listPasses({ width, height, bits, samplesPerPixel, isInterlaced }: Png): Pass[] {
  const passes: Pass[] = [];
  let offset = 0;
  for (const [x, y, stepX, stepY] of isInterlaced ? interlacePasses : ([[0, 0, 1, 1]] as const)) {
    const columns = Math.max(0, Math.ceil((width - x) / stepX));
    const rows = Math.max(0, Math.ceil((height - y) / stepY));
    if (columns === 0 || rows === 0) continue;
    const length = Math.ceil((columns * bits * samplesPerPixel) / 8);
    passes.push({ offset, x, y, stepX, stepY, columns, rows, length });
    offset += rows * (length + 1);
  }
  return passes;
}

/**
 * The rows of a PNG, each preceded by its filter byte.
 * @throws for data that cannot be inflated, has another size than the header declares, or uses unknown filters; a decompression
 * bomb is not inflated
 */
function inflateRows(png: Png): Uint8Array {
  if (png.width * png.height > maxImagePixels) throw new Error("the picture has too many pixels");
  const passes = listPasses(png);
  const size = passes.reduce((sum, { rows, length }) => sum + rows * (length + 1), 0);
  const raw = inflateSync(png.data, { maxOutputLength: size });
  if (raw.length !== size) throw new Error("the picture has too few pixels");
  for (const { offset, rows, length } of passes)
    for (let row = 0; row < rows; row++)
      if (raw[offset + row * (length + 1)]! > paethFilter) throw new Error("the filter of a row is unknown");
  return raw;
}

/**
 * Separates the colours of a PNG from its transparency, 8 bits each. PNG filters work on bytes at the same position in their
 * pixels, so whole positions can be taken out of rows that stay filtered.
 */
function splitAlpha(png: Png): Picture {
  const { width, height, bits, samplesPerPixel, colorSamples } = png;
  const rows = inflateRows(png);
  const bytesPerSample = bits === 16 ? 2 : 1;
  const pixel = samplesPerPixel * bytesPerSample;
  const pixelDeflater = new Deflater();
  const maskDeflater = new Deflater();
  const pixels = new Uint8Array(width * colorSamples + 1);
  const mask = new Uint8Array(width + 1);
  let isOpaque = true;
  let previous = new Uint8Array(width);
  for (let index = 0; index < rows.length; index += width * pixel + 1) {
    pixels[0] = mask[0] = rows[index]!;
    let from = index + 1;
    if (colorSamples === 3)
      for (let column = 1, to = 1; column <= width; column++, from += pixel) {
        pixels[to++] = rows[from]!;
        pixels[to++] = rows[from + bytesPerSample]!;
        pixels[to++] = rows[from + 2 * bytesPerSample]!;
        mask[column] = rows[from + 3 * bytesPerSample]!;
      }
    else
      for (let column = 1; column <= width; column++, from += pixel) {
        pixels[column] = rows[from]!;
        mask[column] = rows[from + bytesPerSample]!;
      }
    pixelDeflater.push(pixels);
    maskDeflater.push(mask);
    if (!isOpaque) continue;
    const row = mask.slice(1);
    undoFilter(mask[0]!, row, previous, 1);
    isOpaque = row.every((byte) => byte === 255);
    previous = row;
  }
  const createPart = (deflater: Deflater, channels: number, colorSpace: string) => ({
    width,
    height,
    bits: 8,
    colorSpace,
    filter: pngFilterEntry(channels, 8, width),
    data: deflater.finish(),
    isCompressed: true,
  });
  return {
    ...createPart(pixelDeflater, colorSamples, colorSamples === 3 ? "/DeviceRGB" : "/DeviceGray"),
    alpha: isOpaque ? null : createPart(maskDeflater, 1, "/DeviceGray"),
  };
}

/** Decodes a PNG into 8-bit colours and, if anything is transparent, a mask. */
function decodePng(png: Png): Picture {
  const { width, height, bits, samplesPerPixel, colorSamples } = png;
  const rows = inflateRows(png);
  const channels = png.palette ? 3 : colorSamples;
  const readPixel = createPixelReader(png);
  // Without interlacing each row is deflated as soon as it is read, so that the whole picture is never in memory.
  const bufferedRows = png.isInterlaced ? height : 1;
  const pixels = new Uint8Array(width * bufferedRows * channels);
  const mask = new Uint8Array(width * bufferedRows).fill(255);
  const pixelDeflater = new Deflater();
  const maskDeflater = new Deflater();
  let isOpaque = true;
  const packRows = () => {
    pixelDeflater.push(pixels);
    maskDeflater.push(mask);
    isOpaque &&= mask.every((byte) => byte === 255);
  };
  for (const pass of listPasses(png)) {
    let previous: Uint8Array = new Uint8Array(pass.length);
    for (let number = 0; number < pass.rows; number++) {
      const rowOffset = pass.offset + number * (pass.length + 1);
      const row = rows.subarray(rowOffset + 1, rowOffset + 1 + pass.length);
      undoFilter(rows[rowOffset]!, row, previous, Math.max(1, (bits * samplesPerPixel) >> 3));
      previous = row;
      const first = png.isInterlaced ? (pass.y + number * pass.stepY) * width + pass.x : 0;
      for (let column = 0; column < pass.columns; column++) {
        const pixel = first + column * pass.stepX;
        mask[pixel] = readPixel(row, column, pixels, pixel * channels);
      }
      if (!png.isInterlaced) packRows();
    }
  }
  if (png.isInterlaced) packRows();
  const createPart = (deflater: Deflater, colorSpace: string) => ({
    width,
    height,
    bits: 8,
    colorSpace,
    filter: "/Filter/FlateDecode",
    data: deflater.finish(),
    isCompressed: true,
  });
  return {
    ...createPart(pixelDeflater, channels === 3 ? "/DeviceRGB" : "/DeviceGray"),
    alpha: isOpaque ? null : createPart(maskDeflater, "/DeviceGray"),
  };
}

/** Deflates bytes incrementally. */
class Deflater {
  readonly #parts: Uint8Array[] = [];
  readonly #stream = new Zlib({ level: 6 }, (createPart) => this.#parts.push(createPart));

  push(bytes: Uint8Array): void {
    this.#stream.push(bytes);
  }

  finish(): Uint8Array {
    this.#stream.push(new Uint8Array(), true);
    return concatBytes(this.#parts);
  }
}

/** Reads the colours of a pixel into a buffer, and returns its opacity. */
function createPixelReader({ bits, samplesPerPixel, colorSamples, palette, transparency }: Png) {
  const transparentColor =
    transparency && !palette
      ? [0, 1, 2].map((k) => ((transparency[k * 2] ?? 0) << 8) | (transparency[k * 2 + 1] ?? 0))
      : null;
  return (row: Uint8Array, column: number, pixels: Uint8Array, offset: number): number => {
    const first = column * samplesPerPixel;
    if (palette) {
      const entry = readSample(row, first, bits);
      for (let k = 0; k < 3; k++) pixels[offset + k] = palette[entry * 3 + k] ?? 0;
      return transparency?.[entry] ?? 255;
    }
    let isTransparent = transparentColor !== null;
    for (let k = 0; k < colorSamples; k++) {
      const value = readSample(row, first + k, bits);
      if (transparentColor && transparentColor[k] !== value) isTransparent = false;
      pixels[offset + k] = scaleToEightBits(value, bits);
    }
    if (samplesPerPixel > colorSamples)
      return scaleToEightBits(readSample(row, first + colorSamples, bits), bits);
    return isTransparent ? 0 : 255;
  };
}

function readSample(row: Uint8Array, index: number, bits: number): number {
  if (bits === 8) return row[index]!;
  if (bits === 16) return (row[index * 2]! << 8) | row[index * 2 + 1]!;
  const bit = index * bits;
  return (row[bit >> 3]! >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
}

const scaleToEightBits = (value: number, bits: number): number =>
  bits === 8 ? value : bits === 16 ? value >> 8 : Math.round((value * 255) / ((1 << bits) - 1));

const subFilter = 1;
const upFilter = 2;
const averageFilter = 3;
const paethFilter = 4;

/** Undoes the filter of a row in place. */
function undoFilter(filter: number, row: Uint8Array, previous: Uint8Array, distance: number): void {
  const { length } = row;
  if (filter === subFilter)
    for (let index = distance; index < length; index++) row[index]! += row[index - distance]!;
  else if (filter === upFilter) for (let index = 0; index < length; index++) row[index]! += previous[index]!;
  else if (filter === averageFilter)
    for (let index = 0; index < length; index++)
      row[index]! += ((index >= distance ? row[index - distance]! : 0) + previous[index]!) >> 1;
  else if (filter === paethFilter)
    for (let index = 0; index < length; index++)
      row[index]! +=
        index >= distance
          ? paeth(row[index - distance]!, previous[index]!, previous[index - distance]!)
          : previous[index]!;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [
    Math.abs(estimate - left),
    Math.abs(estimate - up),
    Math.abs(estimate - corner),
  ];
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
}

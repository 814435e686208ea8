import { JpegWalker } from "../jpeg.ts";
import type { Size } from "../size.ts";
import { type Conversion, conversionOf } from "./colors.ts";
import { decodeScaled, isUnreliable, type Raster } from "./decoder.ts";
import { colourSegments } from "./jpegSegments.ts";
import type { Pixels } from "./pixelBuffer.ts";
import { resampleTo } from "./resample.ts";
import { applyOrientation } from "./upright.ts";

/** Bytes of decoder memory that one picture may take. An isolate has 128 MB for everything. */
export const maxDecoderBytes = 40 * 1024 * 1024;
/** Bytes of an idle decoder. */
const idleDecoderBytes = 2 * 1024 * 1024;
/** A progressive picture is decoded once per scan; programs write about ten. */
const maxScans = 64;

/** How a picture is displayed. */
export interface Appearance {
  /** EXIF orientation, 1 to 8. */
  orientation: number;
  /** Quarter turns clockwise, applied after the orientation, 0 to 3. */
  quarterTurns: number;
}

export interface Shrunk extends Pixels {
  /** True if the original is grey. */
  grey: boolean;
}

/**
 * The pixels of a whole JPEG, upright, in sRGB and at exactly the given size of the upright picture. Null for pictures that the
 * codec does not handle: CMYK, profiles with lookup tables, too much memory, rejected by the decoder.
 * @param giveUp releases the JPEG as soon as the decoder has it
 */
export async function decodeShrunk(
  jpeg: Uint8Array,
  appearance: Appearance,
  size: Size,
  giveUp: boolean,
): Promise<Shrunk | null> {
  const isSideways = appearance.orientation >= 5 !== (appearance.quarterTurns % 2 === 1);
  const stored = isSideways ? { width: size.height, height: size.width } : size;
  const conversion = conversionFor(jpeg, stored);
  if (conversion === undefined || isUnreliable()) return null;
  const use = (raster: Raster) => ({ grey: raster.channels === 1, picture: resampleTo(raster, stored) });
  const decoded = await decodeScaled(jpeg, stored, use, { giveUp });
  if (!decoded) return null;
  conversion?.(decoded.picture);
  return {
    ...applyOrientation(decoded.picture, appearance.orientation, appearance.quarterTurns),
    grey: decoded.grey,
  };
}

/** The colour conversion, null if none is needed; undefined when the codec does not handle the picture. */
function conversionFor(jpeg: Uint8Array, minSize: Size): Conversion | null | undefined {
  const walker = new JpegWalker();
  walker.push(jpeg);
  const structure = walker.finish();
  if (!structure.ok || structure.scans > maxScans) return undefined;
  if (memoryFor(structure, jpeg.length, minSize) > maxDecoderBytes) return undefined;
  const { components, ids } = structure;
  const { profile, adobe } = colourSegments(jpeg);
  if (components === 1) return profile ? undefined : null;
  // RGB or four components. The usual ids of YCbCr are 1, 2, 3; some programs count from 0.
  if (components !== 3 || adobe === 0 || ids.some((id, index) => id !== index + ids[0]!)) return undefined;
  return profile ? conversionOf(profile) : null;
}

/**
 * Bytes that decoding takes: the file, the coefficients if it is progressive, the component planes and the raster at the chosen
 * scale.
 */
export function memoryFor(
  { width, height, components, samples, progressive }: Frame,
  bytes: number,
  minSize: Size,
): number {
  const scale = [1, 2, 4].find(
    (eighths) => part(width, eighths) >= minSize.width && part(height, eighths) >= minSize.height,
  );
  const share = ((scale ?? 8) / 8) ** 2;
  return (
    idleDecoderBytes +
    bytes +
    (progressive ? samples * 2 : 0) +
    (samples + width * height * components) * share
  );
}

interface Frame extends Size {
  components: number;
  samples: number;
  progressive: boolean;
}

const part = (length: number, eighths: number): number => Math.ceil((length * eighths) / 8);

import { JpegWalker } from "../jpeg.ts";
import type { Size } from "../size.ts";
import { type Conversion, conversionOf } from "./colors.ts";
import { decodeScaled, isUnreliable, type Raster } from "./decoder.ts";
import { colourSegments } from "./jpegSegments.ts";
import type { Pixels } from "./pixelBuffer.ts";
import { resampleTo } from "./resample.ts";
import { applyOrientation } from "./upright.ts";

/** Bytes of the decoder's memory that one picture may take. An isolate has 128 MB for everything. */
export const maxDecoderBytes = 40 * 1024 * 1024;
/** Of a decoder at rest. */
const idleDecoderBytes = 2 * 1024 * 1024;
/** A progressive picture is gone over once a scan; programs write about ten. */
const maxScans = 64;

/** How a picture is to be shown. */
export interface Appearance {
  /** EXIF's, 1 to 8. */
  orientation: number;
  /** Quarter turns clockwise on top of it, 0 to 3. */
  turned: number;
}

export interface Shrunk extends Pixels {
  /** Whether the original is without colours. */
  grey: boolean;
}

/**
 * The pixels of a whole JPEG, upright, in sRGB and at exactly the given size, which is that of the upright picture. Null for what the
 * codec is not for: CMYK, profiles with tables, what takes too much memory, what it refuses.
 * @param giveUp whether the JPEG is let go as soon as the decoder has it
 */
export async function decodeShrunk(
  jpeg: Uint8Array,
  look: Appearance,
  size: Size,
  giveUp: boolean,
): Promise<Shrunk | null> {
  const sideways = look.orientation >= 5 !== (look.turned % 2 === 1);
  const stored = sideways ? { width: size.height, height: size.width } : size;
  const conversion = conversionFor(jpeg, stored);
  if (conversion === undefined || isUnreliable()) return null;
  const use = (raster: Raster) => ({ grey: raster.channels === 1, picture: resampleTo(raster, stored) });
  const drawn = await decodeScaled(jpeg, stored, use, { giveUp });
  if (!drawn) return null;
  conversion?.(drawn.picture);
  return { ...applyOrientation(drawn.picture, look.orientation, look.turned), grey: drawn.grey };
}

/** What its colours need, null for nothing; undefined when the codec is not for this picture. */
function conversionFor(jpeg: Uint8Array, atLeast: Size): Conversion | null | undefined {
  const walker = new JpegWalker();
  walker.push(jpeg);
  const structure = walker.finish();
  if (!structure.ok || structure.scans > maxScans) return undefined;
  if (memoryFor(structure, jpeg.length, atLeast) > maxDecoderBytes) return undefined;
  const { components, ids } = structure;
  const { profile, adobe } = colourSegments(jpeg);
  if (components === 1) return profile ? undefined : null;
  // Of red, green and blue, or of four colours. The usual ids of the others are 1, 2, 3, and some programs count from 0.
  if (components !== 3 || adobe === 0 || ids.some((id, index) => id !== index + ids[0]!)) return undefined;
  return profile ? conversionOf(profile) : null;
}

/** Bytes that decoding takes: the file, its numbers if it is progressive, the planes of its components and the raster of the scale. */
export function memoryFor(
  { width, height, components, samples, progressive }: Frame,
  bytes: number,
  atLeast: Size,
): number {
  const scale = [1, 2, 4].find(
    (eighths) => part(width, eighths) >= atLeast.width && part(height, eighths) >= atLeast.height,
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

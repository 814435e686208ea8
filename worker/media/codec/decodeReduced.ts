import type { JpegStructure } from "#domain/media/jpeg/jpegWalker.ts";
import type { Size } from "../imageSize.ts";
import { toPictureParts } from "../pictureBytes.ts";
import { applyOrientation } from "./applyOrientation.ts";
import { type Conversion, createConversion } from "./colors.ts";
import { decodeScaled, type Raster } from "./decoder.ts";
import type { Pixels } from "./pixelBuffer.ts";
import { resamplePicture } from "./resample.ts";
import { computeRasterBytes, decodeStream } from "./streamedRaster.ts";

/** Bytes of decoder memory that one picture may take. An isolate has 128 MB for everything. */
export const maxDecoderMemoryBytes = 40 * 1024 * 1024;
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

export interface ReducedPicture extends Pixels {
  /** True if the original is grey. */
  grey: boolean;
}

/** A whole JPEG in memory. */
export interface InMemoryJpeg {
  bytes: Uint8Array;
  structure: JpegStructure;
}

/** The size of a picture before it is turned upright. */
export const toStoredSize = ({ orientation, quarterTurns }: Appearance, size: Size): Size =>
  orientation >= 5 !== (quarterTurns % 2 === 1) ? { width: size.height, height: size.width } : size;

/**
 * The pixels of a whole JPEG, upright, in sRGB and at exactly the given size of the upright picture. Null for pictures that the
 * codec does not handle: those with CMYK or a profile with lookup tables, that need too much memory or that the decoder rejects.
 * @param releaseInput releases the JPEG as soon as the decoder has it
 */
export async function decodeReduced(
  { bytes, structure }: InMemoryJpeg,
  appearance: Appearance,
  size: Size,
  releaseInput: boolean,
): Promise<ReducedPicture | null> {
  const targetSize = toStoredSize(appearance, size);
  const conversion = findConversion(structure);
  if (conversion === undefined || structure.scanCount > maxScans) return null;
  if (estimateDecoderMemory(structure, bytes.length, targetSize) > maxDecoderMemoryBytes) return null;
  // Frees the memory immediately rather than at garbage collection.
  const onCopied = () => {
    if (releaseInput && bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
  };
  const resampleRaster = (raster: Raster) => ({
    grey: raster.channels === 1,
    picture: resamplePicture(raster, targetSize),
  });
  const decodedPicture = await decodeScaled(toPictureParts(bytes, structure), targetSize, resampleRaster, {
    onCopied,
  });
  return decodedPicture && turnUpright(decodedPicture, conversion, appearance);
}

/**
 * The same for a picture that is too large for the decoder, from its stream. Null for pictures that cannot be streamed.
 * @param open opens the file of that structure
 */
export async function decodeReducedStream(
  structure: JpegStructure,
  open: () => Promise<ReadableStream<Uint8Array>>,
  appearance: Appearance,
  size: Size,
): Promise<ReducedPicture | null> {
  const targetSize = toStoredSize(appearance, size);
  const conversion = findConversion(structure);
  if (conversion === undefined || computeRasterBytes(structure, targetSize) === null) return null;
  const raster = await decodeStream(structure, await open(), targetSize);
  if (!raster) return null;
  const decodedPicture = { grey: raster.channels === 1, picture: resamplePicture(raster, targetSize) };
  return turnUpright(decodedPicture, conversion, appearance);
}

function turnUpright(
  { grey, picture }: { grey: boolean; picture: Pixels },
  conversion: Conversion | null,
  { orientation, quarterTurns }: Appearance,
): ReducedPicture {
  conversion?.(picture);
  return { ...applyOrientation(picture, orientation, quarterTurns), grey };
}

/** The colour conversion, null if none is needed; undefined when the codec does not handle the colours. */
function findConversion({
  components,
  componentIds,
  profile,
  adobe,
}: JpegStructure): Conversion | null | undefined {
  if (components === 1) return profile ? undefined : null;
  // RGB or four components. The usual ids of YCbCr are 1, 2, 3; some programs count from 0.
  if (components !== 3 || adobe === 0 || componentIds.some((id, index) => id !== index + componentIds[0]!))
    return undefined;
  return profile ? createConversion(profile) : null;
}

/**
 * Bytes that decoding takes: the file, the coefficients if it is progressive, the component planes and the raster at the chosen
 * scale.
 */
export function estimateDecoderMemory(
  { width, height, components, samples, progressive }: Frame,
  fileBytes: number,
  minSize: Size,
): number {
  const scaleEighths = [1, 2, 4].find(
    (eighths) =>
      scaleLength(width, eighths) >= minSize.width && scaleLength(height, eighths) >= minSize.height,
  );
  const areaRatio = ((scaleEighths ?? 8) / 8) ** 2;
  return (
    idleDecoderBytes +
    fileBytes +
    (progressive ? samples * 2 : 0) +
    (samples + width * height * components) * areaRatio
  );
}

interface Frame extends Size {
  components: number;
  samples: number;
  progressive: boolean;
}

const scaleLength = (length: number, eighths: number): number => Math.ceil((length * eighths) / 8);

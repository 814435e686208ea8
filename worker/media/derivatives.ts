import { structureOf } from "#domain/media/jpeg/jpegStructure.ts";
import type { JpegStructure } from "#domain/media/jpeg/jpegWalker.ts";
import { createRefusal, type Refusal } from "#domain/media/jpeg/photoRefusal.ts";
import { rotateSize } from "#domain/media/rotation.ts";
import { type Env, usesCodec } from "#worker/env.ts";
import {
  estimateMemory,
  estimateStreamMemory,
  type JpegSpec,
  resizeStream,
  resizeWithCodec,
} from "./codec/drawJpeg.ts";
import { maxBufferedBytes, runWithMemory } from "./codec/memoryBudget.ts";
import { type ResizeTarget, resizeJpegWithService, resizeWithService } from "./imageService.ts";
import {
  getUprightSize,
  maxServicePixels,
  renditionSpec,
  type Size,
  scaleSize,
  thumbnailSpec,
} from "./imageSize.ts";
import { inspectBytes, type PhotoFacts } from "./inspectPhoto.ts";
import { type Original, readBytes } from "./original.ts";
import { passThroughRendition } from "./passThrough.ts";
import { toPictureBytes, toPictureStream } from "./pictureBytes.ts";
import { createStream } from "./readChunks.ts";
import { readStructure } from "./streamStructure.ts";

/** A derivative in R2. `size` in bytes, `crc32` unsigned, `width` and `height` of the upright picture, `etag` unquoted. */
export interface StoredDerivative {
  key: string;
  size: number;
  crc32: number;
  sha256: string;
  width: number;
  height: number;
  /** 1 for a grey picture, else 3. */
  components: number;
  etag: string;
}

export type DerivativesResult =
  | { ok: true; thumbnail: StoredDerivative; rendition: StoredDerivative }
  | Refusal;

export interface DerivativesInput {
  env: PictureEnv;
  original: Original;
  /** From the inspection, which every photo must have passed. */
  facts: Pick<PhotoFacts, "width" | "height" | "orientation">;
  /** The reviewer's rotation in quarter turns clockwise, 0 to 3, applied after the orientation. */
  quarterTurns?: number;
  keys: { thumbnail: string; rendition: string };
}

type PictureEnv = Pick<Env, "IMAGES" | "STORAGE" | "PICTURES">;

interface RenderedImage {
  bytes: Uint8Array;
  size: number;
  crc32: number;
  sha256: string;
  width: number;
  height: number;
  components: number;
}

/**
 * Creates and stores the upright thumbnail and rendition of a photo: rotated by its EXIF orientation and its reviewer, without the orientation
 * tag and all other metadata (the GPS position would otherwise be in every document), never enlarged. Idempotent: a key belongs
 * to one original and one rotation.
 *
 * The Worker's own codec draws what fits its memory, and larger sequential pictures from their stream. The image service draws the
 * rest, or everything it can if the codec is switched off. Both get the same bytes (worker/media/pictureBytes.ts). A photo
 * in memory that already qualifies as a rendition is used unchanged; drawing its thumbnail proves that it decodes. A photo that
 * nothing can decode is refused, and nothing is stored.
 * @throws when storage or the image service fails; the call can be retried
 */
export async function createDerivatives(input: DerivativesInput): Promise<DerivativesResult> {
  const { env, keys, facts, quarterTurns = 0 } = input;
  const uprightSize = uprightSizeOf(input);
  return runWithOriginal(input, async (original, structure) => {
    const unchangedBytes =
      original.bytes &&
      passThroughRendition(original.bytes, structure, { orientation: facts.orientation, quarterTurns });
    if (unchangedBytes) {
      // The rendition may be the original's own array, which the codec must not empty.
      const rendition = inspectRendered(unchangedBytes, uprightSize);
      const thumbnailResult = await draw({ ...input, original }, structure, [thumbnailSpec], {
        giveUp: false,
      });
      if (!thumbnailResult.ok) return thumbnailResult;
      return {
        ok: true,
        ...(await storeDerivatives(env, keys, { rendition, thumbnail: thumbnailResult.images[0]! })),
      };
    }
    const drawResult = await draw({ ...input, original }, structure, [renditionSpec, thumbnailSpec]);
    if (!drawResult.ok) return drawResult;
    const [rendition, thumbnail] = drawResult.images;
    if (thumbnail)
      return { ok: true, ...(await storeDerivatives(env, keys, { rendition: rendition!, thumbnail })) };
    return { ok: true, ...(await storeWithThumbnail(env, keys, rendition!, uprightSize)) };
  });
}

/**
 * Stores a rendition that was created elsewhere, with a thumbnail of it.
 * @param size of the rendition
 * @throws when the bytes are not a whole picture of that size; when storage or the image service fails (the call can be retried)
 */
export const storeRendition = (
  env: PictureEnv,
  keys: DerivativesInput["keys"],
  bytes: Uint8Array,
  size: Size,
): Promise<{ thumbnail: StoredDerivative; rendition: StoredDerivative }> =>
  storeWithThumbnail(env, keys, inspectRendered(bytes, size), size);

/** Creates the thumbnail from the rendition, not from the original, so that the large picture is decoded only once. */
async function storeWithThumbnail(
  env: PictureEnv,
  keys: DerivativesInput["keys"],
  rendition: RenderedImage,
  uprightSize: Size,
) {
  const structure = structureOf(rendition.bytes);
  const [thumbnail] =
    (usesCodec(env) &&
      structure.ok &&
      (await resizeWithCodec({ bytes: rendition.bytes, structure }, uprightAppearance, [
        { ...scaleSize(uprightSize, thumbnailSpec.side), quality: thumbnailSpec.quality },
      ]))) ||
    [];
  const derivative = thumbnail
    ? inspectRendered(thumbnail, scaleSize(uprightSize, thumbnailSpec.side))
    : inspectRendered(
        await resizeJpegWithService(env.IMAGES, rendition.bytes, thumbnailSpec),
        scaleSize(uprightSize, thumbnailSpec.side),
      );
  return storeDerivatives(env, keys, { rendition, thumbnail: derivative });
}

const uprightAppearance = { orientation: 1, quarterTurns: 0 };

async function storeDerivatives(
  { STORAGE }: PictureEnv,
  keys: DerivativesInput["keys"],
  { rendition, thumbnail }: { rendition: RenderedImage; thumbnail: RenderedImage },
): Promise<{ thumbnail: StoredDerivative; rendition: StoredDerivative }> {
  const [storedThumbnail, storedRendition] = await Promise.all([
    storeDerivative(STORAGE, keys.thumbnail, thumbnail),
    storeDerivative(STORAGE, keys.rendition, rendition),
  ]);
  return { thumbnail: storedThumbnail, rendition: storedRendition };
}

/**
 * Creates and stores another derivative of a photo, by the rules of `createDerivatives`.
 * @param input `target.side`: maximum pixels of the longer side; `target.quality`: JPEG quality, 1 to 100
 * @throws when storage or the image service fails; the call can be retried
 */
export async function createDerivative(
  input: Omit<DerivativesInput, "keys"> & { key: string; target: ResizeTarget },
): Promise<{ ok: true; derivative: StoredDerivative } | Refusal> {
  const { width, height } = input.facts;
  const isLarge = width * height > maxServicePixels;
  const target = isLarge
    ? { ...input.target, side: Math.min(input.target.side, maxLargeSide) }
    : input.target;
  return runWithOriginal(input, async (original, structure) => {
    const drawResult = await draw({ ...input, original }, structure, [target]);
    if (!drawResult.ok) return drawResult;
    return {
      ok: true,
      derivative: await storeDerivative(input.env.STORAGE, input.key, drawResult.images[0]!),
    };
  });
}

/** Longest side of a derivative of a larger picture, which is only decoded at an eighth or a quarter of its size. */
const maxLargeSide = 2000;

type DrawingInput = Omit<DerivativesInput, "keys">;

const uprightSizeOf = ({ facts, quarterTurns }: DrawingInput): Size =>
  rotateSize(getUprightSize(facts), quarterTurns ?? 0);

type Targets = readonly [ResizeTarget, ...ResizeTarget[]];
type DrawResult = { ok: true; images: RenderedImage[] } | Refusal;

/** Runs `work` with an original, in memory if the codec can hold it, and its structure. */
async function runWithOriginal<T>(
  { env, original }: Pick<DrawingInput, "env" | "original">,
  work: (original: Original, structure: JpegStructure) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const runWithBytes = async (bytes: Uint8Array) => {
    const structure = structureOf(bytes);
    return structure.ok ? work({ ...original, bytes }, structure) : structure;
  };
  if (original.bytes) return runWithBytes(original.bytes);
  if (usesCodec(env)) {
    const { body, size } = await original.open();
    if (size <= maxBufferedBytes)
      return runWithMemory(estimateMemory(size), async () => runWithBytes(await readBytes(body, size)));
    await body.cancel();
  }
  const structure = await readStructure(async () => (await original.open()).body);
  return structure.ok ? work(original, structure) : structure;
}

/** Draws the pictures of all targets, the largest first, or only that of the first target. */
async function draw(
  input: DrawingInput,
  structure: JpegStructure,
  targets: Targets,
  options = { giveUp: true },
): Promise<DrawResult> {
  const { env, original, facts, quarterTurns = 0 } = input;
  const appearance = { orientation: facts.orientation, quarterTurns };
  const uprightSize = uprightSizeOf(input);
  const createSpec = ({ side: maxSide, ...compression }: ResizeTarget): JpegSpec => ({
    ...scaleSize(uprightSize, maxSide),
    ...compression,
  });
  const [largestTarget, ...otherTargets] = targets;
  const specs = [createSpec(largestTarget), ...otherTargets.map(createSpec)] as const;
  const inspectAll = (jpegs: readonly Uint8Array[]): DrawResult => ({
    ok: true,
    images: jpegs.map((jpeg, index) => inspectRendered(jpeg, scaleSize(uprightSize, targets[index]!.side))),
  });
  const canServiceDraw = structure.width * structure.height <= maxServicePixels;
  if (usesCodec(env) && original.bytes) {
    const jpegs = await resizeWithCodec({ bytes: original.bytes, structure }, appearance, specs, options);
    if (jpegs) return inspectAll(jpegs);
  }
  const memoryBytes = estimateStreamMemory(structure, appearance, specs[0]);
  if (memoryBytes !== null && (usesCodec(env) || !canServiceDraw)) {
    const { bytes } = original;
    // Makes room for the pixels. The budget already counts the original's bytes, and must not be requested twice.
    if (bytes && options.giveUp && bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
    const open = async () => (await toReopenable(original).open()).body;
    const resize = () => resizeStream(structure, open, appearance, specs);
    const jpegs = bytes ? await resize() : await runWithMemory(memoryBytes, resize);
    if (jpegs) return inspectAll(jpegs);
  }
  if (!canServiceDraw)
    return createRefusal(
      "photoTooLarge",
      `${structure.width} x ${structure.height} pixels, not drawn in parts`,
    );
  return renderWithService(input, structure, largestTarget);
}

async function renderWithService(
  input: DrawingInput,
  structure: JpegStructure,
  target: ResizeTarget,
): Promise<DrawResult> {
  const { env, original, facts, quarterTurns = 0 } = input;
  const cleanOriginal: Original = {
    open: async () => {
      const { body, size } = await toReopenable(original).open();
      return { body: toPictureStream(body, structure, facts.orientation), size };
    },
  };
  const resizeResult = await resizeWithService(env.IMAGES, cleanOriginal, quarterTurns, target);
  if (!resizeResult.ok) return resizeResult;
  const expectedSize = scaleSize(uprightSizeOf(input), target.side);
  if (!hasSize(readFacts(resizeResult.bytes), expectedSize))
    return createRefusal("photoUnsupported", "the image service draws it differently");
  return { ok: true, images: [inspectRendered(resizeResult.bytes, expectedSize)] };
}

/** Streams the bytes in memory, unless the codec has emptied them; then reads from storage again. */
const toReopenable = ({ bytes, open }: Original): Original =>
  bytes && bytes.length > 0
    ? { open: async () => ({ body: createStream(bytes), size: bytes.length }) }
    : { open };

const hasSize = ({ width, height }: Size, expectedSize: Size): boolean =>
  Math.abs(width - expectedSize.width) <= 1 && Math.abs(height - expectedSize.height) <= 1;

/**
 * Inspects a derivative like any photo: it must be whole, of the expected size (which proves the rotation), and without an
 * orientation that a viewer would apply a second time. Returns it without metadata.
 */
function inspectRendered(bytes: Uint8Array, expectedSize: Size): RenderedImage {
  const facts = readFacts(bytes);
  const { width, height, components, orientation } = facts;
  if (!hasSize(facts, expectedSize) || orientation !== 1) {
    throw new Error(
      `a derivative has ${width} x ${height} pixels with orientation ${orientation}, ` +
        `expected ${expectedSize.width} x ${expectedSize.height} upright`,
    );
  }
  const structure = structureOf(bytes);
  const strippedBytes = structure.ok ? toPictureBytes(bytes, structure) : bytes;
  const { size, crc32, sha256 } = strippedBytes === bytes ? facts : readFacts(strippedBytes);
  return { bytes: strippedBytes, size, crc32, sha256, width, height, components };
}

function readFacts(bytes: Uint8Array): PhotoFacts {
  const inspection = inspectBytes(bytes);
  if (!inspection.ok) throw new Error(`a derivative is a broken picture: ${inspection.reason}`);
  return inspection.facts;
}

/**
 * Stores a derivative unless the key exists, and returns what is stored. Of two parallel calls the second returns the first one's
 * derivative, so that both record the true facts even if the image service is not deterministic.
 */
async function storeDerivative(
  storage: R2Bucket,
  key: string,
  image: RenderedImage,
): Promise<StoredDerivative> {
  const { bytes, ...facts } = image;
  const object = await storage.put(key, bytes, {
    httpMetadata: { contentType: "image/jpeg" },
    sha256: image.sha256,
    onlyIf: new Headers({ "if-none-match": "*" }),
  });
  if (object) return { key, ...facts, etag: object.etag };
  const existingObject = await storage.get(key);
  if (!existingObject) throw new Error("a derivative was deleted while it was being stored");
  const { size, crc32, sha256, width, height, components } = readFacts(
    new Uint8Array(await existingObject.arrayBuffer()),
  );
  return { key, size, crc32, sha256, width, height, components, etag: existingObject.etag };
}

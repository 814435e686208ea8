import { rotateSize } from "#domain/media/rotation.ts";
import { type Env, usesCodec } from "#worker/env.ts";
import { memoryFor, resizeWithCodec } from "./codec/drawJpeg.ts";
import { maxHeldBytes, withMemory } from "./codec/memoryBudget.ts";
import type { Appearance } from "./codec/shrink.ts";
import { type ResizeTarget, resizeWithService, shrinkWithService } from "./imageService.ts";
import { inspectBytes, type PhotoFacts } from "./inspect.ts";
import { type Original, readBytes } from "./original.ts";
import { passThroughRendition } from "./passThrough.ts";
import { streamOf } from "./readChunks.ts";
import type { Refusal } from "./refusal.ts";
import { renditionSpec, type Size, scaled, thumbnailSpec, uprightSize } from "./size.ts";
import { stripMetadata } from "./stripMetadata.ts";

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

export type Derivatives = { ok: true; thumbnail: StoredDerivative; rendition: StoredDerivative } | Refusal;

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
 * Makes and stores the upright thumbnail and rendition of a photo: rotated by its EXIF orientation and its reviewer, without that
 * tag and all other metadata (the GPS position would otherwise be in every document), never enlarged. Idempotent: a key belongs
 * to one original and one rotation.
 *
 * The Worker's own codec draws what fits its memory. The image service, to which the original is streamed, draws the rest, or
 * everything if the codec is switched off. A photo in memory that already qualifies as a rendition is used unchanged; drawing its
 * thumbnail proves that it decodes. A photo that neither can decode is refused, and nothing is stored.
 * @throws when storage or the image service fails; the call can be retried
 */
export async function makeDerivatives(input: DerivativesInput): Promise<Derivatives> {
  const { env, keys, original, facts, quarterTurns = 0 } = input;
  const upright = uprightOf(input);
  const unchanged = original.bytes && passThroughRendition(original.bytes, facts, quarterTurns);
  if (unchanged) {
    const smallImage = await drawImage(input, thumbnailSpec, { giveUp: false });
    if (!smallImage.ok) return smallImage;
    const rendition = inspectRendered(unchanged, upright);
    return { ok: true, ...(await storeBoth(env, keys, { rendition, thumbnail: smallImage.image })) };
  }
  const [rendition, thumbnail] = (await byCodec(input, [renditionSpec, thumbnailSpec])) ?? [];
  if (rendition && thumbnail) return { ok: true, ...(await storeBoth(env, keys, { rendition, thumbnail })) };
  const decoded = await renderByService(input, renditionSpec);
  if (!decoded.ok) return decoded;
  return { ok: true, ...(await withThumbnail(env, keys, decoded.image, upright)) };
}

/**
 * Stores a rendition made elsewhere, with a thumbnail of it.
 * @param size of the rendition
 * @throws when the bytes are not a whole picture of that size; when storage or the image service fails (the call can be retried)
 */
export const storeRendition = (
  env: PictureEnv,
  keys: DerivativesInput["keys"],
  bytes: Uint8Array,
  size: Size,
): Promise<{ thumbnail: StoredDerivative; rendition: StoredDerivative }> =>
  withThumbnail(env, keys, inspectRendered(bytes, size), size);

/** Makes the thumbnail from the rendition, not from the original, so that the big picture is decoded only once. */
async function withThumbnail(
  env: PictureEnv,
  keys: DerivativesInput["keys"],
  rendition: RenderedImage,
  upright: Size,
) {
  const alreadyUpright = { orientation: 1, quarterTurns: 0 };
  const [derivative] =
    (usesCodec(env) && (await drawImages(rendition.bytes, alreadyUpright, upright, [thumbnailSpec]))) || [];
  const thumbnail =
    derivative ??
    inspectRendered(
      await shrinkWithService(env.IMAGES, rendition.bytes, thumbnailSpec),
      scaled(upright, thumbnailSpec.side),
    );
  return storeBoth(env, keys, { rendition, thumbnail });
}

async function storeBoth(
  { STORAGE }: PictureEnv,
  keys: DerivativesInput["keys"],
  { rendition, thumbnail }: { rendition: RenderedImage; thumbnail: RenderedImage },
): Promise<{ thumbnail: StoredDerivative; rendition: StoredDerivative }> {
  const [storedThumbnail, storedRendition] = await Promise.all([
    store(STORAGE, keys.thumbnail, thumbnail),
    store(STORAGE, keys.rendition, rendition),
  ]);
  return { thumbnail: storedThumbnail, rendition: storedRendition };
}

/**
 * Makes and stores another derivative of a photo, with the same rules.
 * @param input `target.side`: maximum pixels of the longer side; `target.quality`: JPEG quality, 1 to 100
 * @throws when storage or the image service fails; the call can be retried
 */
export async function makeDerivative(
  input: Omit<DerivativesInput, "keys"> & { key: string; target: ResizeTarget },
): Promise<{ ok: true; derivative: StoredDerivative } | Refusal> {
  const decoded = await drawImage(input, input.target);
  if (!decoded.ok) return decoded;
  return { ok: true, derivative: await store(input.env.STORAGE, input.key, decoded.image) };
}

type Drawing = Omit<DerivativesInput, "keys">;

const uprightOf = ({ facts, quarterTurns }: Drawing): Size =>
  rotateSize(uprightSize(facts), quarterTurns ?? 0);

/** One picture, by the codec if possible, otherwise by the image service. */
async function drawImage(
  input: Drawing,
  target: ResizeTarget,
  options?: { giveUp: boolean },
): Promise<{ ok: true; image: RenderedImage } | Refusal> {
  const [derivative] = (await byCodec(input, [target], options)) ?? [];
  return derivative ? { ok: true, image: derivative } : renderByService(input, target);
}

async function renderByService(
  input: Drawing,
  target: ResizeTarget,
): Promise<{ ok: true; image: RenderedImage } | Refusal> {
  const { env, original, quarterTurns = 0 } = input;
  const resized = await resizeWithService(env.IMAGES, reopenable(original), quarterTurns, target);
  return resized.ok
    ? { ok: true, image: inspectRendered(resized.bytes, scaled(uprightOf(input), target.side)) }
    : resized;
}

/** Streams the bytes in memory, unless the codec has emptied them; then reads from storage again. */
const reopenable = ({ bytes, open }: Original): Original =>
  bytes && bytes.length > 0
    ? { open: async () => ({ body: streamOf(bytes), size: bytes.length }) }
    : { open };

/** The pictures in the order of their targets, largest first; null when the image service has to draw them. */
async function byCodec(
  input: Drawing,
  targets: Targets,
  options = { giveUp: true },
): Promise<RenderedImage[] | null> {
  const { env, original, facts, quarterTurns = 0 } = input;
  if (!usesCodec(env)) return null;
  const appearance = { orientation: facts.orientation, quarterTurns };
  const draw = (jpeg: Uint8Array) => drawImages(jpeg, appearance, uprightOf(input), targets, options);
  if (original.bytes) return draw(original.bytes);
  const { body, size } = await original.open();
  if (size <= maxHeldBytes) return withMemory(memoryFor(size), async () => draw(await readBytes(body, size)));
  await body.cancel();
  return null;
}

type Targets = readonly [ResizeTarget, ...ResizeTarget[]];

async function drawImages(
  jpeg: Uint8Array,
  appearance: Appearance,
  upright: Size,
  [largest, ...rest]: Targets,
  options?: { giveUp: boolean },
): Promise<RenderedImage[] | null> {
  const toSpec = ({ side, quality }: ResizeTarget) => ({ ...scaled(upright, side), quality });
  const pictures = await resizeWithCodec(jpeg, appearance, [toSpec(largest), ...rest.map(toSpec)], options);
  return (
    pictures &&
    [largest, ...rest].map(({ side }, index) => inspectRendered(pictures[index]!, scaled(upright, side)))
  );
}

/**
 * Inspects a derivative like any photo: it must be whole, of the expected size (which proves the rotation), and without an
 * orientation that a viewer would apply a second time. Returns it without metadata.
 */
function inspectRendered(bytes: Uint8Array, expected: Size): RenderedImage {
  const facts = factsOf(bytes);
  const { width, height, components, orientation } = facts;
  if (Math.abs(width - expected.width) > 1 || Math.abs(height - expected.height) > 1 || orientation !== 1) {
    throw new Error(
      `a derivative has ${width} x ${height} pixels with orientation ${orientation}, ` +
        `expected ${expected.width} x ${expected.height} upright`,
    );
  }
  const stripped = stripMetadata(bytes);
  const { size, crc32, sha256 } = stripped === bytes ? facts : factsOf(stripped);
  return { bytes: stripped, size, crc32, sha256, width, height, components };
}

function factsOf(bytes: Uint8Array): PhotoFacts {
  const inspection = inspectBytes(bytes);
  if (!inspection.ok) throw new Error(`a derivative is a broken picture: ${inspection.reason}`);
  return inspection.facts;
}

/**
 * Stores a derivative unless the key exists, and returns what is stored. Of two parallel calls the second returns the first one's
 * derivative, so that both record the true facts even if the image service is not deterministic.
 */
async function store(storage: R2Bucket, key: string, image: RenderedImage): Promise<StoredDerivative> {
  const { bytes, ...facts } = image;
  const object = await storage.put(key, bytes, {
    httpMetadata: { contentType: "image/jpeg" },
    sha256: image.sha256,
    onlyIf: new Headers({ "if-none-match": "*" }),
  });
  if (object) return { key, ...facts, etag: object.etag };
  const existing = await storage.get(key);
  if (!existing) throw new Error("a derivative was deleted while it was being stored");
  const { size, crc32, sha256, width, height, components } = factsOf(
    new Uint8Array(await existing.arrayBuffer()),
  );
  return { key, size, crc32, sha256, width, height, components, etag: existing.etag };
}

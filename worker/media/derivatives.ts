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
  /** A grey picture may stay grey. */
  components: number;
  etag: string;
}

export type Derivatives = { ok: true; thumbnail: StoredDerivative; rendition: StoredDerivative } | Refusal;

export interface DerivativesInput {
  env: PictureEnv;
  original: Original;
  /** From inspection, which every photo must have passed. */
  facts: Pick<PhotoFacts, "width" | "height" | "orientation">;
  /** The reviewer's quarter turns clockwise, 0 to 3, on top of the orientation. */
  turned?: number;
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
 * Makes and stores the upright thumbnail and rendition of a photo: turned by its EXIF orientation and its reviewer, without that tag
 * and all other metadata (every document would carry the position in it), never enlarged. Repeatable: a key belongs to one original
 * and one turn.
 *
 * The Worker's own codec draws what fits its memory; the image service, to which the original is streamed, draws the rest, or all of
 * them. A photo that is held and would be drawn as it is becomes its own rendition: its thumbnail shows whether it decodes. One that
 * neither decodes is refused, and nothing is stored.
 * @throws when storage or the image service fails: call again later.
 */
export async function makeDerivatives(input: DerivativesInput): Promise<Derivatives> {
  const { env, keys, original, facts, turned = 0 } = input;
  const upright = uprightOf(input);
  const own = original.held && passThroughRendition(original.held, facts, turned);
  if (own) {
    const small = await drawImage(input, thumbnailSpec, { giveUp: false });
    if (!small.ok) return small;
    const rendition = inspectRendered(own, upright);
    return { ok: true, ...(await storeBoth(env, keys, { rendition, thumbnail: small.made })) };
  }
  const [rendition, thumbnail] = (await byCodec(input, [renditionSpec, thumbnailSpec])) ?? [];
  if (rendition && thumbnail) return { ok: true, ...(await storeBoth(env, keys, { rendition, thumbnail })) };
  const decoded = await byService(input, renditionSpec);
  if (!decoded.ok) return decoded;
  return { ok: true, ...(await withThumbnail(env, keys, decoded.made, upright)) };
}

/**
 * Stores a rendition that has been made elsewhere, of the given size, with its thumbnail.
 * @throws when it is no whole picture of that size; when storage or the image service fails: call again later
 */
export const storeRendition = (
  env: PictureEnv,
  keys: DerivativesInput["keys"],
  bytes: Uint8Array,
  size: Size,
): Promise<{ thumbnail: StoredDerivative; rendition: StoredDerivative }> =>
  withThumbnail(env, keys, inspectRendered(bytes, size), size);

/** The thumbnail is made from the rendition and not from the original: one decoding of the big picture instead of two. */
async function withThumbnail(
  env: PictureEnv,
  keys: DerivativesInput["keys"],
  rendition: RenderedImage,
  upright: Size,
) {
  const asItIs = { orientation: 1, turned: 0 };
  const [own] =
    (usesCodec(env) && (await drawImages(rendition.bytes, asItIs, upright, [thumbnailSpec]))) || [];
  const thumbnail =
    own ??
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
 * One more picture of a photo, at most `side` pixels on its longer side and of a JPEG quality of 1 to 100, like the others otherwise.
 * @throws when storage or the image service fails: call again later.
 */
export async function makeDerivative(
  input: Omit<DerivativesInput, "keys"> & { key: string; target: ResizeTarget },
): Promise<{ ok: true; made: StoredDerivative } | Refusal> {
  const decoded = await drawImage(input, input.target);
  if (!decoded.ok) return decoded;
  return { ok: true, made: await store(input.env.STORAGE, input.key, decoded.made) };
}

type Drawing = Omit<DerivativesInput, "keys">;

const uprightOf = ({ facts, turned }: Drawing): Size => rotateSize(uprightSize(facts), turned ?? 0);

/** One picture by the codec, or else by the service. */
async function drawImage(
  input: Drawing,
  target: ResizeTarget,
  options?: { giveUp: boolean },
): Promise<{ ok: true; made: RenderedImage } | Refusal> {
  const [own] = (await byCodec(input, [target], options)) ?? [];
  return own ? { ok: true, made: own } : byService(input, target);
}

async function byService(
  input: Drawing,
  target: ResizeTarget,
): Promise<{ ok: true; made: RenderedImage } | Refusal> {
  const { env, original, turned = 0 } = input;
  const drawn = await resizeWithService(env.IMAGES, reopenable(original), turned, target);
  return drawn.ok
    ? { ok: true, made: inspectRendered(drawn.bytes, scaled(uprightOf(input), target.side)) }
    : drawn;
}

/** The held bytes as a stream unless the codec has emptied them; else read from storage again. */
const reopenable = ({ held, open }: Original): Original =>
  held && held.length > 0 ? { open: async () => ({ body: streamOf(held), size: held.length }) } : { open };

/** The pictures in the order of their targets, of which the first is the largest; null when the image service is to draw them. */
async function byCodec(
  input: Drawing,
  targets: Targets,
  options = { giveUp: true },
): Promise<RenderedImage[] | null> {
  const { env, original, facts, turned = 0 } = input;
  if (!usesCodec(env)) return null;
  const look = { orientation: facts.orientation, turned };
  const draw = (jpeg: Uint8Array) => drawImages(jpeg, look, uprightOf(input), targets, options);
  if (original.held) return draw(original.held);
  const { body, size } = await original.open();
  if (size <= maxHeldBytes) return withMemory(memoryFor(size), async () => draw(await readBytes(body, size)));
  await body.cancel();
  return null;
}

type Targets = readonly [ResizeTarget, ...ResizeTarget[]];

async function drawImages(
  jpeg: Uint8Array,
  look: Appearance,
  upright: Size,
  [largest, ...others]: Targets,
  options?: { giveUp: boolean },
): Promise<RenderedImage[] | null> {
  const requestOf = ({ side, quality }: ResizeTarget) => ({ ...scaled(upright, side), quality });
  const pictures = await resizeWithCodec(jpeg, look, [requestOf(largest), ...others.map(requestOf)], options);
  return (
    pictures &&
    [largest, ...others].map(({ side }, index) => inspectRendered(pictures[index]!, scaled(upright, side)))
  );
}

/**
 * Inspects a result like any photo: it must be whole, of the expected size (and so turned correctly), and without an orientation that a
 * reader would apply again. Returns it without metadata.
 */
function inspectRendered(bytes: Uint8Array, expected: Size): RenderedImage {
  const seen = factsOf(bytes);
  const { width, height, components, orientation } = seen;
  if (Math.abs(width - expected.width) > 1 || Math.abs(height - expected.height) > 1 || orientation !== 1) {
    throw new Error(
      `a derivative has ${width} x ${height} pixels with orientation ${orientation}, ` +
        `expected ${expected.width} x ${expected.height} upright`,
    );
  }
  const stripped = stripMetadata(bytes);
  const { size, crc32, sha256 } = stripped === bytes ? seen : factsOf(stripped);
  return { bytes: stripped, size, crc32, sha256, width, height, components };
}

function factsOf(bytes: Uint8Array): PhotoFacts {
  const inspection = inspectBytes(bytes);
  if (!inspection.ok) throw new Error(`a derivative is a broken picture: ${inspection.reason}`);
  return inspection.facts;
}

/**
 * Stores a derivative unless one exists, and returns the stored one. Of two parallel calls the second returns the first one's, so that
 * both note true facts even if the image service does not make the same bytes twice.
 */
async function store(storage: R2Bucket, key: string, made: RenderedImage): Promise<StoredDerivative> {
  const { bytes, ...facts } = made;
  const object = await storage.put(key, bytes, {
    httpMetadata: { contentType: "image/jpeg" },
    sha256: made.sha256,
    onlyIf: new Headers({ "if-none-match": "*" }),
  });
  if (object) return { key, ...facts, etag: object.etag };
  const there = await storage.get(key);
  if (!there) throw new Error("a derivative went while it was stored");
  const { size, crc32, sha256, width, height, components } = factsOf(
    new Uint8Array(await there.arrayBuffer()),
  );
  return { key, size, crc32, sha256, width, height, components, etag: there.etag };
}

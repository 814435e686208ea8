import { turnedSize } from "../../domain/rules/photoTurn";
import type { PhotoFacts } from "./inspect";
import { inspectBytes } from "./inspect";
import { withoutMetadata } from "./metadata";
import { type Refusal, refusal } from "./refusal";

/** Longest side of each derivative in pixels, and its JPEG quality. */
export const THUMBNAIL = { side: 400, quality: 75 } as const;
export const RENDITION = { side: 1600, quality: 82 } as const;

/** A derivative in R2. `size` in bytes, `crc32` unsigned, `width` and `height` of the upright picture, `etag` unquoted. */
export interface StoredDerivative {
  key: string;
  size: number;
  crc32: number;
  sha256: string;
  width: number;
  height: number;
  /** The image service may keep a grey picture grey. */
  components: number;
  etag: string;
}

export type Derivatives = { ok: true; thumbnail: StoredDerivative; rendition: StoredDerivative } | Refusal;

export interface DerivativesInput {
  /** Opens the original from its first byte; called again when the image service has to try twice. */
  open: () => Promise<ReadableStream<Uint8Array>>;
  /** From inspection, which every photo must have passed. */
  facts: Pick<PhotoFacts, "width" | "height" | "orientation">;
  /** The reviewer's quarter turns clockwise, 0 to 3, on top of the orientation. */
  turned?: number;
  images: ImagesBinding;
  storage: R2Bucket;
  keys: { thumbnail: string; rendition: string };
}

interface Made {
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
 * and all other metadata (every document would carry the position in it), never enlarged. The original is streamed; only the
 * results, well under a megabyte, are held in memory. Repeatable: a key belongs to one original and one turn.
 *
 * A photo that cannot be decoded is refused, and nothing is stored.
 * @throws when storage or the image service fails: call again later.
 */
export async function makeDerivatives(input: DerivativesInput): Promise<Derivatives> {
  const upright = turnedSize(uprightSize(input.facts), input.turned ?? 0);
  const decoded = await decode(input, upright);
  if (!decoded.ok) return decoded;
  return { ok: true, ...(await withThumbnail(input, decoded.made, upright)) };
}

/**
 * Stores a rendition that has been made elsewhere, of the given size, with its thumbnail.
 * @throws when it is no whole picture of that size; when storage or the image service fails: call again later
 */
export const storeRendition = (
  input: Pick<DerivativesInput, "images" | "storage" | "keys">,
  bytes: Uint8Array,
  size: Size,
): Promise<{ thumbnail: StoredDerivative; rendition: StoredDerivative }> =>
  withThumbnail(input, checked(bytes, size), size);

/** The thumbnail is made from the rendition and not from the original: one decoding of the big picture instead of two. */
async function withThumbnail(
  { images, storage, keys }: Pick<DerivativesInput, "images" | "storage" | "keys">,
  rendition: Made,
  upright: Size,
): Promise<{ thumbnail: StoredDerivative; rendition: StoredDerivative }> {
  const thumbnail = checked(
    await convert(images, streamOf(rendition.bytes), THUMBNAIL),
    scaled(upright, THUMBNAIL.side),
  );
  const [storedThumbnail, storedRendition] = await Promise.all([
    store(storage, keys.thumbnail, thumbnail),
    store(storage, keys.rendition, rendition),
  ]);
  return { thumbnail: storedThumbnail, rendition: storedRendition };
}

/**
 * One more picture of a photo, at most `side` pixels on its longer side and of a JPEG quality of 1 to 100, like the others otherwise.
 * @throws when storage or the image service fails: call again later.
 */
export async function makeDerivative(
  input: Omit<DerivativesInput, "keys"> & { key: string; target: { side: number; quality: number } },
): Promise<{ ok: true; made: StoredDerivative } | Refusal> {
  const upright = turnedSize(uprightSize(input.facts), input.turned ?? 0);
  const decoded = await decode(input, upright, input.target);
  if (!decoded.ok) return decoded;
  return { ok: true, made: await store(input.storage, input.key, decoded.made) };
}

export interface Size {
  width: number;
  height: number;
}

/** The size of the upright photo: orientations 5 to 8 are stored on their side. */
export function uprightSize(facts: Size & { orientation: number }): Size {
  return facts.orientation >= 5
    ? { width: facts.height, height: facts.width }
    : { width: facts.width, height: facts.height };
}

/** A size shrunk until its longest side is `side`; never enlarged. */
export function scaled(size: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(size.width, size.height));
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

type Decoded = { ok: true; made: Made } | Refusal;

/**
 * Decodes the original into its rendition. The image service reports a photo that it cannot decode like a fault of its own (code
 * 9523, or no code at all). After a failure it therefore gets a picture that is known to be good: if that fails too, the service is at
 * fault and the failure is thrown; else the photo is tried once more and then refused.
 */
async function decode(
  input: Omit<DerivativesInput, "keys">,
  upright: Size,
  target: { side: number; quality: number } = RENDITION,
): Promise<Decoded> {
  const attempt = async (): Promise<Decoded | { ok: false; reason: null; error: unknown }> => {
    const source = watch(await input.open());
    let bytes: Uint8Array | null = null;
    let fault: unknown;
    try {
      bytes = await convert(input.images, source.stream, target, input.turned);
    } catch (error) {
      fault = error;
      await source.cancel();
    }
    const failure = source.failure();
    if (failure) throw failure.error;
    if (bytes === null) return refusalOf(fault) ?? { ok: false, reason: null, error: fault };
    return { ok: true, made: checked(bytes, scaled(upright, target.side)) };
  };

  const first = await attempt();
  if (first.ok || first.reason !== null) return first;
  try {
    await convert(input.images, streamOf(knownGood()), THUMBNAIL);
  } catch {
    throw first.error;
  }
  const second = await attempt();
  return second.ok || second.reason !== null ? second : refusal("photoCorrupt", "it cannot be decoded");
}

/** The refusal for those codes of the image service that certainly concern the picture. */
function refusalOf(error: unknown): Refusal | null {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === 9412 || code === 9520) return refusal("photoCorrupt", "it cannot be decoded");
  if (code === 9413) return refusal("photoTooLarge");
  return null;
}

const degrees = [0, 90, 180, 270] as const;

async function convert(
  images: ImagesBinding,
  source: ReadableStream<Uint8Array>,
  target: { side: number; quality: number },
  turned = 0,
): Promise<Uint8Array> {
  const scaled = images
    .input(source)
    .transform({ width: target.side, height: target.side, fit: "scale-down" });
  // A separate step, because the service applies the EXIF orientation in the first one.
  const result = await (turned === 0 ? scaled : scaled.transform({ rotate: degrees[turned]! })).output({
    format: "image/jpeg",
    quality: target.quality,
  });
  return new Uint8Array(await result.response().arrayBuffer());
}

interface Watched {
  stream: ReadableStream<Uint8Array>;
  /** The error of the source, if it failed. */
  failure: () => { error: unknown } | null;
  /** Releases a source that was not read to its end, which would hold a connection open. */
  cancel: () => Promise<void>;
}

/**
 * Passes a source on and notes its failure, which is then storage's, whatever the image service reports. The service only sees the
 * picture end: an error in its stream would surface there unhandled.
 */
function watch(source: ReadableStream<Uint8Array>): Watched {
  let failure: { error: unknown } | null = null;
  const reader = source.getReader();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        failure = { error };
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { stream, failure: () => failure, cancel: () => reader.cancel().catch(() => undefined) };
}

/**
 * Inspects a result like any photo: it must be whole, of the expected size (and so turned correctly), and without an orientation that a
 * reader would apply again. Returns it without metadata.
 */
function checked(bytes: Uint8Array, expected: Size): Made {
  const inspection = inspectBytes(bytes);
  if (!inspection.ok) throw new Error(`the image service returned a broken picture: ${inspection.reason}`);
  const { width, height, components, orientation } = inspection.facts;
  if (Math.abs(width - expected.width) > 1 || Math.abs(height - expected.height) > 1 || orientation !== 1) {
    throw new Error(
      `the image service returned ${width} x ${height} pixels with orientation ${orientation}, ` +
        `expected ${expected.width} x ${expected.height} upright`,
    );
  }
  const stripped = withoutMetadata(bytes);
  const { facts } = stripped === bytes ? inspection : { facts: factsOf(stripped) };
  const { size, crc32, sha256 } = facts;
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
async function store(storage: R2Bucket, key: string, made: Made): Promise<StoredDerivative> {
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

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new Response(bytes).body!;
}

/** An 8 x 8 grey JPEG. */
function knownGood(): Uint8Array {
  return Buffer.from(KNOWN_GOOD, "base64");
}

const KNOWN_GOOD =
  "/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z";

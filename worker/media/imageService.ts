import { createRefusal, type Refusal } from "#domain/media/jpeg/photoRefusal.ts";
import type { Original } from "./original.ts";
import { createStream } from "./readChunks.ts";

type ServiceResult = { ok: true; bytes: Uint8Array } | Refusal;

/** The JPEG to create: at most `side` pixels on its longer side, quality 1 to 100. */
export interface ResizeTarget {
  side: number;
  quality: number;
  /** Of what the Worker's own codec draws, in bytes (JpegSpec). */
  maxBytes?: number;
}

/**
 * Streams an original to the image service, which decodes and shrinks it. The service reports a photo that it cannot decode like
 * a failure of its own (code 9523, or no code at all). After a failure it is therefore called with a known good picture. If that
 * fails too, the service is at fault and the error is thrown; otherwise the photo is tried once more and then refused.
 */
export async function resizeWithService(
  images: ImagesBinding,
  original: Original,
  quarterTurns: number,
  target: ResizeTarget,
): Promise<ServiceResult> {
  const tryResize = async (): Promise<ServiceResult | { ok: false; reason: null; error: unknown }> => {
    const source = watchSource((await original.open()).body);
    let bytes: Uint8Array | null = null;
    let serviceError: unknown;
    try {
      bytes = await resize(images, source.stream, target, quarterTurns);
    } catch (error) {
      serviceError = error;
      await source.cancel();
    }
    const failure = source.getFailure();
    if (failure) throw failure.error;
    if (bytes === null) return findRefusal(serviceError) ?? { ok: false, reason: null, error: serviceError };
    return { ok: true, bytes };
  };

  const firstResult = await tryResize();
  if (firstResult.ok || firstResult.reason !== null) return firstResult;
  try {
    await resizeJpegWithService(images, createProbeJpeg(), target);
  } catch {
    throw firstResult.error;
  }
  const secondResult = await tryResize();
  return secondResult.ok || secondResult.reason !== null
    ? secondResult
    : createRefusal("photoCorrupt", "it cannot be decoded");
}

/** The refusal for error codes of the image service that are certainly caused by the picture; null for any other error. */
function findRefusal(error: unknown): Refusal | null {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === 9412 || code === 9520) return createRefusal("photoCorrupt", "it cannot be decoded");
  if (code === 9413) return createRefusal("photoTooLarge");
  return null;
}

/** Shrinks a known good JPEG with the image service. @throws the error of the service */
export const resizeJpegWithService = (
  images: ImagesBinding,
  jpeg: Uint8Array,
  target: ResizeTarget,
): Promise<Uint8Array> => resize(images, createStream(jpeg), target);

const degreesByQuarterTurns = [0, 90, 180, 270] as const;

async function resize(
  images: ImagesBinding,
  source: ReadableStream<Uint8Array>,
  target: ResizeTarget,
  quarterTurns = 0,
): Promise<Uint8Array> {
  const scaledImage = images
    .input(source)
    .transform({ width: target.side, height: target.side, fit: "scale-down" });
  // A separate step, because the service applies the EXIF orientation in the first one.
  const result = await (quarterTurns === 0
    ? scaledImage
    : scaledImage.transform({ rotate: degreesByQuarterTurns[quarterTurns]! })
  ).output({
    format: "image/jpeg",
    quality: target.quality,
  });
  return new Uint8Array(await result.response().arrayBuffer());
}

interface WatchedSource {
  stream: ReadableStream<Uint8Array>;
  /** The error of the source, if it failed. */
  getFailure: () => { error: unknown } | null;
  /** Cancels a source that was not read to its end, which would otherwise hold a connection open. */
  cancel: () => Promise<void>;
}

/**
 * Passes a source through and records its failure, which is then an error of storage, whatever the image service reports. The
 * service only sees the stream end: a stream error would surface there unhandled.
 */
function watchSource(source: ReadableStream<Uint8Array>): WatchedSource {
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
  return { stream, getFailure: () => failure, cancel: () => reader.cancel().catch(() => undefined) };
}

/** An 8 x 8 grey JPEG. */
function createProbeJpeg(): Uint8Array {
  return Buffer.from(probeJpegBase64, "base64");
}

const probeJpegBase64 =
  "/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z";

import { exactStructureOf } from "#domain/media/jpeg/jpegStructure.ts";
import { type JpegStructure, JpegWalker } from "#domain/media/jpeg/jpegWalker.ts";
import { createRefusal, type Refusal } from "#domain/media/jpeg/photoRefusal.ts";
import { type DescribedTime, readDescribedTime } from "./descriptionDates.ts";
import { type ContentDigests, Digester } from "./digests.ts";
import { type ExifFacts, type ExifOptions, readExifs } from "./exif.ts";
import { readChunks } from "./readChunks.ts";
import { sniffType } from "./sniff.ts";
import { readExactStructure } from "./streamStructure.ts";

export type { Refusal } from "#domain/media/jpeg/photoRefusal.ts";
export type { ContentDigests } from "./digests.ts";

/** Facts from the bytes of a photo. `width` and `height` in pixels as stored, before `orientation`. */
export interface PhotoFacts extends ContentDigests, ExifFacts {
  width: number;
  height: number;
  /** 1 grey, 3 colour, 4 CMYK. */
  components: number;
  /** The metadata that `takenAt` is from. */
  takenAtSource: "EXIF" | DescribedTime["source"];
}

export interface InspectionOptions extends ExifOptions {
  /** Opens the photo again, for an exact read if it has no end marker. */
  reopen?: () => Promise<ReadableStream<Uint8Array>>;
}

/** A refused photo is also read to its end, so that its digests identify it. */
export type Inspection = { ok: true; facts: PhotoFacts } | (Refusal & { digests: ContentDigests });

const maxHeadBytes = 512;

/**
 * Inspects a photo in one pass and constant memory: digests, structure, EXIF. A photo is never refused for broken EXIF.
 * @param target receives a copy of the bytes; must be as long as the photo
 * @throws the error of the stream if the transfer failed; the call can be retried
 */
export async function inspectPhoto(
  body: ReadableStream<Uint8Array>,
  { reopen, ...options }: InspectionOptions = {},
  target?: Uint8Array,
): Promise<Inspection> {
  const inspector = new PhotoInspector();
  let offset = 0;
  for await (const chunk of readChunks(body)) {
    inspector.update(chunk);
    target?.set(chunk, offset);
    offset += chunk.length;
  }
  const structure = inspector.finishStructure();
  if (structure.ok || !inspector.hasScan || !(target || reopen)) return inspector.finish(structure, options);
  const exactStructure = target ? exactStructureOf(target) : await readExactStructure(reopen!);
  return inspector.finish(exactStructure.ok ? exactStructure : structure, options);
}

/** Like `inspectPhoto`, for a photo in memory (a base64 body, a derivative). */
export function inspectBytes(bytes: Uint8Array, options: ExifOptions = {}): Inspection {
  const inspector = new PhotoInspector();
  inspector.update(bytes);
  const structure = inspector.finishStructure();
  const exactStructure = structure.ok || !inspector.hasScan ? structure : exactStructureOf(bytes);
  return inspector.finish(exactStructure.ok ? exactStructure : structure, options);
}

class PhotoInspector {
  readonly #digester = new Digester();
  readonly #walker = new JpegWalker();
  readonly #head = new Uint8Array(maxHeadBytes);
  #headLength = 0;

  update(chunk: Uint8Array): void {
    this.#digester.update(chunk);
    this.#walker.push(chunk);
    if (this.#headLength < maxHeadBytes) {
      const part = chunk.subarray(0, maxHeadBytes - this.#headLength);
      this.#head.set(part, this.#headLength);
      this.#headLength += part.length;
    }
  }

  finishStructure(): JpegStructure | Refusal {
    return this.#walker.finish();
  }

  get hasScan(): boolean {
    return this.#walker.hasScan;
  }

  finish(structure: JpegStructure | Refusal, options: ExifOptions): Inspection {
    const digests = this.#digester.finish();
    if (digests.size === 0) return { ...createRefusal("photoEmpty"), digests };
    if (!structure.ok) {
      if (structure.reason !== "notJpeg") return { ...structure, digests };
      const { name } = sniffType(this.#head.subarray(0, this.#headLength));
      return { ...createRefusal("notJpeg", name === "unknown" ? undefined : name), digests };
    }
    const exif = readExifs(structure.exifs, options);
    const describedTime = exif.takenAt === null ? readDescribedTime(structure.descriptions, options) : null;
    const { width, height, components } = structure;
    return {
      ok: true,
      facts: {
        ...{ ...digests, width, height, components, ...exif },
        takenAt: describedTime?.takenAt ?? exif.takenAt,
        takenAtSource: describedTime?.source ?? "EXIF",
      },
    };
  }
}

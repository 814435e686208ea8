import type { AnyResource } from "#domain/contract/resource.ts";
import { type FieldError, problem } from "#domain/core/problem.ts";
import { isApplePng } from "#domain/media/applePng.ts";
import type { graphic, referencePhoto } from "#domain/resources/index.ts";
import { Digester } from "#worker/media/digests.ts";
import { inspectBytes } from "#worker/media/inspect.ts";
import type { ImageFolder } from "#worker/media/keys.ts";
import { inspectPng } from "#worker/media/png.ts";
import type { Binding } from "../binding.ts";
import { graphicBinding, referencePhotoBinding } from "../configuration.ts";

/** Facts about an image file: width and height in pixels as stored, `orientation` as in EXIF. */
export interface ImageFacts {
  dataSize: number;
  crc32: number;
  sha256: string;
  width: number;
  height: number;
  orientation: number;
}

/** The differences between graphics and reference photos. */
export interface ImageKind<R extends AnyResource = AnyResource> {
  binding: Binding<R>;
  folder: ImageFolder;
  contentType: "image/png" | "image/jpeg";
  extension: "png" | "jpg";
  /** Whether it gets a thumbnail and a rendition. */
  derivatives: boolean;
  /** @throws invalid on `data` for other formats and for images that are too large */
  inspect(bytes: Uint8Array): ImageFacts;
}

const invalidData = (error: FieldError, message: string) =>
  problem("invalid", { fields: { data: error }, message: `The file was refused: ${message}` });

export const graphics: ImageKind<typeof graphic> = {
  binding: graphicBinding,
  folder: "graphics",
  contentType: "image/png",
  extension: "png",
  derivatives: false,
  inspect(bytes) {
    if (isApplePng(bytes)) throw invalidData("applePng", "it has a form that only Apple's programs can show");
    const found = inspectPng(bytes);
    if (!found.ok) throw invalidData(found.reason === "tooLarge" ? "tooLarge" : "invalid", found.reason);
    const digester = new Digester();
    digester.update(bytes);
    const { size, crc32, sha256 } = digester.finish();
    return { dataSize: size, crc32, sha256, width: found.width, height: found.height, orientation: 1 };
  },
};

export const referencePhotos: ImageKind<typeof referencePhoto> = {
  binding: referencePhotoBinding,
  folder: "referencePhotos",
  contentType: "image/jpeg",
  extension: "jpg",
  derivatives: true,
  inspect(bytes) {
    const found = inspectBytes(bytes);
    if (!found.ok) throw invalidData(found.reason === "photoTooLarge" ? "tooLarge" : "invalid", found.reason);
    const { size, crc32, sha256, width, height, orientation } = found.facts;
    return { dataSize: size, crc32, sha256, width, height, orientation };
  },
};

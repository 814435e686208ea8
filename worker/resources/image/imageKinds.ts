import type { AnyResource } from "#domain/contract/resource.ts";
import { type FieldError, problem } from "#domain/core/problem.ts";
import { isApplePng } from "#domain/media/applePng.ts";
import type { graphic, referencePhoto } from "#domain/resources/index.ts";
import { Digester } from "#worker/media/digests.ts";
import { inspectBytes } from "#worker/media/inspectPhoto.ts";
import type { ImageFolder } from "#worker/media/photoKeys.ts";
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
  /** True if a thumbnail and a rendition are stored too. */
  hasDerivatives: boolean;
  /** @throws invalid on `data` for other formats and for images that are too large */
  inspect(bytes: Uint8Array): ImageFacts;
}

const createInvalidProblem = (error: FieldError, message: string) =>
  problem("invalid", { fields: { data: error }, message: `The file was refused: ${message}` });

export const graphicKind: ImageKind<typeof graphic> = {
  binding: graphicBinding,
  folder: "graphics",
  contentType: "image/png",
  extension: "png",
  hasDerivatives: false,
  inspect(bytes) {
    if (isApplePng(bytes))
      throw createInvalidProblem("applePng", "it has a form that only Apple's programs can show");
    const inspection = inspectPng(bytes);
    if (!inspection.ok)
      throw createInvalidProblem(
        inspection.reason === "tooLarge" ? "tooLarge" : "invalid",
        inspection.reason,
      );
    const digester = new Digester();
    digester.update(bytes);
    const { size, crc32, sha256 } = digester.finish();
    return {
      dataSize: size,
      crc32,
      sha256,
      width: inspection.width,
      height: inspection.height,
      orientation: 1,
    };
  },
};

export const referencePhotoKind: ImageKind<typeof referencePhoto> = {
  binding: referencePhotoBinding,
  folder: "referencePhotos",
  contentType: "image/jpeg",
  extension: "jpg",
  hasDerivatives: true,
  inspect(bytes) {
    const inspection = inspectBytes(bytes);
    if (!inspection.ok)
      throw createInvalidProblem(
        inspection.reason === "photoTooLarge" ? "tooLarge" : "invalid",
        inspection.reason,
      );
    const { size, crc32, sha256, width, height, orientation } = inspection.facts;
    return { dataSize: size, crc32, sha256, width, height, orientation };
  },
};

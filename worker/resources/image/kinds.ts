import { type FieldError, problem } from "../../../domain/problem";
import type { AnyResource } from "../../../domain/resource";
import type { graphic, referencePhoto } from "../../../domain/resources";
import { Digester } from "../../media/digests";
import { inspectBytes } from "../../media/inspect";
import type { ImageFolder } from "../../media/keys";
import { inspectPng } from "../../media/png";
import type { Binding } from "../binding";
import { graphicBinding, referencePhotoBinding } from "../configuration";

/** Facts about an image's bytes: width and height in pixels as stored, `orientation` as in EXIF. */
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
  /** Whether a thumbnail and a rendition are made. */
  derivatives: boolean;
  /** @throws invalid on `data` for another format and for images that are too large */
  inspect(bytes: Uint8Array): ImageFacts;
}

const refused = (fault: FieldError, message: string) =>
  problem("invalid", { fields: { data: fault }, message: `The file was refused: ${message}` });

export const graphics: ImageKind<typeof graphic> = {
  binding: graphicBinding,
  folder: "graphics",
  contentType: "image/png",
  extension: "png",
  derivatives: false,
  inspect(bytes) {
    const found = inspectPng(bytes);
    if (!found.ok) throw refused(found.reason === "tooLarge" ? "tooLarge" : "invalid", found.reason);
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
    if (!found.ok) throw refused(found.reason === "photoTooLarge" ? "tooLarge" : "invalid", found.reason);
    const { size, crc32, sha256, width, height, orientation } = found.facts;
    return { dataSize: size, crc32, sha256, width, height, orientation };
  },
};

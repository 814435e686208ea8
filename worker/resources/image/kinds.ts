import type { FieldFault } from "../../../domain/problem";
import { problem } from "../../../domain/problem";
import { Digester } from "../../media/digests";
import { inspectBytes } from "../../media/inspect";
import type { ImageFolder } from "../../media/keys";
import { inspectPng } from "../../media/png";
import type { Binding } from "../binding";
import { graphicBinding, referencePhotoBinding } from "../configuration";

/** What is known of an image's bytes. Sizes in pixels as stored; `orientation` as EXIF numbers it. */
export interface ImageFacts {
  dataSize: number;
  crc32: number;
  sha256: string;
  width: number;
  height: number;
  orientation: number;
}

/** Graphics and reference photos are the same but for this. */
export interface ImageKind {
  binding: Binding;
  folder: ImageFolder;
  contentType: "image/png" | "image/jpeg";
  extension: "png" | "jpg";
  /** Whether smaller forms are made of it. */
  derivatives: boolean;
  /** @throws invalid on `data` for what is not what it has to be. */
  inspect(bytes: Uint8Array): ImageFacts;
}

const refused = (fault: FieldFault, message: string) =>
  problem("invalid", { fields: { data: fault }, message: `The file was refused: ${message}` });

export const graphics: ImageKind = {
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

export const referencePhotos: ImageKind = {
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

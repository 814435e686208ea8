import { decodeLayoutImage, type LayoutImage } from "#domain/layout/layoutImage.ts";
import { namespace, xmlDeclaration } from "#worker/export/ooxml.ts";
import { type Part, setXml } from "../documents/officePackage.ts";
import { escapeXml } from "../documents/xml.ts";
import type { StoredObject } from "../exportPlanTypes.ts";
import type { Size } from "../orientation.ts";
import type { DrawnImage } from "./renderTree.ts";

/**
 * The pictures of a package, each stored once, however often it is shown. Only this class names them, so every picture that is
 * shown is in the package.
 */
export class PackagePictures {
  readonly folder: string;
  readonly #photos = new Map<string, { name: string; photo: StoredObject }>();
  readonly #images = new Map<string, { name: string; image: LayoutImage } | null>();

  /** @param folder in the package, such as "ppt/media" */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Name of a photo's part in the folder. */
  addPhoto(photo: StoredObject): string {
    const key = JSON.stringify([photo.key, photo.etag]);
    const addedPhoto = this.#photos.get(key);
    if (addedPhoto) return addedPhoto.name;
    const name = `photo${this.#photos.size + 1}.jpeg`;
    this.#photos.set(key, { name, photo });
    return name;
  }

  /** The picture of an IMAGE, decoded once; null if it cannot be read. */
  addImage({ data }: DrawnImage): { name: string; size: Size } | null {
    let addedImage = this.#images.get(data);
    if (addedImage === undefined) {
      const image = decodeLayoutImage(data);
      const extension = image?.type === "image/png" ? "png" : "jpeg";
      addedImage = image && { name: `image${this.#images.size + 1}.${extension}`, image };
      this.#images.set(data, addedImage);
    }
    return addedImage && { name: addedImage.name, size: addedImage.image.size };
  }

  addTo(parts: Map<string, Part>): void {
    for (const { name, photo } of this.#photos.values()) {
      const path = `${this.folder}/${name}`;
      parts.set(path, { name: path, photo });
    }
    for (const image of this.#images.values()) {
      if (image === null) continue;
      const path = `${this.folder}/${image.name}`;
      parts.set(path, { name: path, bytes: image.image.bytes });
    }
  }
}

/** The name of a picture in lists of objects, made from its part's name. */
export const pictureKindOf = (picture: string): string => (picture.startsWith("photo") ? "Photo" : "Image");

/** The relationships of one part to its pictures and to the addresses that its texts open, each once. */
export class PartRelations {
  readonly #pictures = new Map<string, string>();
  readonly #links = new Map<string, string>();

  /** The id of the relationship to a picture, by its name. */
  idOf(picture: string): string {
    return getOrAdd(this.#pictures, picture, "rIdPicture");
  }

  /** The id of the relationship to a URL. */
  linkIdOf(url: string): string {
    return getOrAdd(this.#links, url, "rIdLink");
  }

  get size(): number {
    return this.#pictures.size + this.#links.size;
  }

  /** @param folder of the pictures, relative to the part, such as "../media" */
  xml(folder: string): string {
    const relationXml = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="${namespace.relationship}/${type}" Target="${target}"`;
    return [
      ...[...this.#pictures].map(([name, id]) => `${relationXml(id, "image", `${folder}/${name}`)}/>`),
      ...[...this.#links].map(
        ([url, id]) => `${relationXml(id, "hyperlink", escapeXml(url))} TargetMode="External"/>`,
      ),
    ].join("");
  }
}

function getOrAdd(ids: Map<string, string>, key: string, prefix: string): string {
  const existingId = ids.get(key);
  if (existingId !== undefined) return existingId;
  const id = `${prefix}${ids.size + 1}`;
  ids.set(key, id);
  return id;
}

export function setRelations(parts: Map<string, Part>, name: string, relations: string): void {
  setXml(
    parts,
    name,
    `${xmlDeclaration}<Relationships xmlns="${namespace.packageRelationships}">${relations}</Relationships>`,
  );
}

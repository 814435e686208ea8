import { maxSmallPhotoBytes, type PhotoSize } from "#domain/media/photoSize.ts";
import type { PhotoForm } from "./documents/photoEntries.ts";
import type { PlannedPhoto, StoredImage, StoredObject } from "./exportPlanTypes.ts";
import { fitInto, type Size } from "./orientation.ts";

/** Chooses the file of each photo for a document's photo size: as many pixels as the photo needs where it is drawn. */

/** A photo in fewer pixels, which may have to be drawn first. */
export interface VariantSpec {
  photo: {
    id: string;
    /** The reviewer's rotation, in clockwise quarter turns. */
    rotation: number;
    original: StoredObject & Size & { orientation: number; components: number };
  };
  /** Maximum pixels of the longer side; 0 keeps the size. */
  maxSize: number;
  /** 0 to 100. */
  quality: number;
  /** A photo that exceeds it, because of its detail, is drawn in a lower quality. */
  maxBytes?: number;
}

/** Resolution in pixels per inch, JPEG quality, maximum pixels of the longer side, and maximum bytes. */
const variantSizes = {
  SMALL: { resolution: 150, quality: 65, maxSide: 1600, maxBytes: maxSmallPhotoBytes },
  PRINT: { resolution: 300, quality: 88, maxSide: 8000 },
} as const;

/** The share of the resolution that is enough, so that a photo that needs 1004 pixels is not drawn with 1250. */
const tolerance = 0.98;

/** The preferred numbers R10 of ISO 3, in pixels: photos drawn in similar sizes share a file. */
const standardSides = [
  ...[100, 125, 160, 200, 250, 315, 400, 500, 630, 800],
  ...[1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000],
] as const;

/** The form that all photos of a document have; null leaves it to the nodes of a layout. */
export const formOf = (size: PhotoSize): PhotoForm | null =>
  (({ SMALL: "rendition", NORMAL: null, PRINT: "rendition", ORIGINAL: "original" }) as const)[size];

/** The drawn length of each photo's longer side, by id. Millimetres. */
export type DrawnSides = ReadonlyMap<string, number>;

/** Collects how large photos are drawn. */
export class DrawnSideCollector {
  readonly sides = new Map<string, number>();

  /** A photo that is drawn upright and whole in a box. Millimetres. */
  add(photo: PlannedPhoto, box: Size): void {
    const { width, height } = fitInto(uprightOf(photo), box);
    this.sides.set(photo.id, Math.max(this.sides.get(photo.id) ?? 0, width, height));
  }
}

const uprightOf = ({ rendition, rotation }: PlannedPhoto): Size => {
  const { width, height, quarterTurns } = rendition;
  const size = { width: Math.max(width, 1), height: Math.max(height, 1) };
  return (rotation - quarterTurns) % 2 === 0 ? size : { width: size.height, height: size.width };
};

/** The file that a photo needs if its longer side is drawn `sideMm` long; null if its rendition is enough. */
export function specifyVariant(
  photo: PlannedPhoto,
  size: "SMALL" | "PRINT",
  sideMm: number,
): VariantSpec | null {
  const { resolution, maxSide, ...compression } = variantSizes[size];
  const neededPixels = Math.min((sideMm / 25.4) * resolution, maxSide);
  const maxSize = standardSides.find((standardSide) => standardSide >= neededPixels * tolerance) ?? maxSide;
  const renditionSide = getLongerSide(photo.rendition);
  const isRenditionEnough =
    size === "SMALL"
      ? // A rendition of exactly this size is drawn again, because the lower quality saves bytes.
        renditionSide < maxSize
      : renditionSide >= maxSize || renditionSide >= getLongerSide(photo.original);
  if (isRenditionEnough) return null;
  const { id, rotation, original } = photo;
  return { photo: { id, rotation, original }, maxSize, ...compression };
}

const getLongerSide = ({ width, height }: Size): number => Math.max(width, height);

/** The photo with another file in place of its rendition. */
export const withRendition = (photo: PlannedPhoto, image: StoredImage): PlannedPhoto => ({
  ...photo,
  rendition: { ...image, quarterTurns: photo.rotation },
});

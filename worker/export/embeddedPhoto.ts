import type { PhotoForm } from "./documents/photoEntries.ts";
import { toSingleLine } from "./documents/xml.ts";
import type { PlannedPhoto, StoredImage } from "./exportPlanTypes.ts";
import { combineTransforms, type FrameTransform, getOrientedSize, type Size } from "./orientation.ts";

/** The image to embed for a photo, and its orientation. */
export interface EmbeddedPhoto {
  /** The bytes to embed. */
  image: StoredImage;
  /** The transform of its frame; readers of Office documents and PDF ignore EXIF. */
  transform: FrameTransform;
  /** Upright size in pixels, at least 1 x 1. */
  upright: Size;
}

export function selectEmbeddedPhoto(photo: PlannedPhoto, variant: PhotoForm): EmbeddedPhoto {
  const image = photo[variant];
  const transform =
    variant === "original"
      ? combineTransforms(photo.original.orientation, photo.rotation)
      : combineTransforms(1, photo.rotation - photo[variant].quarterTurns);
  return { image, transform, upright: getOrientedSize(atLeastOnePixel(image), transform) };
}

/** The alias of a photo, else its name, on one line; "" if it has neither. */
export const photoTitle = ({ alias, name }: Pick<PlannedPhoto, "alias" | "name">): string =>
  toSingleLine(alias ?? "") || toSingleLine(name);

const atLeastOnePixel = ({ width, height }: Size): Size => ({
  width: Math.max(width, 1),
  height: Math.max(height, 1),
});

import type { PhotoForm } from "./documents/photoEntries.ts";
import { oneLine } from "./documents/xml.ts";
import type { PlannedPhoto, StoredImage } from "./exportPlanTypes.ts";
import { type Size, type Turn, turned, turnOf } from "./orientation.ts";

/** What to embed of a photo, and how it stands upright. */
export interface EmbeddedPhoto {
  /** The bytes to embed. */
  image: StoredImage;
  /** The turn of its frame; readers of Office documents and PDF ignore EXIF. */
  turn: Turn;
  /** Pixels as seen once upright, at least one by one. */
  upright: Size;
}

export function embeddedPhoto(photo: PlannedPhoto, variant: PhotoForm): EmbeddedPhoto {
  const image = photo[variant];
  const turn =
    variant === "original"
      ? turnOf(photo.original.orientation, photo.rotation)
      : turnOf(1, photo.rotation - photo[variant].turned);
  return { image, turn, upright: turned(atLeastOnePixel(image), turn) };
}

/** Its alias, else its name, on one line; "" for neither. */
export const photoTitle = ({ alias, name }: Pick<PlannedPhoto, "alias" | "name">): string =>
  oneLine(alias ?? "") || oneLine(name);

const atLeastOnePixel = ({ width, height }: Size): Size => ({
  width: Math.max(width, 1),
  height: Math.max(height, 1),
});

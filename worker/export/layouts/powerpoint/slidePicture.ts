import { selectEmbeddedPhoto } from "#worker/export/embeddedPhoto.ts";
import {
  type FrameTransform,
  fitInto,
  getOrientedSize,
  type Size,
  uprightTransform,
} from "#worker/export/orientation.ts";
import type { Rect } from "../columnLayout.ts";
import type { PackagePictures } from "../packagePictures.ts";
import { mmToPoints } from "../pageMetrics.ts";
import type { DrawnImage, DrawnPhoto } from "../renderTree.ts";
import type { SlideXml } from "./slideXml.ts";

/** A photo or image of a slide. Lengths in points. */
export interface SlidePicture {
  /** Of the upright picture, in any unit. */
  upright: Size;
  /** Infinity if the layout gives none. */
  maxSize: Size;
  draw(slide: SlideXml, frame: Rect): void;
}

const toMaxPoints = (millimetres: number | null): number =>
  millimetres === null ? Number.POSITIVE_INFINITY : mmToPoints(millimetres);

/** The picture of an item; null for an image that cannot be read. */
export function createSlidePicture(
  item: DrawnPhoto | DrawnImage,
  pictures: PackagePictures,
): SlidePicture | null {
  const maxSize = { width: toMaxPoints(item.box.width), height: toMaxPoints(item.box.height) };
  if (item.kind === "photo") {
    const { image, transform, upright } = selectEmbeddedPhoto(item.photo, item.variant);
    return {
      upright,
      maxSize,
      draw: (slide, frame) =>
        slide.addPicture(rotatedFrame(frame, transform), pictures.addPhoto(image), transform, item.altText),
    };
  }
  const image = pictures.addImage(item);
  return (
    image && {
      upright: image.size,
      maxSize,
      draw: (slide, frame) => slide.addPicture(frame, image.name, uprightTransform, item.altText ?? null),
    }
  );
}

/** The largest size of a picture in a box. */
export const fitPicture = ({ upright, maxSize }: SlidePicture, box: Size): Size =>
  fitInto(upright, {
    width: Math.min(maxSize.width, box.width),
    height: Math.min(maxSize.height, box.height),
  });

/** The frame with the proportions of the stored pixels that fills an area once it is rotated around its centre. */
export function rotatedFrame(displayedRect: Rect, transform: FrameTransform): Rect {
  const { width, height } = getOrientedSize(displayedRect, transform);
  return {
    x: displayedRect.x + (displayedRect.width - width) / 2,
    y: displayedRect.y + (displayedRect.height - height) / 2,
    width,
    height,
  };
}

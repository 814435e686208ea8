import type { PhotoVariantRow } from "#worker/db/schema/index.ts";
import type { PlannedPhoto } from "#worker/export/exportPlanTypes.ts";
import type { VariantSpec } from "#worker/export/sizedPhotos.ts";
import { variantImageOf } from "#worker/exportContent/photoVariants.ts";
import { renditionSpec } from "#worker/media/imageSize.ts";
import type { TreeNode } from "./planDestination.ts";

/**
 * The compression that a photo node requires: null for none, otherwise a maximum size (pixels, 0 for any) and a quality (0 to 100).
 */
export function readCompression({ params }: Pick<TreeNode, "params">): Omit<VariantSpec, "photo"> | null {
  if (params.compressPhotos !== "true") return null;
  return {
    maxSize: parseWholeNumber(params.maxSize, 0),
    quality: Math.min(100, parseWholeNumber(params.quality, renditionSpec.quality)),
  };
}

const parseWholeNumber = (text: string | undefined, fallback: number): number =>
  text && /^\d{1,9}$/.test(text.trim()) ? Number(text) : fallback;

/** The photo with its compressed file as the original: upright, with details that match its bytes. */
export function toCompressedPhoto(photo: PlannedPhoto, row: PhotoVariantRow): PlannedPhoto {
  const { marked } = photo;
  return {
    ...photo,
    rotation: 0,
    ...(marked ? { marked: { sha256: row.sha256 } } : { sha256: row.sha256 }),
    original: { ...variantImageOf(row, photo), orientation: 1 },
  };
}

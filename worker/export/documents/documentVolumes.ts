import type { ExportPlan, PlannedPhoto } from "../exportPlanTypes.ts";
import type { PhotoForm } from "./photoEntries.ts";

/** One document of a documentation that is split because a single one would be too large to open. */
export interface Volume {
  /** From 1 to count. */
  number: number;
  count: number;
  /** Number of its first photo in the whole documentation, from 1. */
  firstPhotoNumber: number;
  photos: PlannedPhoto[];
}

/** Maximum photos in one document: pptxgenjs runs out of memory at about twice this, and Word and Excel become slow. */
const maxPhotos = 1000;

/** Maximum bytes of photos in one document. A single photo may exceed it. */
const maxPhotoBytes = 500_000_000;

/** A photo of a document. Photos with the same identity are included once. */
export interface PhotoSize {
  identity: string;
  /** Bytes. */
  size: number;
}

/**
 * The item indexes at which documents begin so that none exceeds the limits; the first is 0. Items are never split, so a single
 * item may exceed them.
 * @param items the photos of each item, in drawing order
 */
export function findVolumeStarts(items: Iterable<readonly PhotoSize[]>): number[] {
  const starts = [0];
  let includedIds = new Set<string>();
  let bytes = 0;
  let index = 0;
  for (const item of items) {
    const itemSize = sizeOfItem(item, includedIds);
    if (
      includedIds.size > 0 &&
      (includedIds.size + itemSize.count > maxPhotos || bytes + itemSize.bytes > maxPhotoBytes) &&
      itemSize.count > 0
    ) {
      starts.push(index);
      includedIds = new Set();
      bytes = sizeOfItem(item, includedIds).bytes;
    } else bytes += itemSize.bytes;
    for (const { identity } of item) includedIds.add(identity);
    index++;
  }
  return starts;
}

/** The number of photos that an item adds to the current document, and their bytes. */
function sizeOfItem(
  item: readonly PhotoSize[],
  includedIds: ReadonlySet<string>,
): { count: number; bytes: number } {
  const itemIds = new Set<string>();
  let bytes = 0;
  for (const { identity, size } of item) {
    if (includedIds.has(identity) || itemIds.has(identity)) continue;
    itemIds.add(identity);
    bytes += size;
  }
  return { count: itemIds.size, bytes };
}

/**
 * The photos of a plan in reading order (by task, those without one last), split into volumes; one empty volume if there are
 * none.
 */
export function splitIntoVolumes(plan: ExportPlan, variant: PhotoForm): Volume[] {
  const photos = sortInReadingOrder(plan);
  const starts = findVolumeStarts(
    // A photo that is listed twice is drawn twice, as two entries.
    photos.map((photo, index) => [{ identity: String(index), size: photo[variant].size }]),
  );
  return starts.map((start, index) => ({
    number: index + 1,
    count: starts.length,
    firstPhotoNumber: start + 1,
    photos: photos.slice(start, starts[index + 1]),
  }));
}

function sortInReadingOrder(plan: ExportPlan): PlannedPhoto[] {
  const taskIndexes = new Map(plan.tasks.map((task, index) => [task.id, index]));
  const taskIndexOf = (photo: PlannedPhoto) => taskIndexes.get(photo.taskId ?? "") ?? plan.tasks.length;
  return plan.photos.toSorted((a, b) => taskIndexOf(a) - taskIndexOf(b));
}

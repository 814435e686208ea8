import type { ExportPlan, PlannedPhoto } from "../exportPlanTypes.ts";
import type { PhotoForm } from "./photoEntries.ts";

/** One document of a documentation that is cut into several when it grows too large to open. */
export interface Volume {
  /** From 1 to count. */
  number: number;
  count: number;
  /** Place of its first photo in the whole documentation, from 1. */
  first: number;
  photos: PlannedPhoto[];
}

/** Photos in one document: pptxgenjs runs out at about twice this, and Word and Excel grow slow to open. */
const maxPhotos = 1000;

/** Bytes of photos in one document. A single photo may pass it. */
const maxPhotoBytes = 500_000_000;

/** A photo that a document holds; what has the same identity is held once. */
export interface Weight {
  identity: string;
  /** Bytes. */
  size: number;
}

/**
 * Where documents begin that hold no more photos than they can: indexes of items, the first one 0. An item is never cut in two, so one
 * with more photos than that passes it.
 * @param items the photos of each item, in the order in which they are drawn
 */
export function volumeStarts(items: Iterable<readonly Weight[]>): number[] {
  const starts = [0];
  let held = new Set<string>();
  let bytes = 0;
  let index = 0;
  for (const item of items) {
    const more = sizeOfItem(item, held);
    if (
      held.size > 0 &&
      (held.size + more.count > maxPhotos || bytes + more.bytes > maxPhotoBytes) &&
      more.count > 0
    ) {
      starts.push(index);
      held = new Set();
      bytes = sizeOfItem(item, held).bytes;
    } else bytes += more.bytes;
    for (const { identity } of item) held.add(identity);
    index++;
  }
  return starts;
}

/** How many photos an item adds to those held, and their bytes. */
function sizeOfItem(item: readonly Weight[], held: ReadonlySet<string>): { count: number; bytes: number } {
  const seen = new Set<string>();
  let bytes = 0;
  for (const { identity, size } of item) {
    if (held.has(identity) || seen.has(identity)) continue;
    seen.add(identity);
    bytes += size;
  }
  return { count: seen.size, bytes };
}

/** The photos of a plan in reading order (by task, those without one last), cut into volumes; one empty volume for none. */
export function volumesOf(plan: ExportPlan, variant: PhotoForm): Volume[] {
  const photos = inReadingOrder(plan);
  const starts = volumeStarts(
    // A photo that is listed twice is drawn twice, with an entry of its own each time.
    photos.map((photo, index) => [{ identity: String(index), size: photo[variant].size }]),
  );
  return starts.map((start, index) => ({
    number: index + 1,
    count: starts.length,
    first: start + 1,
    photos: photos.slice(start, starts[index + 1]),
  }));
}

function inReadingOrder(plan: ExportPlan): PlannedPhoto[] {
  const taskIndexes = new Map(plan.tasks.map((task, index) => [task.id, index]));
  const taskIndexOf = (photo: PlannedPhoto) => taskIndexes.get(photo.taskId ?? "") ?? plan.tasks.length;
  return plan.photos.toSorted((a, b) => taskIndexOf(a) - taskIndexOf(b));
}

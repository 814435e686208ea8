import type { ExportPlan, PlannedPhoto } from "../plan";
import type { PhotoVariant } from "./entries";

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
const MOST_PHOTOS = 1000;

/** Bytes of photos in one document. A single photo may pass it. */
const MOST_BYTES = 500_000_000;

/** The photos of a plan in reading order (by task, those without one last), cut into volumes; one empty volume for none. */
export function volumesOf(plan: ExportPlan, variant: PhotoVariant): Volume[] {
  const parts: PlannedPhoto[][] = [[]];
  let bytes = 0;
  for (const photo of inReadingOrder(plan)) {
    const current = parts.at(-1)!;
    const { size } = photo[variant];
    if (current.length > 0 && (current.length === MOST_PHOTOS || bytes + size > MOST_BYTES)) {
      parts.push([photo]);
      bytes = size;
    } else {
      current.push(photo);
      bytes += size;
    }
  }
  let first = 1;
  return parts.map((photos, index) => {
    const volume = { number: index + 1, count: parts.length, first, photos };
    first += photos.length;
    return volume;
  });
}

function inReadingOrder(plan: ExportPlan): PlannedPhoto[] {
  const taskIndexes = new Map(plan.tasks.map((task, index) => [task.id, index]));
  const taskIndexOf = (photo: PlannedPhoto) => taskIndexes.get(photo.taskId ?? "") ?? plan.tasks.length;
  return plan.photos.toSorted((a, b) => taskIndexOf(a) - taskIndexOf(b));
}

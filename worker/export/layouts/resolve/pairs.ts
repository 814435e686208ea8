import {
  ancestorsOf,
  descendants,
  type IndexedPhoto,
  type IndexedTask,
  isApplicable,
  isGroup,
} from "./documentationIndex.ts";
import type { PhotoPair } from "./resolveScope.ts";

/** Before and after: the first and the last photo task of a group (PRE_POST). */

interface PhotoTaskPair {
  first: IndexedTask;
  last: IndexedTask;
}

function firstAndLastPhotoTask(tasks: Iterable<IndexedTask>): PhotoTaskPair | null {
  const photoTasks = [...tasks].filter(
    (indexedTask) => indexedTask.task.type === "PHOTO" && isApplicable(indexedTask),
  );
  const [first, last] = [photoTasks[0], photoTasks.at(-1)];
  return first && last && first !== last ? { first, last } : null;
}

/**
 * The groups with a pair, each with its two tasks. A group's own photo tasks come first. Those of inner groups count only if no inner
 * group makes a pair; otherwise the outer group would pair photos of different things.
 */
export function findPairs(groups: readonly IndexedTask[]): Map<IndexedTask, PhotoTaskPair> {
  const pairByGroup = new Map<IndexedTask, PhotoTaskPair>();
  const groupsAbovePairs = new Set<IndexedTask>();
  const addPair = (group: IndexedTask, pair: PhotoTaskPair) => {
    pairByGroup.set(group, pair);
    for (const ancestor of ancestorsOf(group)) groupsAbovePairs.add(ancestor);
  };
  for (const group of groups) {
    const directPair = firstAndLastPhotoTask(group.children.filter((child) => !isGroup(child)));
    if (directPair) addPair(group, directPair);
  }
  // In reversed reading order, inner groups come before outer ones.
  for (const group of groups.toReversed()) {
    if (pairByGroup.has(group) || groupsAbovePairs.has(group)) continue;
    const pair = firstAndLastPhotoTask(descendants(group, isApplicable));
    if (pair) addPair(group, pair);
  }
  return new Map(
    groups.flatMap((group) => (pairByGroup.has(group) ? [[group, pairByGroup.get(group)!] as const] : [])),
  );
}

/** Pairs the photos of two tasks in the given order. */
export function pairPhotos(
  { first, last }: PhotoTaskPair,
  sort: (photos: readonly IndexedPhoto[]) => IndexedPhoto[],
): PhotoPair[] {
  const [beforePhotos, afterPhotos] = [sort(first.photos), sort(last.photos)];
  return Array.from({ length: Math.max(beforePhotos.length, afterPhotos.length) }, (_, index) => ({
    beforePhoto: beforePhotos[index] ?? null,
    afterPhoto: afterPhotos[index] ?? null,
  }));
}

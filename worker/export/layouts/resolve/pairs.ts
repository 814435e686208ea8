import {
  applies,
  descendants,
  groupsAround,
  type IndexedPhoto,
  type IndexedTask,
  isGroup,
} from "./documentationIndex.ts";
import type { PhotoPair } from "./resolveScope.ts";

/** Before and after: the first and the last photo task of a group (PRE_POST). */

interface PhotoTaskPair {
  first: IndexedTask;
  last: IndexedTask;
}

function endsOf(tasks: Iterable<IndexedTask>): PhotoTaskPair | null {
  const photoTasks = [...tasks].filter(
    (indexedTasks) => indexedTasks.task.type === "PHOTO" && applies(indexedTasks),
  );
  const [first, last] = [photoTasks[0], photoTasks.at(-1)];
  return first && last && first !== last ? { first, last } : null;
}

/**
 * The groups with a pair, each with its two tasks. A group's own photo tasks come first. Those of inner groups count only if no inner
 * group makes a pair; otherwise the outer group would pair photos of different things.
 */
export function paired(groups: readonly IndexedTask[]): Map<IndexedTask, PhotoTaskPair> {
  const found = new Map<IndexedTask, PhotoTaskPair>();
  const groupsAbovePairs = new Set<IndexedTask>();
  const addPair = (group: IndexedTask, pair: PhotoTaskPair) => {
    found.set(group, pair);
    for (const groups of groupsAround(group)) groupsAbovePairs.add(groups);
  };
  for (const group of groups) {
    const ownPair = endsOf(group.children.filter((child) => !isGroup(child)));
    if (ownPair) addPair(group, ownPair);
  }
  // Reversed reading order goes from the inside out.
  for (const group of groups.toReversed()) {
    if (found.has(group) || groupsAbovePairs.has(group)) continue;
    const pair = endsOf(descendants(group, applies));
    if (pair) addPair(group, pair);
  }
  return new Map(groups.flatMap((group) => (found.has(group) ? [[group, found.get(group)!] as const] : [])));
}

/** Pairs the photos of two tasks in the given order. */
export function pairsOf(
  { first, last }: PhotoTaskPair,
  inOrder: (photos: readonly IndexedPhoto[]) => IndexedPhoto[],
): PhotoPair[] {
  const [before, after] = [inOrder(first.photos), inOrder(last.photos)];
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    before: before[index] ?? null,
    after: after[index] ?? null,
  }));
}

import { useRef, useState } from "react";
import { PhotoNames } from "#domain/media/photoName.ts";

/** What is said of a photo before it is imported; an empty name is given by the service. */
export interface PhotoMetadata {
  name: string;
  comment: string;
}

const none: PhotoMetadata = { name: "", comment: "" };

/** The words of chosen photos, by the item's key. What is sent is read when its turn comes. */
export function usePhotoMetadata() {
  const [words, setWords] = useState<ReadonlyMap<number, PhotoMetadata>>(new Map());
  const newest = useRef(words);
  newest.current = words;
  return {
    of: (key: number): PhotoMetadata => words.get(key) ?? none,
    newestOf: (key: number): PhotoMetadata => newest.current.get(key) ?? none,
    change: (key: number, change: Partial<PhotoMetadata>) =>
      setWords((before) => new Map(before).set(key, { ...none, ...before.get(key), ...change })),
  };
}

/**
 * The names photos will get, in order: the given ones, and the task's with the next number for the others (2§5). Removing one
 * renumbers those behind it.
 */
export function namesOf(taskName: string, taken: readonly string[], given: readonly string[]): string[] {
  const names = new PhotoNames(taken);
  return given.map((name) => {
    const wanted = name.trim();
    if (wanted === "") return names.take(taskName)[0] ?? "";
    names.add(wanted);
    return wanted;
  });
}

import { useRef, useState } from "react";
import { PhotoNames } from "#domain/media/photoName.ts";

/** The metadata of a photo to import. The service fills in an empty name. */
export interface PhotoMetadata {
  name: string;
  comment: string;
}

const emptyMetadata: PhotoMetadata = { name: "", comment: "" };

/** The metadata of the selected photos, by item key. The second getter also works in callbacks that outlive a render. */
export function usePhotoMetadata() {
  const [metadata, setMetadata] = useState<ReadonlyMap<number, PhotoMetadata>>(new Map());
  const latest = useRef(metadata);
  latest.current = metadata;
  return {
    get: (key: number): PhotoMetadata => metadata.get(key) ?? emptyMetadata,
    getLatest: (key: number): PhotoMetadata => latest.current.get(key) ?? emptyMetadata,
    change: (key: number, change: Partial<PhotoMetadata>) =>
      setMetadata((current) =>
        new Map(current).set(key, { ...emptyMetadata, ...current.get(key), ...change }),
      ),
  };
}

/**
 * The names that photos will get, in order: the entered name, or the task's name with the next number (2§5). Removing a photo
 * renumbers those after it.
 */
export function namesOf(
  taskName: string,
  existingNames: readonly string[],
  enteredNames: readonly string[],
): string[] {
  const names = new PhotoNames(existingNames);
  return enteredNames.map((name) => {
    const trimmedName = name.trim();
    if (trimmedName === "") return names.reserve(taskName)[0] ?? "";
    names.add(trimmedName);
    return trimmedName;
  });
}

import { useEffect } from "react";
import type { PhotoRow } from "../../../../domain/endpoints/documentation";
import { holdImage, releaseImage } from "../../api/imageCache";
import { renditionPath } from "./photoPath";

/** The neighbours are fetched ahead, the next one first. */
export function usePreloaded(photos: readonly (PhotoRow | undefined)[]): void {
  const paths = photos.flatMap((photo) => (photo?.hasData ? [renditionPath(photo)] : [])).join(" ");
  useEffect(() => {
    const held = paths.split(" ").filter(Boolean);
    for (const path of held) holdImage(path).catch(() => {});
    return () => {
      for (const path of held) releaseImage(path);
    };
  }, [paths]);
}

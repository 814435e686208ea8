import { useEffect, useState } from "react";
import { isAbort } from "./fetchWithTimeout.ts";
import { acquireImage, cachedImageUrl, releaseImage } from "./imageCache.ts";

interface LoadedImage {
  url: string | null;
  hasFailed: boolean;
  retry: () => void;
}

/** An image of the service as an object URL; a null `path` loads nothing. */
export function useImage(path: string | null, urgent = false): LoadedImage {
  const [image, setImage] = useState<{ path: string | null; url: string | null; failed: boolean }>(() => ({
    path,
    url: path && cachedImageUrl(path),
    failed: false,
  }));
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the count starts a new attempt
  useEffect(() => {
    if (!path) return;
    let isActive = true;
    const show = (url: string | null, failed: boolean) => isActive && setImage({ path, url, failed });
    show(cachedImageUrl(path), false);
    acquireImage(path, urgent).then(
      (url) => show(url, false),
      (error) => !isAbort(error) && show(null, true),
    );
    return () => {
      isActive = false;
      releaseImage(path);
    };
  }, [path, urgent, attempt]);

  const current = image.path === path ? image : { url: path && cachedImageUrl(path), failed: false };
  return { url: current.url, hasFailed: current.failed, retry: () => setAttempt((count) => count + 1) };
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { acquireImage, releaseImage } from "#api/imageCache.ts";
import { useCustomerId } from "#api/session.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { detailsQuery, photosQuery, tasksQuery } from "#features/documentation/useDocumentation.ts";
import { renditionPath, thumbnailPath } from "#features/photo/photoPath.ts";
import { neighboursQuery, type Queue } from "./useQueue.ts";

/** Number of photos of the next documentation to prefetch: as renditions, and as thumbnails. */
const [prefetchedRenditionCount, prefetchedThumbnailCount] = [2, 12];

/**
 * Prefetches the next documentation, its neighbours and its first photos.
 * @param isRendered whether the current documentation has rendered; prefetching waits for it
 */
export function usePrefetchNext(queue: Queue | null, isRendered: boolean): void {
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const listQuery = queue?.view;
  const nextId = queue?.adjacent?.next?.id;
  const previousId = queue?.adjacent?.previous?.id;
  useEffect(() => {
    if (!isRendered || listQuery === undefined || !nextId) return;
    let isCurrent = true;
    const acquiredPaths: string[] = [];
    const acquire = (path: string) => {
      acquiredPaths.push(path);
      acquireImage(path).catch(() => {});
    };
    void queryClient.prefetchQuery(detailsQuery(customerId, nextId));
    void queryClient.prefetchQuery(tasksQuery(customerId, nextId));
    void queryClient.prefetchQuery(neighboursQuery(customerId, listQuery, nextId));
    queryClient.fetchQuery(photosQuery(customerId, nextId, 0)).then(
      (photos: PhotoRow[]) => {
        if (!isCurrent) return;
        const arrivedPhotos = photos.filter(({ hasData }) => hasData);
        for (const photo of arrivedPhotos.slice(0, prefetchedThumbnailCount)) acquire(thumbnailPath(photo));
        for (const photo of arrivedPhotos.slice(0, prefetchedRenditionCount)) acquire(renditionPath(photo));
      },
      () => {},
    );
    return () => {
      isCurrent = false;
      for (const path of acquiredPaths) releaseImage(path);
    };
  }, [queryClient, customerId, isRendered, listQuery, nextId]);
  useEffect(() => {
    if (isRendered && previousId) void queryClient.prefetchQuery(photosQuery(customerId, previousId, 0));
  }, [queryClient, customerId, isRendered, previousId]);
}

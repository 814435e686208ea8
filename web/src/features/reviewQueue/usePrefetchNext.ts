import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { acquireImage, releaseImage } from "#api/imageCache.ts";
import { useCustomerId } from "#api/session.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { detailsQuery, photosQuery, tasksQuery } from "#features/documentation/useDocumentation.ts";
import { renditionPath, thumbnailPath } from "#features/photo/photoPath.ts";
import { neighboursQuery, type Queue } from "./useQueue.ts";

/** Photos of the next documentation that are fetched ahead: in large view, and as thumbnails. */
const [prefetchedRenditions, prefetchedThumbnails] = [2, 12];

/**
 * Fetches what comes next before it is asked for: the next documentation, where that stands, and its first photos.
 * @param drawn whether the one that is looked at has been drawn, which is not to wait for others
 */
export function usePrefetchNext(queue: Queue | null, drawn: boolean): void {
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const view = queue?.view;
  const next = queue?.around?.next?.id;
  const previous = queue?.around?.previous?.id;
  useEffect(() => {
    if (!drawn || view === undefined || !next) return;
    let wanted = true;
    const held: string[] = [];
    const hold = (path: string) => {
      held.push(path);
      acquireImage(path).catch(() => {});
    };
    void queries.prefetchQuery(detailsQuery(customerId, next));
    void queries.prefetchQuery(tasksQuery(customerId, next));
    void queries.prefetchQuery(neighboursQuery(customerId, view, next));
    queries.fetchQuery(photosQuery(customerId, next, 0)).then(
      (photos: PhotoRow[]) => {
        if (!wanted) return;
        const arrived = photos.filter(({ hasData }) => hasData);
        for (const photo of arrived.slice(0, prefetchedThumbnails)) hold(thumbnailPath(photo));
        for (const photo of arrived.slice(0, prefetchedRenditions)) hold(renditionPath(photo));
      },
      () => {},
    );
    return () => {
      wanted = false;
      for (const path of held) releaseImage(path);
    };
  }, [queries, customerId, drawn, view, next]);
  useEffect(() => {
    if (drawn && previous) void queries.prefetchQuery(photosQuery(customerId, previous, 0));
  }, [queries, customerId, drawn, previous]);
}

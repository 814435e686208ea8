import {
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useQueries,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import { getTimelineSpans, listTimelinePhotos } from "#domain/endpoints/documentation/photoTimeline.ts";
import type { DocumentationFilterParams } from "#domain/endpoints/shared/documentationFilter.ts";
import { buildTimeline, type Chunk, unknownDay } from "./layout.ts";

/** Maximum photos counted automatically: browsers limit the height of an element. */
const maxLoadedPhotos = 200_000;
const minuteMs = 60_000;

/** A photo with its day, index, documentation and task name. */
export interface TimelinePhoto {
  photo: PhotoRow;
  day: string;
  /** Its index in the timeline, from 0. */
  index: number;
  documentation: DocumentationSummary | undefined;
  task: string | undefined;
}

const spansQuery = (customerId: number, filter: DocumentationFilterParams) =>
  infiniteQueryOptions({
    queryKey: [customerId, "documentation", "timeline", "spans", filter],
    queryFn: ({ pageParam, signal }) =>
      call(getTimelineSpans, { query: { ...filter, ...(pageParam && { before: pageParam }) }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    meta: { handlesErrors: true },
  });

const chunkQuery = (
  customerId: number,
  filter: DocumentationFilterParams,
  { from, before, offset, count, day }: Chunk,
) => {
  const unknownTime = day === unknownDay;
  return {
    queryKey: [
      customerId,
      "documentation",
      "timeline",
      "photos",
      filter,
      { from, before, unknownTime, offset, count },
    ],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(listTimelinePhotos, { query: { ...filter, from, before, unknownTime, offset }, signal }),
    staleTime: 5 * minuteMs,
    meta: { handlesErrors: true },
  };
};

/** Prefetches the newest spans, and the photos of the first. */
export async function prefetchTimeline(
  queryClient: QueryClient,
  customerId: number,
  filter: DocumentationFilterParams,
): Promise<void> {
  const options = spansQuery(customerId, filter);
  await queryClient.prefetchInfiniteQuery(options);
  const [page] = queryClient.getQueryData(options.queryKey)?.pages ?? [];
  const [chunk] = buildTimeline(page?.items ?? []).chunks;
  if (chunk) await queryClient.prefetchQuery(chunkQuery(customerId, filter, chunk));
}

/** The number of photos by time, loaded page by page, newest first. */
export function useTimeline(filter: DocumentationFilterParams) {
  const customerId = useCustomerId();
  const spans = useInfiniteQuery(spansQuery(customerId, filter));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = spans;
  const timeline = useMemo(() => buildTimeline(data?.pages.flatMap(({ items }) => items) ?? []), [data]);
  const isLoadingMore = hasNextPage && !isError && timeline.count < maxLoadedPhotos;
  useEffect(() => {
    if (isLoadingMore && !isFetching) void fetchNextPage();
  }, [isLoadingMore, isFetching, fetchNextPage]);
  return { ...spans, timeline, isLoadingMore };
}

type PhotosResponse = ResponseOf<typeof listTimelinePhotos>;

function toTimelinePhotos({ items, documentations, tasks }: PhotosResponse, chunk: Chunk): TimelinePhoto[] {
  const documentationsById = new Map(
    documentations.map((documentation) => [documentation.id, documentation]),
  );
  const taskNames = new Map(tasks.map(({ id, name }) => [id, name]));
  return items.slice(0, chunk.count).map((photo, index) => ({
    photo,
    day: chunk.day,
    index: chunk.first + index,
    documentation: documentationsById.get(photo.documentationId),
    task: taskNames.get(photo.documentationTaskId ?? ""),
  }));
}

/** The photos of the given chunks by index, and a function that fetches any other chunk. */
export function useChunks(filter: DocumentationFilterParams, chunks: readonly Chunk[]) {
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const queryOf = useCallback((chunk: Chunk) => chunkQuery(customerId, filter, chunk), [customerId, filter]);
  const combine = useCallback(
    (results: readonly { data: PhotosResponse | undefined; isError: boolean; isFetching: boolean }[]) => {
      const photos = new Map<number, TimelinePhoto>();
      for (const [index, chunk] of chunks.entries()) {
        const response = results[index]?.data;
        if (response) for (const photo of toTimelinePhotos(response, chunk)) photos.set(photo.index, photo);
      }
      return { photos, hasFailed: results.some(({ isError, isFetching }) => isError && !isFetching) };
    },
    [chunks],
  );
  const { photos, hasFailed } = useQueries({ queries: chunks.map(queryOf), combine });
  return {
    photos,
    hasFailed,
    retry: () =>
      queryClient.refetchQueries({
        queryKey: [customerId, "documentation", "timeline", "photos", filter],
        type: "active",
        predicate: ({ state }) => state.status === "error",
      }),
    read: useCallback(
      async (chunk: Chunk) => toTimelinePhotos(await queryClient.fetchQuery(queryOf(chunk)), chunk),
      [queryClient, queryOf],
    ),
  };
}

import type { QueryClient } from "@tanstack/react-query";
import { detailsQuery, photosQuery, tasksQuery } from "#features/documentation/useDocumentation.ts";
import { parseListQuery } from "#features/reviewQueue/queueUrl.ts";
import { neighboursQuery } from "#features/reviewQueue/useQueue.ts";
import type { ScreenContext } from "#navigation/screenModule.ts";

/** Prefetches the first calls of the details screen. */
export function prefetch(
  queries: QueryClient,
  { params: { uuid = "" }, search, customerId }: ScreenContext,
): void {
  void queries.prefetchQuery(detailsQuery(customerId, uuid));
  void queries.prefetchQuery(tasksQuery(customerId, uuid));
  void queries.prefetchQuery(photosQuery(customerId, uuid, 0));
  const listQuery = parseListQuery(search);
  if (listQuery !== null) void queries.prefetchQuery(neighboursQuery(customerId, listQuery, uuid));
}

import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { getOverview } from "#domain/endpoints/documentation/overview.ts";
import type { ScreenContext } from "#navigation/screenModule.ts";

export const overviewQuery = (customerId: number) =>
  queryOptions({
    queryKey: [customerId, "overview"],
    queryFn: ({ signal }) => call(getOverview, { signal }),
    // The overview should be current when opened: only a response prefetched during navigation is reused.
    staleTime: 3000,
  });

/** Prefetches the overview. */
export function prefetch(queries: QueryClient, { customerId }: ScreenContext): void {
  void queries.prefetchQuery(overviewQuery(customerId));
}

import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { getOverview } from "#domain/endpoints/documentation/overview.ts";
import type { ScreenContext } from "#navigation/screenModule.ts";

export const overviewQuery = (customerId: number) =>
  queryOptions({
    queryKey: [customerId, "overview"],
    queryFn: ({ signal }) => call(getOverview, { signal }),
    // Opened to see what there is now, not what there was: only what was asked on the way is not asked again.
    staleTime: 3000,
  });

/** The call that the overview makes first. */
export function prefetch(queries: QueryClient, { customerId }: ScreenContext): void {
  void queries.prefetchQuery(overviewQuery(customerId));
}

import type { QueryClient } from "@tanstack/react-query";
import type { ScreenContext } from "../../routes/screenModule";
import { listQueryIn } from "./queue/queueAddress";
import { neighboursQuery } from "./queue/useQueue";
import { detailsQuery, photosQuery, tasksQuery } from "./useDocumentation";

/** The calls that the details make first. */
export function prefetch(
  queries: QueryClient,
  { params: { uuid = "" }, search, customerId }: ScreenContext,
): void {
  void queries.prefetchQuery(detailsQuery(customerId, uuid));
  void queries.prefetchQuery(tasksQuery(customerId, uuid));
  void queries.prefetchQuery(photosQuery(customerId, uuid, 0));
  const view = listQueryIn(search);
  if (view !== null) void queries.prefetchQuery(neighboursQuery(customerId, view, uuid));
}

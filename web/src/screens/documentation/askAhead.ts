import type { QueryClient } from "@tanstack/react-query";
import type { Opened } from "../../routes/screenModule";
import { viewIn } from "./queue/queueAddress";
import { neighboursQuery } from "./queue/useQueue";
import { detailsQuery, photosQuery, tasksQuery } from "./useDocumentation";

/** The calls that the details make first. */
export function prefetch(queries: QueryClient, { params: { uuid = "" }, search, customerId }: Opened): void {
  void queries.prefetchQuery(detailsQuery(customerId, uuid));
  void queries.prefetchQuery(tasksQuery(customerId, uuid));
  void queries.prefetchQuery(photosQuery(customerId, uuid, 0));
  const view = viewIn(search);
  if (view !== null) void queries.prefetchQuery(neighboursQuery(customerId, view, uuid));
}

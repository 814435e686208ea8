import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { DocumentationFilterText } from "../../../../domain/endpoints/documentationFilter";
import { getMapClusters } from "../../../../domain/endpoints/map";
import { mapFarthest, mapZooms } from "../../../../domain/rules/mapGrid";
import { call } from "../../api/client";
import { useCustomerId } from "../../api/session";
import type { ShownView } from "./drawClusters";

export const wholeWorld: ShownView = {
  zoom: mapZooms.least,
  south: -mapFarthest,
  north: mapFarthest,
  west: -180,
  east: 180,
};

/** What stands in a view; while another is on its way, what was seen last stays. */
export function useClusters(view: ShownView | null, filter: DocumentationFilterText) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "documentation", "map", view, filter],
    queryFn: ({ signal }) => call(getMapClusters, { query: { ...filter, ...view! }, signal }),
    enabled: view !== null,
    placeholderData: keepPreviousData,
    meta: { ownErrors: true },
  });
}

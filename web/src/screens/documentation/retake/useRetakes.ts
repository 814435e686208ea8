import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { findEarlierPhotos, findRetakes } from "#domain/endpoints/documentation/retake.ts";

type RetakeOwner = Pick<DocumentationDetails, "id" | "openRetakes">;

/** The retakes of a documentation, refetched when the number of open ones changes. */
export function useRetakes({ id, openRetakes }: RetakeOwner, enabled = true) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "documentation", "retakes", id, openRetakes],
    placeholderData: keepPreviousData,
    enabled,
    queryFn: async ({ signal }) => (await call(findRetakes, { params: { id }, signal })).items,
  });
}

/** The earlier versions of replaced photos. */
export function useEarlierPhotos({ id, openRetakes }: RetakeOwner) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "documentation", "earlier", id, openRetakes],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(findEarlierPhotos, { params: { id }, signal })).items,
  });
}

/** Refetches the photos after a retake, which does not change their number. */
export function useReloadAfterRetake({ id, openRetakes }: RetakeOwner): void {
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const previousCount = useRef(openRetakes);
  useEffect(() => {
    const hasFewer = openRetakes < previousCount.current;
    previousCount.current = openRetakes;
    if (!hasFewer) return;
    for (const part of ["photos", "events"])
      void queries.invalidateQueries({ queryKey: [customerId, "documentation", part, id] });
  }, [queries, customerId, id, openRetakes]);
}

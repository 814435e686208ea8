import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { findEarlierPhotos, findRetakes } from "#domain/endpoints/documentation/retake.ts";

type Owner = Pick<DocumentationDetails, "id" | "openRetakes">;

/** What was sent back on a documentation, asked again when another number is open. */
export function useRetakes({ id, openRetakes }: Owner, enabled = true) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "documentation", "retakes", id, openRetakes],
    placeholderData: keepPreviousData,
    enabled,
    queryFn: async ({ signal }) => (await call(findRetakes, { params: { id }, signal })).items,
  });
}

/** What its photos were before newer ones took their places. */
export function useEarlierPhotos({ id, openRetakes }: Owner) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "documentation", "earlier", id, openRetakes],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(findEarlierPhotos, { params: { id }, signal })).items,
  });
}

/** Reads the photos again when one of them has been taken again: their number says nothing of that. */
export function useReloadAfterRetake({ id, openRetakes }: Owner): void {
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const before = useRef(openRetakes);
  useEffect(() => {
    const fewer = openRetakes < before.current;
    before.current = openRetakes;
    if (!fewer) return;
    for (const part of ["photos", "events"])
      void queries.invalidateQueries({ queryKey: [customerId, "documentation", part, id] });
  }, [queries, customerId, id, openRetakes]);
}

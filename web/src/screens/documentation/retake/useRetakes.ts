import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { findEarlierPhotos, findRetakeDevices, findRetakes } from "#domain/endpoints/documentation/retake.ts";

type RetakeOwner = Pick<DocumentationDetails, "id" | "openRetakeCount">;

/** The retakes of a documentation, refetched when the number of open ones changes. */
export function useRetakes({ id, openRetakeCount }: RetakeOwner, enabled = true) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "documentation", "retakes", id, openRetakeCount],
    placeholderData: keepPreviousData,
    enabled,
    queryFn: async ({ signal }) => (await call(findRetakes, { params: { id }, signal })).items,
  });
}

/** The devices that can be asked. Without them, all devices of the licence still can. */
export function useRetakeDevices(documentationId: string) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "documentation", "retakeDevices", documentationId],
    queryFn: async ({ signal }) =>
      (await call(findRetakeDevices, { params: { id: documentationId }, signal })).items,
    meta: { handlesErrors: true },
  });
}

/** The earlier versions of replaced photos. */
export function useEarlierPhotos({ id, openRetakeCount }: RetakeOwner) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "documentation", "earlier", id, openRetakeCount],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(findEarlierPhotos, { params: { id }, signal })).items,
  });
}

/** Refetches the photos after a retake, which does not change their number. */
export function useReloadAfterRetake({ id, openRetakeCount }: RetakeOwner): void {
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const previousCount = useRef(openRetakeCount);
  useEffect(() => {
    const hasFewer = openRetakeCount < previousCount.current;
    previousCount.current = openRetakeCount;
    if (!hasFewer) return;
    for (const part of ["photos", "events"])
      void queryClient.invalidateQueries({ queryKey: [customerId, "documentation", part, id] });
  }, [queryClient, customerId, id, openRetakeCount]);
}

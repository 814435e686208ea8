import { keepPreviousData, queryOptions, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#api/client.ts";
import { useCustomerId, useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import {
  getDocumentation,
  listDocumentationEvents,
  listDocumentationTasks,
  listFiles,
  listPhotos,
  type PhotoRow,
} from "#domain/endpoints/documentation/details.ts";
import { isExportRunning } from "#features/delivery/ExportState.tsx";
import { exportPollIntervalMs } from "#features/export/exportPolling.ts";
import { photosPageSize } from "./photosPageSize.ts";

/** Maximum files per call. */
const maxFiles = 10_000;
/** Milliseconds between polls while photos arrive. */
const ongoingPollIntervalMs = 10_000;
/** Milliseconds between polls while a retake is awaited. */
const retakePollIntervalMs = 30_000;

/** The queries of a documentation, shared by the components that show it and those that prefetch it. */
export const detailsQuery = (customerId: number, id: string) =>
  queryOptions({
    queryKey: [customerId, "documentation", "item", id],
    queryFn: ({ signal }) => call(getDocumentation, { params: { id }, signal }),
  });
export const tasksQuery = (customerId: number, id: string) =>
  queryOptions({
    queryKey: [customerId, "documentation", "tasks", id],
    queryFn: async ({ signal }) =>
      (await call(listDocumentationTasks, { query: { documentationId: id }, signal })).items,
  });
/** The photos of one page, numbered from 0. */
export const photosQuery = (customerId: number, id: string, index: number) =>
  queryOptions({
    queryKey: [customerId, "documentation", "photos", id, index],
    queryFn: async ({ signal }) => {
      const query = { documentationId: id, max: photosPageSize, offset: index * photosPageSize };
      return (await call(listPhotos, { query, signal })).items;
    },
  });

export function useDetails(id: string) {
  const customerId = useCustomerId();
  return useQuery({
    ...detailsQuery(customerId, id),
    refetchInterval: ({ state: { data } }) =>
      data?.exportEvents.some(isExportRunning)
        ? exportPollIntervalMs
        : data?.status === "ONGOING"
          ? ongoingPollIntervalMs
          : data?.openRetakeCount
            ? retakePollIntervalMs
            : false,
  });
}

/** The status is part of the key: a change of status is an event and refetches the list. */
export function useEvents(id: string, status: DocumentationStatus) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "documentation", "events", id, status],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(listDocumentationEvents, { params: { id }, signal })).items,
  });
}

export function useTasks(id: string) {
  return useQuery(tasksQuery(useCustomerId(), id));
}

/** Files need their own authority (2§6); without it the list is empty. */
export function useFiles(id: string) {
  const customerId = useCustomerId();
  const canRead = hasAuthority(useGrants(), "ROLE_FILE_READ");
  const files = useQuery({
    queryKey: [customerId, "documentation", "files", id],
    queryFn: async ({ signal }) =>
      (await call(listFiles, { query: { documentationId: id, max: maxFiles }, signal })).items,
    enabled: canRead,
  });
  return { ...files, canRead };
}

/**
 * All photos, fetched in parallel pages of a thousand; `expectedCount` from the details gives the number of pages.
 * `uploadedCount` is how many have arrived: a new photo triggers a refetch, and the old list stays until it completes.
 */
export function usePhotos(id: string, expectedCount: number, uploadedCount: number) {
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const pageCount = Math.max(1, Math.ceil(expectedCount / photosPageSize));
  useEffect(() => {
    const queryKey = [customerId, "documentation", "photos", id];
    const cachedPages = queryClient
      .getQueriesData<PhotoRow[]>({ queryKey })
      .flatMap(([, rows]) => (rows ? [rows] : []));
    const arrivedCount = cachedPages.flat().filter(({ hasData }) => hasData).length;
    if (cachedPages.length > 0 && arrivedCount !== uploadedCount)
      void queryClient.invalidateQueries({ queryKey });
  }, [queryClient, customerId, id, uploadedCount]);
  return useQueries({
    queries: Array.from({ length: pageCount }, (_, index) => photosQuery(customerId, id, index)),
    combine: (results) => ({
      photos: results.flatMap(({ data }) => data ?? []),
      loading: results.some(({ isLoading }) => isLoading),
      error: results.find(({ error }) => error)?.error ?? null,
      refetch: () => Promise.all(results.map((result) => result.refetch())),
    }),
  });
}

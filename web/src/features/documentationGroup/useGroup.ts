import { useQueries, useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import {
  type DocumentationGroupRow,
  findAllByDocumentationNameOrTag,
  findPhotosByDocumentationNameOrTag,
  findTasksByDocumentationNameOrTag,
  type GroupedTask,
  getDocumentationGroup,
  getGroupCustomers,
} from "#domain/endpoints/documentation/groups.ts";
import type { GroupAddress } from "./groupPath.ts";

/** Rows per call (2§7). */
const pageSize = 1000;

/** The group as a row of its lists. */
export function useGroup({ name, customerId }: GroupAddress) {
  const sessionCustomerId = useCustomerId();
  return useQuery({
    queryKey: [sessionCustomerId, "documentationGroup", "item", customerId, name],
    queryFn: ({ signal }) => call(getDocumentationGroup, { params: { name }, query: { customerId }, signal }),
  });
}

/** The customers with a group of this name; enabled only if the customer is unknown. */
export function useGroupCustomers(name: string, enabled: boolean) {
  const sessionCustomerId = useCustomerId();
  return useQuery({
    queryKey: [sessionCustomerId, "documentationGroup", "customers", name],
    queryFn: ({ signal }) => call(getGroupCustomers, { params: { name }, signal }),
    enabled,
  });
}

type Group = Pick<DocumentationGroupRow, "customerId" | "name">;
interface PageInput {
  params: { name: string };
  query: { customerId: number; max: number; offset: number };
  signal: AbortSignal;
}

/** All rows, fetched in parallel pages of a thousand. */
function usePages<T>(
  kind: string,
  group: Group,
  expectedCount: number,
  fetchPage: (input: PageInput) => Promise<{ items: T[] }>,
) {
  const sessionCustomerId = useCustomerId();
  const { customerId, name } = group;
  return useQueries({
    queries: Array.from({ length: Math.max(1, Math.ceil(expectedCount / pageSize)) }, (_, index) => ({
      queryKey: [sessionCustomerId, "documentationGroup", kind, customerId, name, index],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { customerId, max: pageSize, offset: index * pageSize };
        return (await fetchPage({ params: { name }, query, signal })).items;
      },
    })),
    combine: (results) => ({
      items: results.flatMap(({ data }) => data ?? []),
      loading: results.some(({ isLoading }) => isLoading),
      error: results.find(({ error }) => error)?.error ?? null,
      refetch: () => Promise.all(results.map((result) => result.refetch())),
    }),
  });
}

export const useGroupDocumentations = (group: DocumentationGroupRow) =>
  usePages("documentations", group, group.documentations, (input) =>
    call(findAllByDocumentationNameOrTag, input),
  );

/** @param expectedCount the maximum number of photos */
export const useGroupPhotos = (group: Group, expectedCount: number) =>
  usePages("photos", group, expectedCount, (input) => call(findPhotosByDocumentationNameOrTag, input));

/** The tasks with photos. Their number is unknown until a call returns fewer than requested. */
export function useGroupTasks({ customerId, name }: Group) {
  const sessionCustomerId = useCustomerId();
  return useQuery({
    queryKey: [sessionCustomerId, "documentationGroup", "tasks", customerId, name],
    queryFn: async ({ signal }) => {
      const tasks: GroupedTask[] = [];
      for (;;) {
        const query = { customerId, max: pageSize, offset: tasks.length, photos: "true" };
        const { items } = await call(findTasksByDocumentationNameOrTag, { params: { name }, query, signal });
        tasks.push(...items);
        if (items.length < pageSize) return tasks;
      }
    },
  });
}

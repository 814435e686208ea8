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

/** The group as its lists show it. */
export function useGroup({ name, customerId }: GroupAddress) {
  const own = useCustomerId();
  return useQuery({
    queryKey: [own, "documentationGroup", "item", customerId, name],
    queryFn: ({ signal }) => call(getDocumentationGroup, { params: { name }, query: { customerId }, signal }),
  });
}

/** Customers with a group of this name; fetched only where the customer is unknown. */
export function useGroupCustomers(name: string, enabled: boolean) {
  const own = useCustomerId();
  return useQuery({
    queryKey: [own, "documentationGroup", "customers", name],
    queryFn: ({ signal }) => call(getGroupCustomers, { params: { name }, signal }),
    enabled,
  });
}

type Group = Pick<DocumentationGroupRow, "customerId" | "name">;
interface Asked {
  params: { name: string };
  query: { customerId: number; max: number; offset: number };
  signal: AbortSignal;
}

/** All rows, a thousand a call, in parallel. */
function usePages<T>(
  what: string,
  group: Group,
  expected: number,
  read: (input: Asked) => Promise<{ items: T[] }>,
) {
  const own = useCustomerId();
  const { customerId, name } = group;
  return useQueries({
    queries: Array.from({ length: Math.max(1, Math.ceil(expected / pageSize)) }, (_, index) => ({
      queryKey: [own, "documentationGroup", what, customerId, name, index],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { customerId, max: pageSize, offset: index * pageSize };
        return (await read({ params: { name }, query, signal })).items;
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

/** `expected`: the most photos there can be. */
export const useGroupPhotos = (group: Group, expected: number) =>
  usePages("photos", group, expected, (input) => call(findPhotosByDocumentationNameOrTag, input));

/** The tasks with photos. Their number is unknown until a call answers fewer than requested. */
export function useGroupTasks({ customerId, name }: Group) {
  const own = useCustomerId();
  return useQuery({
    queryKey: [own, "documentationGroup", "tasks", customerId, name],
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

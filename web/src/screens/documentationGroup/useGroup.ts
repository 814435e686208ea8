import { useQueries, useQuery } from "@tanstack/react-query";
import {
  type DocumentationGroupRow,
  findAllByDocumentationNameOrTag,
  findPhotosByDocumentationNameOrTag,
  findTasksByDocumentationNameOrTag,
  type GroupedTask,
  getDocumentationGroup,
  getGroupCustomers,
} from "../../../../domain/endpoints/documentationGroup";
import { call } from "../../api/client";
import { useCustomerId } from "../../api/session";
import type { GroupAddress } from "./groupPath";

/** Rows come this many at a time (2§7). */
const atATime = 1000;

/** What the lists know of the group, too. */
export function useGroup({ name, customerId }: GroupAddress) {
  const own = useCustomerId();
  return useQuery({
    queryKey: [own, "documentationGroup", "item", customerId, name],
    queryFn: ({ signal }) => call(getDocumentationGroup, { params: { name }, query: { customerId }, signal }),
  });
}

/** Whose groups of a name there are; asked for only where it is not known. */
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

/** Everything there is, a thousand rows a call, side by side. */
function usePages<T>(
  what: string,
  group: Group,
  expected: number,
  read: (asked: Asked) => Promise<{ items: T[] }>,
) {
  const own = useCustomerId();
  const { customerId, name } = group;
  return useQueries({
    queries: Array.from({ length: Math.max(1, Math.ceil(expected / atATime)) }, (_, index) => ({
      queryKey: [own, "documentationGroup", what, customerId, name, index],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { customerId, max: atATime, offset: index * atATime };
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
  usePages("documentations", group, group.documentations, (asked) =>
    call(findAllByDocumentationNameOrTag, asked),
  );

/** `expected`: how many photos there may be. */
export const useGroupPhotos = (group: Group, expected: number) =>
  usePages("photos", group, expected, (asked) => call(findPhotosByDocumentationNameOrTag, asked));

/** The tasks that photos were taken for. How many there are shows only when fewer come than were asked for. */
export function useGroupTasks({ customerId, name }: Group) {
  const own = useCustomerId();
  return useQuery({
    queryKey: [own, "documentationGroup", "tasks", customerId, name],
    queryFn: async ({ signal }) => {
      const tasks: GroupedTask[] = [];
      for (;;) {
        const query = { customerId, max: atATime, offset: tasks.length, photos: "true" };
        const { items } = await call(findTasksByDocumentationNameOrTag, { params: { name }, query, signal });
        tasks.push(...items);
        if (items.length < atATime) return tasks;
      }
    },
  });
}

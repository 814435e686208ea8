import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import type { AnyResource, Change, Creation, ListParams, ListRow, Row } from "#domain/contract/resource.ts";
import { propertyOf } from "#domain/core/objects.ts";
import { parseResponse, type Query, send } from "./client.ts";
import { useCustomerId } from "./session.ts";

/** Ids are UUIDs, or numbers for users and customers. */
export type RowId = string | number;

const itemPath = (id: RowId): string => `/${encodeURIComponent(id)}`;

/** The calls of a standard resource (1§7) and their hooks, derived from its contract. */

export const fetchList = async <R extends AnyResource>(
  resource: R,
  params: ListParams,
  signal?: AbortSignal,
): Promise<ListRow<R>[]> => {
  const response = await send(`/${resource.path}`, { query: { ...params }, signal });
  const list = z.object({ items: z.array(propertyOf(resource, "listRow")) });
  return (await parseResponse(response, list)).items;
};

const total = z.object({ total: z.int() });

export const fetchTotal = async (
  resource: AnyResource,
  { q, customerId }: ListParams,
  signal?: AbortSignal,
): Promise<number> => {
  const response = await send(`/${resource.path}/count`, { query: { q, customerId }, signal });
  return (await parseResponse(response, total)).total;
};

const sendForRow = async <R extends AnyResource>(
  resource: R,
  path: string,
  options: Parameters<typeof send>[1],
): Promise<Row<R>> =>
  parseResponse(await send(`/${resource.path}${path}`, options), propertyOf(resource, "row"));

export const fetchItem = <R extends AnyResource>(resource: R, id: RowId, signal?: AbortSignal) =>
  sendForRow(resource, itemPath(id), { signal });

export const useList = <R extends AnyResource>(resource: R, params: ListParams = {}) => {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, resource.name, "list", params],
    queryFn: ({ signal }) => fetchList(resource, params, signal),
  });
};

export const useItem = <R extends AnyResource>(resource: R, id: RowId | null) => {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, resource.name, "item", id],
    queryFn: ({ signal }) => fetchItem(resource, id!, signal),
    enabled: id !== null,
    // A form must start from the newest version, otherwise saving fails.
    staleTime: 0,
    gcTime: 0,
    // And it must not reset when the user returns from another tab.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { handlesErrors: true },
  });
};

/** Writes make all cached data of the resource stale. The calling form shows errors. */
function useResourceMutation<R extends AnyResource, V, T>(resource: R, write: (variables: V) => Promise<T>) {
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  return useMutation({
    mutationFn: write,
    meta: { handlesErrors: true },
    onSuccess: async () => {
      // Rows of other resources show names and counts of this one: they are stale too, and refetched when next shown.
      queryClient.invalidateQueries({ queryKey: [customerId], refetchType: "none" });
      const resourceFilter = { queryKey: [customerId, resource.name] };
      // A first fetch that runs during the write may have read old data, and would not be refetched.
      await queryClient.cancelQueries({
        ...resourceFilter,
        predicate: ({ state }) => state.data === undefined,
      });
      return queryClient.invalidateQueries(resourceFilter);
    },
  });
}

export const useCreate = <R extends AnyResource>(resource: R) =>
  useResourceMutation(resource, (body: Creation<R>) => sendForRow(resource, "", { method: "POST", body }));

export const useUpdate = <R extends AnyResource>(resource: R) =>
  useResourceMutation(resource, ({ id, ...body }: Change<R> & { id: RowId }) =>
    sendForRow(resource, itemPath(id), { method: "PUT", body }),
  );

export const useRemove = (resource: AnyResource) =>
  useResourceMutation(resource, async ({ id, version }: { id: RowId; version?: number | undefined }) => {
    const query: Query = { version };
    await send(`/${resource.path}${itemPath(id)}`, { method: "DELETE", query });
  });

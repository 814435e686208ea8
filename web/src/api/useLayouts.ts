import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { spansCustomers } from "#domain/access/authorities.ts";
import { listGrantedLayouts } from "#domain/endpoints/configuration/templateCalls.ts";
import { call } from "./client.ts";
import { useCustomerId, useGrants } from "./session.ts";

export type Layout = z.output<NonNullable<typeof listGrantedLayouts.response>>["items"][number];

const emptyLayouts: readonly Layout[] = [];

function useLayoutsQuery(query: { customerId?: number }, enabled: boolean) {
  const sessionCustomerId = useCustomerId();
  return useQuery({
    queryKey: [sessionCustomerId, "exportDocumentConfiguration", "granted", query.customerId],
    queryFn: ({ signal }) => call(listGrantedLayouts, { query, signal }),
    enabled,
  });
}

/** The report layouts granted to a template's customer; empty until the customer is known. */
export function useLayouts(customerId: number | undefined): readonly Layout[] {
  const spansAll = spansCustomers(useGrants());
  const { data } = useLayoutsQuery(
    spansAll && customerId !== undefined ? { customerId } : {},
    !spansAll || customerId !== undefined,
  );
  return data?.items ?? emptyLayouts;
}

/** The report layouts the session can create documents with: its customer's, or all for super admins. */
export const useAvailableLayouts = (): readonly Layout[] =>
  useLayoutsQuery({}, true).data?.items ?? emptyLayouts;

/** Whether the available layouts are loading: buttons beside their menu are hidden until then, so that it does not move them. */
export const useAreLayoutsLoading = (): boolean => useLayoutsQuery({}, true).isLoading;

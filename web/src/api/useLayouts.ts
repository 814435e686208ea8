import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { spansCustomers } from "#domain/access/authorities.ts";
import { listGrantedLayouts } from "#domain/endpoints/configuration/templateCalls.ts";
import { call } from "./client.ts";
import { useCustomerId, useGrants } from "./session.ts";

export type Layout = z.output<NonNullable<typeof listGrantedLayouts.response>>["items"][number];

const emptyLayouts: readonly Layout[] = [];

function useLayoutsOf(query: { customerId?: number }, enabled: boolean): readonly Layout[] {
  const sessionCustomerId = useCustomerId();
  const layouts = useQuery({
    queryKey: [sessionCustomerId, "exportDocumentConfiguration", "granted", query.customerId],
    queryFn: ({ signal }) => call(listGrantedLayouts, { query, signal }),
    enabled,
  });
  return layouts.data?.items ?? emptyLayouts;
}

/** The report layouts granted to a template's customer; empty until the customer is known. */
export function useLayouts(customerId: number | undefined): readonly Layout[] {
  const spansAll = spansCustomers(useGrants());
  return useLayoutsOf(
    spansAll && customerId !== undefined ? { customerId } : {},
    !spansAll || customerId !== undefined,
  );
}

/** The report layouts the session can create documents with: its customer's, or all for super admins. */
export const useAvailableLayouts = (): readonly Layout[] => useLayoutsOf({}, true);

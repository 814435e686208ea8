import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { spansCustomers } from "../../../../../domain/access/authorities";
import { grantedLayouts } from "../../../../../domain/endpoints/template";
import { call } from "../../../api/client";
import { useCustomerId, useGrants } from "../../../api/session";

export type Layout = z.output<NonNullable<typeof grantedLayouts.answer>>["items"][number];

const none: readonly Layout[] = [];

/** The report layouts the template's customer is granted; none until it is known whose the template is. */
export function useLayouts(customerId: number | undefined): readonly Layout[] {
  const ownCustomer = useCustomerId();
  const across = spansCustomers(useGrants());
  const found = useQuery({
    queryKey: [ownCustomer, "exportDocumentConfiguration", "granted", customerId],
    queryFn: ({ signal }) =>
      call(grantedLayouts, { query: across && customerId !== undefined ? { customerId } : {}, signal }),
    enabled: !across || customerId !== undefined,
  });
  return found.data?.items ?? none;
}

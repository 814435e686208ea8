import { useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { getDeliveryDestinations } from "#domain/endpoints/exports/delivery.ts";
import { deliveryKey } from "#features/delivery/deliverySource.ts";

/** Milliseconds until the numbers are asked for again while something is under way. */
const pollIntervalMs = 15_000;

/** Each destination with what became of its deliveries of the last 30 days; for a super admin those of all customers, or of one. */
export function useDestinations(customerId: string | undefined) {
  const session = useCustomerId();
  return useQuery({
    queryKey: [session, deliveryKey, "destinations", customerId],
    queryFn: async ({ signal }) =>
      (await call(getDeliveryDestinations, { query: customerId ? { customerId } : {}, signal })).items,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.underWay > 0) ? pollIntervalMs : false),
    meta: { ownErrors: true },
  });
}

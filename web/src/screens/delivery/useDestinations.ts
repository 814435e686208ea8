import { useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { getDeliveryDestinations } from "#domain/endpoints/exports/delivery.ts";
import { deliveryKey } from "#features/delivery/deliverySource.ts";

/** Poll interval while a delivery is running. */
const pollIntervalMs = 15_000;

/** Each destination with the results of its deliveries of the last 30 days; for a super admin, of all customers or of one. */
export function useDestinations(customerId: string | undefined) {
  const sessionCustomerId = useCustomerId();
  return useQuery({
    queryKey: [sessionCustomerId, deliveryKey, "destinations", customerId],
    queryFn: async ({ signal }) =>
      (await call(getDeliveryDestinations, { query: customerId ? { customerId } : {}, signal })).items,
    refetchInterval: ({ state }) =>
      state.data?.some((destination) => destination.inProgress > 0) ? pollIntervalMs : false,
    meta: { handlesErrors: true },
  });
}

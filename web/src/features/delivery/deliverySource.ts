import { call } from "#api/client.ts";
import { isInProgress } from "#domain/delivery/states.ts";
import {
  countDeliveries,
  type DeliveryRow,
  deliverySorts,
  listDeliveries,
} from "#domain/endpoints/exports/delivery.ts";
import type { TableSource } from "#ui/table/tableSource.ts";
import type { DeliveryFilter } from "./deliveryFilter.ts";

/** First segment of the query keys of everything about deliveries. */
export const deliveryKey = "delivery";

/** All deliveries, newest first. Polled while a delivery on the page is in progress. */
export const createDeliverySource = (filter: DeliveryFilter): TableSource<DeliveryRow> => ({
  name: deliveryKey,
  sortable: deliverySorts,
  sort: "dateCreated",
  order: "desc",
  scope: filter,
  needsPolling: ({ state }) => isInProgress(state),
  rows: async ({ sort, ...request }, signal) => {
    const query = { ...request, ...filter, sort: deliverySorts.find((column) => column === sort) };
    return (await call(listDeliveries, { query, signal })).items;
  },
  total: async (q, signal) => (await call(countDeliveries, { query: { ...filter, q }, signal })).count,
});

import { maxConnectionsPerHost } from "#worker/connectors/connector.ts";
import { laneOf, openConnector } from "#worker/connectors/openConnector.ts";
import { makeVariant } from "#worker/exportContent/photoVariants.ts";
import { openPlannedFile, planDelivery } from "../plan/planDelivery.ts";
import { leaseSeconds } from "./lease.ts";
import { sendMailDelivery } from "./sendByMail.ts";
import type { DeliveryDependencies } from "./types.ts";

/** The production dependencies of deliveries. */
export const productionDependencies: DeliveryDependencies = {
  getLane: laneOf,
  openConnector,
  planDelivery,
  makeVariant,
  openPlanned: openPlannedFile,
  sendMail: sendMailDelivery,
  maxConnections: maxConnectionsPerHost,
  recheckIntervalMs: 1000,
  maxSliceMs: 20_000,
  renewPeriodically(renew) {
    const timer = setInterval(renew, (leaseSeconds / 4) * 1000);
    return () => clearInterval(timer);
  },
};

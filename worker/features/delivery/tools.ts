import { maxConnectionsPerHost } from "../../connectors/connector";
import { laneOf, openConnector } from "../../connectors/open";
import { leaseSeconds } from "./lease";
import { sendMailDelivery } from "./mailing";
import { makeVariant, openPlanned, planDelivery } from "./plan/plan";
import type { DeliveryDependencies } from "./run";

/** What deliveries are made with in earnest. */
export const dependencies: DeliveryDependencies = {
  laneOf,
  openConnector,
  planDelivery,
  makeVariant,
  openPlanned,
  sendMail: sendMailDelivery,
  connections: maxConnectionsPerHost,
  lookEvery: 1000,
  turn: 20_000,
  everySoOften(renew) {
    const timer = setInterval(renew, (leaseSeconds / 4) * 1000);
    return () => clearInterval(timer);
  },
};

import type { ExportConfigurationType } from "../../../domain/rules/configurationTypes";
import type { Destination } from "../../connectors/connector";
import type { Database } from "../../db/database";
import type { delivery, deliveryFile } from "../../db/schema";
import type { Env } from "../../env";

export type DeliveryRow = typeof delivery.$inferSelect;
export type DeliveryFileRow = typeof deliveryFile.$inferSelect;

/** The lease ran out and another consumer has the delivery, or it was cancelled: whoever notices stops and changes nothing. */
export class DeliveryLostError extends Error {
  override name = "DeliveryLostError";
}

/** What a delivery is sent to, as it is configured now. */
export interface OpenedDestination extends Destination {
  type: ExportConfigurationType;
}

/** A delivery whose turn it is: one consumer holds its lease. */
export interface DeliveryRun {
  env: Env;
  db: Database;
  /** As it was when its turn began; `leasedUntil` is kept up to date. */
  delivery: DeliveryRow;
  destination: OpenedDestination;
  /**
   * Renews the lease. Call it before each piece of work that takes more than a second.
   * @throws DeliveryLostError
   */
  hold(): Promise<void>;
}

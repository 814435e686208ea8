import type { BatchItem } from "drizzle-orm/batch";
import { ConnectorError } from "../../connectors/connector";
import type { DeliveryRun } from "./run";

/** What became of the turn of a delivery by mail. Its statements are written in one batch with the delivery, if the lease still holds. */
export type MailOutcome =
  /** The mail has left: the delivery is DONE, and so are its files. */
  | { state: "sent"; statements: BatchItem<"sqlite">[] }
  /** It is in the outbox: the delivery has its next turn after some seconds, which counts as no failed try. */
  | { state: "queued"; statements: BatchItem<"sqlite">[]; seconds: number; queued?: () => Promise<unknown> };

/**
 * Sends a delivery by mail. Runs again, from the beginning, when a turn was cut off anywhere.
 * @throws ConnectorError, DeliveryLostError
 */
export async function sendMailDelivery(_run: DeliveryRun): Promise<MailOutcome> {
  throw new ConnectorError("config", "Destinations of the type EMAIL are not sent yet.");
}

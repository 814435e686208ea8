import { ConnectorError } from "../../connectors/connector";
import type { DeliveryRun, MailOutcome } from "./run";

/**
 * Sends a delivery by mail. Runs again, from the beginning, when a turn was cut off anywhere.
 * @throws ConnectorError, DeliveryLostError
 */
export async function sendMailDelivery(_run: DeliveryRun): Promise<MailOutcome> {
  throw new ConnectorError("config", "Destinations of the type EMAIL are not sent yet.");
}

import type { BatchItem } from "drizzle-orm/batch";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import type { Connector, Destination } from "#worker/connectors/connector.ts";
import type { Database } from "#worker/db/database.ts";
import type { DeliveryFileRow, DeliveryRow } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import type { VariantSpec } from "#worker/export/sizedPhotos.ts";
import type { DeliveryPlan, PlannedFile, Target } from "../plan/types.ts";

/**
 * The lease expired and another consumer has the delivery, or the delivery was cancelled. The consumer stops and changes nothing.
 */
export class DeliveryLostError extends Error {
  override name = "DeliveryLostError";
}

/** Object class of deliveries in the audit log. */
export const deliveryClass = "siteproof.Delivery";

/** A delivery's destination, as configured now. */
export interface TypedDestination extends Destination {
  type: ExportConfigurationType;
}

/** A slice of a delivery; its consumer holds the lease. */
export interface DeliveryRun {
  env: Env;
  db: Database;
  /** As it was when the slice began; `leasedUntil` is kept up to date. */
  delivery: DeliveryRow;
  destination: TypedDestination;
  plan: DeliveryPlan;
  /**
   * Syncs the rows with the plan and returns those of its files, in plan order. Called only when mails are written: until these
   * have been sent, the rows describe their content.
   */
  syncFiles(): Promise<readonly { row: DeliveryFileRow; file: PlannedFile }[]>;
  /**
   * Renews the lease if it is due. Call it before any work that takes more than a second.
   * @throws DeliveryLostError
   */
  renewLease(): Promise<void>;
}

/**
 * The outcome of a mail delivery's slice. Its statements are written in one batch with the delivery, if the lease still holds.
 */
export type MailOutcome =
  /** The mail was sent: the delivery and its files are DONE. */
  | { state: "sent"; statements: BatchItem<"sqlite">[] }
  /** The mail is in the outbox: the next slice is due in `seconds`, without counting an attempt. */
  | { state: "queued"; statements: BatchItem<"sqlite">[]; seconds: number; queued?: () => Promise<unknown> };

/** Dependencies of deliveries; tests pass their own. */
export interface DeliveryDependencies {
  getLane(type: ExportConfigurationType, params: Readonly<Record<string, string>>): string;
  openConnector(type: ExportConfigurationType, destination: Destination): Connector;
  planDelivery(env: Env, db: Database, target: Target): Promise<DeliveryPlan>;
  makeVariant(env: Env, db: Database, customerId: number, variant: VariantSpec): Promise<void>;
  openPlanned(
    env: Env,
    file: PlannedFile,
  ): (from?: number, to?: number) => Promise<ReadableStream<Uint8Array>>;
  sendMail(run: DeliveryRun): Promise<MailOutcome>;
  /** Maximum connections per delivery. */
  maxConnections: number;
  /** Milliseconds after which a delivery recomputes how many connections it may use. */
  recheckIntervalMs: number;
  /** Milliseconds after which a slice begins no further file. */
  maxSliceMs: number;
  /**
   * Calls `renew` periodically during a slice, so that one slow response does not end the lease. Returns a function that stops
   * it.
   */
  renewPeriodically(renew: () => void): () => void;
}

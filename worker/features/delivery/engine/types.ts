import type { BatchItem } from "drizzle-orm/batch";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import type { Connector, Destination } from "#worker/connectors/connector.ts";
import type { Database } from "#worker/db/database.ts";
import type { delivery, deliveryFile } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import type { DeliveryPlan, PlannedFile, Target, VariantSpec } from "../plan/types.ts";

export type DeliveryRow = typeof delivery.$inferSelect;
export type DeliveryFileRow = typeof deliveryFile.$inferSelect;

/** The lease ran out and another consumer has the delivery, or it was cancelled: whoever notices stops and changes nothing. */
export class DeliveryLostError extends Error {
  override name = "DeliveryLostError";
}

/** What the audit log calls a delivery. */
export const deliveryClass = "siteproof.Delivery";

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
  plan: DeliveryPlan;
  /**
   * Brings the rows in line with the plan and returns those of its files, in its order. Asked for only when mails are written: until
   * these have left, the rows say what is in them.
   */
  files(): Promise<readonly { row: DeliveryFileRow; file: PlannedFile }[]>;
  /**
   * Renews the lease if it is time to. Call it before each piece of work that takes more than a second.
   * @throws DeliveryLostError
   */
  hold(): Promise<void>;
}

/** What became of the turn of a delivery by mail. Its statements are written in one batch with the delivery, if the lease still holds. */
export type MailOutcome =
  /** The mail has left: the delivery is DONE, and so are its files. */
  | { state: "sent"; statements: BatchItem<"sqlite">[] }
  /** It is in the outbox: the delivery has its next turn after some seconds, which counts as no failed try. */
  | { state: "queued"; statements: BatchItem<"sqlite">[]; seconds: number; queued?: () => Promise<unknown> };

/** What deliveries are made with; tests pass their own. */
export interface DeliveryDependencies {
  laneOf(type: ExportConfigurationType, params: Readonly<Record<string, string>>): string;
  openConnector(type: ExportConfigurationType, destination: Destination): Connector;
  planDelivery(env: Env, db: Database, target: Target): Promise<DeliveryPlan>;
  makeVariant(env: Env, db: Database, customerId: number, request: VariantSpec): Promise<void>;
  openPlanned(
    env: Env,
    file: PlannedFile,
  ): (from?: number, to?: number) => Promise<ReadableStream<Uint8Array>>;
  sendMail(run: DeliveryRun): Promise<MailOutcome>;
  /** Connections that one delivery uses at most. */
  connections: number;
  /** Milliseconds after which a delivery looks again how many it may use. */
  lookEvery: number;
  /** Milliseconds after which a turn begins no other file. */
  turn: number;
  /** Calls again and again while a turn lasts, so that one slow answer does not end the lease; returns how to stop it. */
  everySoOften(renew: () => void): () => void;
}

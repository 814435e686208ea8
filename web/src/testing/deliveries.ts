import type { z } from "zod";
import {
  type DeliveryDestination,
  deliveryDestination,
  deliveryDetails,
  deliveryFileRow,
  deliveryRow,
} from "#domain/endpoints/exports/delivery.ts";
import { type DeliveryProgress, deliveryProgress } from "#domain/endpoints/shared/deliveryProgress.ts";
import { anId } from "./fixtures.ts";

/** Deliveries parsed by their contracts. */

const completedFields = {
  customerId: 7,
  customerName: "Norrfiber",
  documentationName: "NF-2041 Skellefteå",
  templateName: "Mast inspection",
  exportConfigurationName: "Archive",
  type: "FTP",
  username: "anna",
  automatic: false,
  state: "DONE",
  files: 12,
  filesDone: 12,
  bytes: 48_000_000,
  bytesSent: 48_000_000,
  tries: 0,
  nextTry: null,
  errorKind: null,
  errorStatusCode: null,
  errorMessage: null,
  missing: 0,
  dateCreated: "2026-05-04T09:30:00Z",
  finished: "2026-05-04T09:31:00Z",
} as const;

type RowChanges = Partial<z.input<typeof deliveryRow>>;

const rowOf = (changes: RowChanges) => ({
  id: anId(),
  documentationId: anId(),
  exportConfigurationId: anId(),
  ...completedFields,
  ...changes,
});

export const aDelivery = (changes: RowChanges = {}) => deliveryRow.parse(rowOf(changes));

/** The progress of a delivery, as its export event reports it. */
export const aProgress = (changes: Partial<DeliveryProgress> = {}): DeliveryProgress =>
  deliveryProgress.parse({ id: anId(), ...completedFields, ...changes });

/** Fields of a failed delivery that a user has to fix. */
export const failedAuth = {
  state: "FAILED",
  filesDone: 4,
  bytesSent: 16_000_000,
  tries: 1,
  errorKind: "auth",
  errorStatusCode: 530,
  errorMessage: "The server did not accept the user name and password.",
} as const;

export const aDeliveryFile = (changes: Partial<z.input<typeof deliveryFileRow>> = {}) =>
  deliveryFileRow.parse({
    id: anId(),
    path: "NF-2041 Skellefteå/Photos/mast.jpg",
    kind: "PHOTO",
    bytes: 4_000_000,
    bytesSent: 4_000_000,
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    state: "DONE",
    tries: 0,
    ...{ remoteId: null, storedAs: null, arrival: "SENT", evidence: "SIZE" },
    errorKind: null,
    errorStatusCode: null,
    errorMessage: null,
    finished: "2026-05-04T09:31:00Z",
    ...changes,
  });

type Details = z.input<typeof deliveryDetails>;

export const aDeliveryDetails = (changes: Partial<Details> = {}) => {
  const items = changes.items ?? [aDeliveryFile()];
  return deliveryDetails.parse({
    ...rowOf(changes),
    missingItems: [],
    itemCount: items.length,
    ...changes,
    items,
  });
};

export const aDestination = (changes: Partial<DeliveryDestination> = {}) =>
  deliveryDestination.parse({
    exportConfigurationId: anId(),
    exportConfigurationName: "Archive",
    customerName: "Norrfiber",
    type: "FTP",
    done: 19,
    failed: 1,
    inProgress: 0,
    lastSuccess: "2026-05-04T09:31:00Z",
    lastErrorKind: null,
    lastError: null,
    ...changes,
  });

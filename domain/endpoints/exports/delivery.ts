import { z } from "zod";
import { exportConfigurationTypes } from "#domain/configuration/types.ts";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { compareByKeys, toSortKey } from "#domain/contract/merge/compareValues.ts";
import { mergeItems, mergePages, sumFields } from "#domain/contract/merge/mergeResponses.ts";
import { maxPageSize } from "#domain/contract/resource.ts";
import { instant, line, uuid } from "#domain/core/fields.ts";
import {
  arrivalEvidence,
  deliveredFileKinds,
  deliveryErrorKinds,
  deliveryFileStates,
  deliveryStates,
  fileArrivals,
} from "#domain/delivery/states.ts";
import { deliveryProgress, failureFields } from "../shared/deliveryProgress.ts";
import { otherCustomer } from "../shared/otherCustomer.ts";

/** Deliveries: exports sent to destinations, in progress or failed, and why. */

const exportAccess = { authentication: "session", authority: "ROLE_EXPORT_DOCUMENTATION" } as const;
const type = z.enum(exportConfigurationTypes);

/** An item that is missing from a delivery. */
export const missingDeliveryItem = z.object({
  kind: z.enum(["PHOTO", "FILE"]),
  name: z.string(),
  reason: z.string().meta({ description: "A code of the problem catalogue, or notUploaded" }),
});

export const deliveryRow = deliveryProgress.extend({
  customerId: z.int(),
  customerName: z.string(),
  documentationId: uuid(),
  documentationName: z.string(),
  templateName: z.string(),
  exportConfigurationId: uuid(),
  exportConfigurationName: z.string(),
  type,
  username: z.string().meta({ description: "The requester; empty for an automatic export" }),
  missing: z.int().meta({ description: "Number of photos and files that are missing" }),
  dateCreated: instant(),
  finished: instant().nullable(),
});
export type DeliveryRow = z.output<typeof deliveryRow>;

export const deliveryFileRow = z.object({
  id: uuid(),
  path: z.string(),
  kind: z.enum(deliveredFileKinds),
  bytes: z.int(),
  bytesSent: z
    .int()
    .meta({ description: "Bytes that this delivery has sent; 0 for a file that was already there" }),
  sha256: z.string().nullable(),
  state: z.enum(deliveryFileStates),
  tries: z.int(),
  remoteId: z.string().nullable(),
  storedAs: z.string().nullable().default(null).meta({
    description: "The file's path at the destination, if it needs other names; null if it is `path`",
  }),
  arrival: z.enum(fileArrivals).nullable().meta({
    description:
      "SENT, or FOUND if the destination already had the file; null until the file has arrived, and for mails",
  }),
  evidence: z.enum(arrivalEvidence).nullable().meta({
    description:
      "What shows that the destination has the file: its size, the destination's tag of an earlier delivery of the same file, or a SHA-256 computed there. Null if the destination changes files of this type when it stores them",
  }),
  ...failureFields,
  finished: instant().nullable(),
});
export type DeliveryFileRow = z.output<typeof deliveryFileRow>;

/** Only by start time: a page of a million deliveries in another order would read all of them. */
export const deliverySorts = ["dateCreated"] as const;

export const deliveryFilters = {
  state: z.enum(deliveryStates).optional(),
  open: z.stringbool().optional().meta({ description: "true for deliveries in progress" }),
  exportConfigurationId: uuid().optional(),
  documentationId: uuid().optional(),
  customerId: otherCustomer,
  from: z.iso.date().optional().meta({ description: "Started on this day or later" }),
  to: z.iso.date().optional().meta({ description: "Started on this day or earlier" }),
};
const filterQuery = { ...deliveryFilters, q: line().default("") };

const deliveryPages = mergePages<DeliveryRow, { order: "asc" | "desc"; max: number; offset: number }>(
  ({ order }) => compareByKeys(order, ({ dateCreated }) => dateCreated),
);

export const listDeliveries = defineEndpoint({
  ...exportAccess,
  method: "GET",
  path: "/deliveries",
  multiDatabase: deliveryPages,
  summary: "List deliveries, newest first.",
  query: z.object({
    ...filterQuery,
    sort: z.enum(deliverySorts).default("dateCreated"),
    order: z.enum(["asc", "desc"]).default("desc"),
    max: z.coerce.number().int().min(1).max(maxPageSize).default(25),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  response: z.object({ items: z.array(deliveryRow) }),
});

export const countDeliveries = defineEndpoint({
  ...exportAccess,
  method: "GET",
  path: "/delivery/count",
  multiDatabase: sumFields("count"),
  summary: "Count the deliveries that match the filters.",
  query: z.object(filterQuery),
  response: z.object({ count: z.int() }),
});

export const deliveryDetails = deliveryRow.extend({
  missingItems: z.array(missingDeliveryItem),
  items: z.array(deliveryFileRow),
  itemCount: z.int().meta({ description: "Number of files on all pages" }),
});
export type DeliveryDetails = z.output<typeof deliveryDetails>;

export const getDelivery = defineEndpoint({
  ...exportAccess,
  method: "GET",
  path: "/delivery/{id}",
  summary: "Get a delivery with what is missing from it and one page of its files.",
  params: z.object({ id: uuid() }),
  query: z.object({
    max: z.coerce.number().int().min(1).max(1000).default(100),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    failed: z.stringbool().optional().meta({ description: "true for failed files only" }),
  }),
  response: deliveryDetails,
});

/** Maximum number of destinations in a response. */
export const maxDestinations = 1000;

/** A destination, and the results of its deliveries in the last 30 days. */
export const deliveryDestination = z.object({
  exportConfigurationId: uuid(),
  exportConfigurationName: z.string(),
  customerName: z.string(),
  type,
  done: z.int(),
  failed: z.int(),
  inProgress: z.int(),
  lastSuccess: instant().nullable(),
  lastErrorKind: z.enum(deliveryErrorKinds).nullable(),
  lastError: z.string().nullable(),
});
export type DeliveryDestination = z.output<typeof deliveryDestination>;

const destinationMerge = mergeItems(
  compareByKeys<z.output<typeof deliveryDestination>>(
    "asc",
    (row) => toSortKey(row.customerName),
    (row) => toSortKey(row.exportConfigurationName),
  ),
  () => maxDestinations,
);

export const getDeliveryDestinations = defineEndpoint({
  ...exportAccess,
  method: "GET",
  path: "/delivery/destinations",
  multiDatabase: destinationMerge,
  summary: "List the destinations with the results of their deliveries in the last 30 days.",
  query: z.object({ customerId: otherCustomer }),
  response: z.object({
    items: z.array(deliveryDestination),
  }),
});

export const resendDelivery = defineEndpoint({
  ...exportAccess,
  method: "POST",
  path: "/delivery/resend/{id}",
  callLimit: "exports",
  summary:
    "Resend a delivery that failed, was stopped or is waiting for its next attempt: the files that did not arrive or, with `file`, that file even if it arrived. Files that arrived completely and have not changed are not sent again.",
  params: z.object({ id: uuid() }),
  body: z.strictObject({ file: uuid().optional() }),
  response: deliveryRow,
});

export const resendFailedDeliveries = defineEndpoint({
  ...exportAccess,
  method: "POST",
  path: "/delivery/resendFailed",
  callLimit: "exports",
  multiDatabase: sumFields("count"),
  summary: "Resend all deliveries to a destination that have failed since a day.",
  body: z.strictObject({ exportConfigurationId: uuid(), since: z.iso.date() }),
  response: z.object({ count: z.int() }),
});

export const cancelDelivery = defineEndpoint({
  ...exportAccess,
  method: "POST",
  path: "/delivery/cancel/{id}",
  repeatable: true,
  summary: "Stop a delivery in progress. Files that have arrived stay at the destination.",
  params: z.object({ id: uuid() }),
  response: deliveryRow,
});

import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { type DocumentationEventType, documentationEventTypes } from "#domain/core/documentationTypes.ts";
import { instant, line, uuid } from "#domain/core/fields.ts";
import { deliveryStates } from "#domain/delivery/states.ts";
import { otherCustomer } from "../shared/otherCustomer.ts";

/** What happened to a customer's documentations, newest first: their events, comments in threads, and deliveries. */

export const activityKinds = ["CAPTURE", "REVIEW", "CHANGE", "COMMENT", "DELIVERY"] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** The kind of each event of a documentation. */
export const kindOfEvent: Record<DocumentationEventType, ActivityKind> = {
  CREATED: "CAPTURE",
  UPLOADED: "CAPTURE",
  PAUSED: "CAPTURE",
  DOWNLOADED: "CAPTURE",
  COMPLETED: "CAPTURE",
  TEXT_REPAIRED: "CAPTURE",
  TIME_REPAIRED: "CAPTURE",
  STATUS_CHANGED: "REVIEW",
  ASSIGNED: "REVIEW",
  TASK_EDIT: "CHANGE",
  RENAMED: "CHANGE",
  TAGGED: "CHANGE",
  UNTAGGED: "CHANGE",
  MERGED: "CHANGE",
  HIDDEN: "CHANGE",
  VISIBLE: "CHANGE",
  KEPT: "CHANGE",
};

export const activityPageSize = 50;

const activity = z.object({
  id: uuid(),
  kind: z.enum(activityKinds),
  at: instant(),
  person: z.string().meta({ description: "Empty if it is not known, and for automatic deliveries" }),
  documentationId: uuid(),
  documentationName: z.string(),
  /** The event of the documentation; null for comments and deliveries. */
  event: z
    .object({ type: z.enum(documentationEventTypes), params: z.record(z.string(), z.string()) })
    .nullable(),
  comment: z.object({ threadId: uuid(), text: z.string() }).nullable(),
  delivery: z
    .object({ state: z.enum(deliveryStates), destination: z.string() })
    .nullable()
    .meta({ description: "Listed at the time it was requested, with its present state" }),
});
export type Activity = z.output<typeof activity>;

export const activityFilters = {
  kind: z.enum(activityKinds).optional(),
  person: line().default("").meta({ description: "A username, or a creator as devices report it" }),
  documentationId: uuid().optional(),
  from: z.iso.date().optional().meta({ description: "On this day or later, Swedish time" }),
  to: z.iso.date().optional().meta({ description: "On this day or earlier, Swedish time" }),
  customerId: otherCustomer,
};

export const listActivity = defineEndpoint({
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  method: "GET",
  path: "/activity",
  multiDatabase: "current",
  summary: `List what happened to a customer's documentations, newest first, ${activityPageSize} at a time. Deliveries need ROLE_EXPORT_DOCUMENTATION. Hidden and deleted documentations are left out.`,
  query: z.strictObject({
    ...activityFilters,
    before: z
      .string()
      .max(60)
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ;[0-9a-f-]{36}$/)
      .optional()
      .meta({ description: "`next` of the previous page" }),
  }),
  response: z.object({
    items: z.array(activity),
    next: z.string().nullable().meta({ description: "For `before` of the next page; null on the last" }),
    searchedTo: instant().nullable().meta({
      description:
        "How far back a page goes that is short and not the last: a call searches a limited number of rows",
    }),
  }),
});

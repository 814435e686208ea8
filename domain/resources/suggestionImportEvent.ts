import { z } from "zod";
import { customerId, instant, uuid } from "../fields";
import { defineResource } from "../resource";
import { suggestionImportTypes } from "../rules/importTypes";

/** One run of an import (3§3), asked for or by the clock. */
export const suggestionImportEvent = defineResource({
  name: "suggestionImportEvent",
  path: "suggestionImportEvents",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    suggestionImportConfigurationId: uuid(),
    suggestionImportConfigurationName: z.string(),
    type: z.enum(suggestionImportTypes),
    success: z.boolean().nullable().meta({ description: "null until it has ended" }),
    count: z
      .int()
      .meta({ description: "Number of suggestions that the source has; so far, while it is read" }),
    added: z.int(),
    updated: z.int(),
    removed: z
      .int()
      .meta({ description: "Of those that this import brought earlier; where it asks, those that would go" }),
    message: z.string().nullable().meta({ description: "Reason for the failure, or what was left out" }),
    asks: z.boolean().meta({
      description:
        "Stopped because more than half of what it brought earlier would go; nothing was changed. Triggering it `confirmed` goes on",
    }),
    confirmed: z.boolean(),
    requesterName: z.string().nullable().meta({ description: "null where it ran at its time" }),
    finished: instant().nullable(),
    dateCreated: instant(),
  },
  writable: [],
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "suggestionImportConfigurationId",
      "suggestionImportConfigurationName",
      "type",
      "success",
      "count",
      "added",
      "updated",
      "removed",
      "message",
      "asks",
      "confirmed",
      "requesterName",
      "finished",
      "dateCreated",
    ],
    sortable: [
      "dateCreated",
      "suggestionImportConfigurationName",
      "type",
      "success",
      "count",
      "customerName",
    ],
    searched: ["suggestionImportConfigurationName", "type", "message", "customerName"],
    sort: "dateCreated",
    order: "desc",
    max: 1000,
  },
  access: { read: "ROLE_SUPER_ADMIN", create: null, update: null, delete: null },
});

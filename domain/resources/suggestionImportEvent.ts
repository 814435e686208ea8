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
    success: z.boolean().nullable().meta({ description: "null while queued" }),
    count: z.int().meta({ description: "Number of imported suggestions" }),
    message: z.string().nullable().meta({ description: "Reason for the failure" }),
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
      "message",
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

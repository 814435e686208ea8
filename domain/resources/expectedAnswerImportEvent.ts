import { z } from "zod";
import { customerId, instant, uuid } from "../fields";
import { defineResource } from "../resource";
import { expectedAnswerImportTypes } from "../rules/importTypes";

/** One run of an import (3§3), asked for or by the clock. */
export const expectedAnswerImportEvent = defineResource({
  name: "expectedAnswerImportEvent",
  path: "expectedAnswerImportEvents",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    expectedAnswerImportConfigurationId: uuid(),
    expectedAnswerImportConfigurationName: z.string(),
    type: z.enum(expectedAnswerImportTypes),
    success: z.boolean().nullable().meta({ description: "null while queued" }),
    count: z.int().meta({ description: "Number of imported answers" }),
    message: z.string().nullable().meta({ description: "Reason for the failure" }),
    dateCreated: instant(),
  },
  writable: [],
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "expectedAnswerImportConfigurationId",
      "expectedAnswerImportConfigurationName",
      "type",
      "success",
      "count",
      "message",
      "dateCreated",
    ],
    sortable: [
      "dateCreated",
      "expectedAnswerImportConfigurationName",
      "type",
      "success",
      "count",
      "customerName",
    ],
    searched: ["expectedAnswerImportConfigurationName", "type", "message", "customerName"],
    sort: "dateCreated",
    order: "desc",
    max: 1000,
  },
  access: { read: "ROLE_SUPER_ADMIN", create: null, update: null, delete: null },
});

import { z } from "zod";
import { expectedAnswerImportTypes } from "#domain/configuration/importTypes.ts";
import { defineResource } from "#domain/contract/resource.ts";
import { customerId, uuid } from "#domain/core/fields.ts";
import { importRun, importRunColumns } from "./importRun.ts";

/** A run of an import (3§3), requested or scheduled. */
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
    ...importRun,
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
      ...importRunColumns,
    ],
    sortable: [
      "dateCreated",
      "expectedAnswerImportConfigurationName",
      "type",
      "success",
      "count",
      "customerName",
    ],
    searchable: ["expectedAnswerImportConfigurationName", "type", "message", "customerName"],
    sort: "dateCreated",
    order: "desc",
    max: 1000,
  },
  access: { read: "ROLE_SUPER_ADMIN", create: null, update: null, delete: null },
});

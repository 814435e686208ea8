import { z } from "zod";
import { suggestionImportTypes } from "#domain/configuration/importTypes.ts";
import { defineResource } from "#domain/contract/resource.ts";
import { customerId, uuid } from "#domain/core/fields.ts";
import { importRun, importRunColumns } from "./importRun.ts";

/** A run of an import (3§3), requested or scheduled. */
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
    ...importRun,
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
      ...importRunColumns,
    ],
    sortable: [
      "dateCreated",
      "suggestionImportConfigurationName",
      "type",
      "success",
      "count",
      "customerName",
    ],
    searchable: ["suggestionImportConfigurationName", "type", "message", "customerName"],
    sort: "dateCreated",
    order: "desc",
    max: 1000,
  },
  access: { read: "ROLE_SUPER_ADMIN", create: null, update: null, delete: null },
});

import { z } from "zod";
import { defineResource } from "#domain/contract/resource.ts";
import { customerId, instant, uuid } from "#domain/core/fields.ts";

/** An export of a documentation to a destination (2§3), for all documentations that have not been deleted. */
export const exportEvent = defineResource({
  name: "exportEvent",
  path: "exportEvents",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    documentation: uuid().meta({ description: "The ID of the exported documentation" }),
    documentationName: z.string(),
    exportConfigurationId: z
      .string()
      .nullable()
      .meta({ description: "null if unknown; the configuration may have been deleted" }),
    exportConfigurationName: z.string(),
    type: z.string().meta({ description: "The type of the destination" }),
    username: z.string().meta({ description: "Empty for an automatic export" }),
    success: z.boolean().nullable().meta({ description: "null while in progress" }),
    errorStatusCode: z.int().nullable(),
    errorMessage: z.string().nullable(),
    dateCreated: instant(),
  },
  writable: [],
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "documentation",
      "documentationName",
      "exportConfigurationId",
      "exportConfigurationName",
      "type",
      "username",
      "success",
      "errorStatusCode",
      "errorMessage",
      "dateCreated",
    ],
    sortable: ["dateCreated"],
    searchable: ["exportConfigurationName", "username", "documentationName"],
    sort: "dateCreated",
    order: "desc",
    max: 100,
  },
  access: { read: "ROLE_DOCUMENTATION_READ", create: null, update: null, delete: null },
});

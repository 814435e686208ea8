import { z } from "zod";
import { defineResource } from "#domain/contract/resource.ts";
import { customerId, instant, uuid } from "#domain/core/fields.ts";

/** One export of a documentation to a destination (2§3), of all documentations that have not been deleted. */
export const exportEvent = defineResource({
  name: "exportEvent",
  path: "exportEvents",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    documentation: uuid().meta({ description: "The id of the documentation that was exported" }),
    documentationName: z.string(),
    exportConfigurationId: z
      .string()
      .nullable()
      .meta({ description: "null where it is not known; the configuration may be gone by now" }),
    exportConfigurationName: z.string(),
    type: z.string().meta({ description: "What kind of destination it was" }),
    username: z.string().meta({ description: "Empty for an automatic export" }),
    success: z.boolean().nullable().meta({ description: "null while it is under way" }),
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
    searched: ["exportConfigurationName", "username", "documentationName"],
    sort: "dateCreated",
    order: "desc",
    max: 100,
  },
  access: { read: "ROLE_DOCUMENTATION_READ", create: null, update: null, delete: null },
});

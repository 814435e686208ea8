import { z } from "zod";
import { defineResource } from "#domain/contract/resource.ts";
import { customerId, instant, uuid, version } from "#domain/core/fields.ts";
import { content, templateFields } from "#domain/template/content.ts";

/** A template with its whole tree. Writes do more than a standard resource: worker/features/template. */
export const template = defineResource({
  name: "template",
  path: "templates",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    ...content,
    suggestionListName: z.string().nullable(),
    predefinedConfigurationName: z.string().nullable(),
    exportConfigurations: z
      .array(z.string())
      .meta({ description: "Names of templateExportConfigurations, in order" }),
    lastUpdated: instant(),
    dateCreated: instant(),
    version: version(),
  },
  writable: ["customerId", ...templateFields],
  locked: ["customerId"],
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "name",
      "description",
      "exportConfigurations",
      "suggestionListName",
      "hidden",
      "position",
      "lastUpdated",
      "dateCreated",
      "version",
    ],
    sortable: [
      "name",
      "customerName",
      "description",
      "suggestionListName",
      "hidden",
      "position",
      "lastUpdated",
      "dateCreated",
    ],
    searchable: ["name", "customerName", "description", "suggestionListName"],
    sort: "name",
    order: "asc",
    max: 100,
  },
  access: {
    read: "ROLE_TEMPLATE_READ",
    create: "ROLE_TEMPLATE_WRITE",
    update: "ROLE_TEMPLATE_WRITE",
    delete: "ROLE_TEMPLATE_WRITE",
  },
  requiresFreshLogin: ["delete"],
  unique: ["name"],
});

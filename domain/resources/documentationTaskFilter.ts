import { z } from "zod";
import { taskFilterTypes } from "#domain/configuration/types.ts";
import { allActionsBy, defineResource } from "#domain/contract/resource.ts";
import { customerId, flag, instant, name, params, uuid, version } from "#domain/core/fields.ts";

/** A filter of a documentation's tasks (3§3). Params by type: domain/configuration/types.ts. */
export const documentationTaskFilter = defineResource({
  name: "documentationTaskFilter",
  path: "documentationTaskFilters",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    name: name(),
    type: z.enum(taskFilterTypes),
    position: z.int().min(0).max(1_000_000),
    automatic: flag(),
    params: params(),
    dateCreated: instant(),
    version: version(),
  },
  writable: ["customerId", "name", "type", "position", "automatic", "params"],
  locked: ["customerId"],
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "name",
      "type",
      "position",
      "automatic",
      "params",
      "dateCreated",
      "version",
    ],
    sortable: ["position", "name", "type", "automatic", "customerName", "dateCreated"],
    searchable: ["name", "type", "customerName"],
    sort: "position",
    order: "asc",
    max: 100,
  },
  access: allActionsBy("ROLE_SUPER_ADMIN"),
});

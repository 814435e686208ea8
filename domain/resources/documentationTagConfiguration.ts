import { z } from "zod";
import { allActionsBy, defineResource } from "#domain/contract/resource.ts";
import { customerId, instant, name, uuid, version } from "#domain/core/fields.ts";

/** New and existing documentations with this name get the tag. */
export const documentationTagConfiguration = defineResource({
  name: "documentationTagConfiguration",
  path: "documentationTagConfigurations",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    name: name(),
    tag: name(),
    dateCreated: instant(),
    version: version(),
  },
  writable: ["customerId", "name", "tag"],
  locked: ["customerId"],
  namesCustomer: true,
  list: {
    columns: ["id", "customerId", "customerName", "name", "tag", "dateCreated", "version"],
    sortable: ["name", "tag", "customerName", "dateCreated"],
    searchable: ["name", "tag", "customerName"],
    sort: "name",
    order: "asc",
    max: 100,
  },
  access: allActionsBy("ROLE_SUPER_ADMIN"),
  unique: ["name", "tag"],
});

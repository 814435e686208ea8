import { z } from "zod";
import { predefinedTypes } from "#domain/configuration/types.ts";
import { defineResource } from "#domain/contract/resource.ts";
import { customerId, instant, name, rawParams, uuid, version } from "#domain/core/fields.ts";
import { secretFields } from "./secretFields.ts";

/** A source of predefined answers (3§3). Params and secrets by type: domain/configuration/types.ts. */
export const predefinedConfiguration = defineResource({
  name: "predefinedConfiguration",
  path: "predefinedConfigurations",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    name: name(),
    type: z.enum(predefinedTypes),
    params: rawParams(),
    ...secretFields(),
    dateCreated: instant(),
    version: version(),
  },
  writable: ["customerId", "name", "type", "params", "secrets"],
  writeOnly: ["secrets"],
  locked: ["customerId"],
  namesCustomer: true,
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "name",
      "type",
      "params",
      "secretsSet",
      "dateCreated",
      "version",
    ],
    sortable: ["name", "type", "customerName", "dateCreated"],
    searchable: ["name", "type", "customerName"],
    sort: "name",
    order: "asc",
    max: 100,
  },
  access: {
    read: "ROLE_PREDEFINED_CONFIGURATION_READ",
    create: "ROLE_SUPER_ADMIN",
    update: "ROLE_SUPER_ADMIN",
    delete: "ROLE_SUPER_ADMIN",
  },
});

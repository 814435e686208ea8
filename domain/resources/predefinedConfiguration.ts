import { z } from "zod";
import { customerId, instant, name, params, uuid, version } from "../fields";
import { defineResource } from "../resource";
import { predefinedTypes } from "../rules/configurationTypes";
import { secretFields } from "./secretFields";

/** Where predefined answers come from (3§3). Params and secrets by type: domain/rules/configurationTypes.ts. */
export const predefinedConfiguration = defineResource({
  name: "predefinedConfiguration",
  path: "predefinedConfigurations",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    name: name(),
    type: z.enum(predefinedTypes),
    params: params(),
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
    searched: ["name", "type", "customerName"],
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

import { z } from "zod";
import { defaultExportConfigurationType, exportConfigurationTypes } from "#domain/configuration/types.ts";
import { defineResource } from "#domain/contract/resource.ts";
import { customerId, instant, name, rawParams, uuid, version } from "#domain/core/fields.ts";
import { secretFields } from "./secretFields.ts";

/**
 * A value that users enter when they export to the destination. A new one has no id yet; an existing one is identified by its id.
 */
const userParam = z.strictObject({
  id: uuid().optional(),
  name: name(),
  required: z.boolean().default(false),
});

/** A destination of exports (3§3). Params and secrets by type: domain/configuration/types.ts. */
export const exportConfiguration = defineResource({
  name: "exportConfiguration",
  path: "exportConfigurations",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    name: name(),
    type: z.enum(exportConfigurationTypes).default(defaultExportConfigurationType),
    params: rawParams(),
    ...secretFields(),
    userParams: z.array(userParam).max(100).default([]),
    dateCreated: instant(),
    version: version(),
  },
  writable: ["customerId", "name", "type", "params", "secrets", "userParams"],
  writeOnly: ["secrets"],
  locked: ["customerId"],
  namesCustomer: true,
  list: {
    columns: ["id", "customerId", "customerName", "name", "type", "userParams", "dateCreated", "version"],
    sortable: ["name", "type", "customerName", "dateCreated"],
    searchable: ["name", "type", "customerName"],
    sort: "name",
    order: "asc",
    max: 100,
  },
  access: {
    read: "ROLE_EXPORT_CONFIGURATION_READ",
    create: "ROLE_SUPER_ADMIN",
    update: "ROLE_SUPER_ADMIN",
    delete: "ROLE_SUPER_ADMIN",
  },
});

import { z } from "zod";
import { products } from "#domain/access/authorities.ts";
import { allActionsBy, defineResource } from "#domain/contract/resource.ts";
import { exportDocumentTypes, grantableStatuses } from "#domain/core/documentationTypes.ts";
import { flag, instant, name, serial, uuid, version } from "#domain/core/fields.ts";

/** An item granted to a customer, identified by its id; responses include the name, requests can omit it. */
const productItem = z.object({ id: serial(), name: z.enum(products).optional() });
const configurationItem = z.object({ id: uuid(), name: z.string().optional() });

/** An organisation and its grants (1§3). */
export const customer = defineResource({
  name: "customer",
  path: "customers",
  directory: true,
  scope: "self",
  fields: {
    id: serial(),
    name: name().meta({ examples: ["Fjällnät AB"] }),
    demo: flag().meta({
      description: "The demo customer: its licences are the trials that /demo lists (3§2)",
    }),
    secondFactorRequired: flag().meta({
      description:
        "Whether the customer's users need a second factor. Users without one get a code by email at login, if they have an address",
    }),
    products: z.array(productItem).max(100).default([]),
    exportDocumentTypes: z.array(z.enum(exportDocumentTypes)).max(100).default([]),
    exportDocumentConfigurations: z.array(configurationItem).max(1000).default([]),
    documentationStatuses: z.array(z.enum(grantableStatuses)).max(100).default([]),
    users: z
      .array(z.object({ id: serial(), username: z.string() }))
      .meta({ description: "The first three by name. `/users?customerId=` lists all of them" }),
    userCount: z.int(),
    documentationCount: z.int(),
    photoCount: z.int(),
    totalSize: z.int().meta({ description: "Total size of photos and files in bytes" }),
    dateCreated: instant(),
    version: version(),
  },
  writable: [
    "name",
    "demo",
    "secondFactorRequired",
    "products",
    "exportDocumentTypes",
    "exportDocumentConfigurations",
    "documentationStatuses",
  ],
  list: {
    columns: [
      "id",
      "name",
      "products",
      "exportDocumentTypes",
      "documentationStatuses",
      "users",
      "userCount",
      "documentationCount",
      "photoCount",
      "totalSize",
      "dateCreated",
      "version",
    ],
    details: ["users", "userCount", "documentationCount", "photoCount", "totalSize"],
    sortable: ["name", "userCount", "documentationCount", "photoCount", "totalSize", "dateCreated"],
    searchable: ["name"],
    sort: "name",
    order: "asc",
    max: 100,
  },
  access: allActionsBy("ROLE_SUPER_ADMIN"),
  requiresFreshLogin: ["delete"],
  unique: ["name"],
  caselessUnique: "name",
});

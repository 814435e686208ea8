import { z } from "zod";
import { allActionsBy, defineResource } from "#domain/contract/resource.ts";
import { instant, name, serial, text, uuid, version } from "#domain/core/fields.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { layoutNodes } from "#domain/layout/node.ts";
import { defaultLayoutType, layoutTypes } from "#domain/layout/types.ts";
import { photoSizes } from "#domain/media/photoSize.ts";

/** The errors of a layout, by `nodes.<id of the node>.<param, "type" or "children">`. */
export const layoutErrorsField = z.record(
  z.string(),
  z.custom<FieldError>((value) => typeof value === "string"),
);

/**
 * A report layout with its whole tree (3§3). It belongs to the service and is granted to customers, or to a customer whose staff
 * edit it. Writes do more than a standard resource: worker/features/exportDocumentConfiguration.
 */
export const exportDocumentConfiguration = defineResource({
  name: "exportDocumentConfiguration",
  path: "exportDocumentConfigurations",
  directory: true,
  fields: {
    id: uuid(),
    customerId: serial()
      .nullable()
      .meta({ description: "The customer whose staff edit the layout; null if it belongs to the service" }),
    customerName: z.string().nullable(),
    name: name(),
    description: text(5000)
      .nullable()
      .default(null)
      .transform((value) => value || null),
    type: z.enum(layoutTypes).default(defaultLayoutType),
    photoSize: z
      .enum(photoSizes)
      .default("NORMAL")
      .meta({ description: "Size of the photos in its documents, unless a download chooses another" }),
    nodes: layoutNodes.default([]),
    faults: layoutErrorsField.meta({
      description:
        "Errors of a stored layout that an older grammar allowed, by nodes.<id>.<PARAM, type or children>. A layout with errors cannot be saved.",
    }),
    dateCreated: instant(),
    version: version(),
  },
  writable: ["customerId", "name", "description", "type", "photoSize", "nodes"],
  locked: ["customerId", "type"],
  hasServiceRows: true,
  list: {
    columns: ["id", "customerId", "customerName", "name", "description", "type", "dateCreated", "version"],
    sortable: ["name", "description", "type", "customerName", "dateCreated"],
    searchable: ["name", "description", "type", "customerName"],
    sort: "name",
    order: "asc",
    max: 100,
  },
  access: allActionsBy("ROLE_EXPORT_LAYOUTS"),
});

import { z } from "zod";
import { defineResource } from "#domain/contract/resource.ts";
import { customerId, instant, uuid } from "#domain/core/fields.ts";
import { exportDocumentStates } from "#domain/delivery/documentStates.ts";

/**
 * A document that was created in the background and is kept until it expires (2§3). Jobs create it; users can only download and
 * delete it.
 */
export const exportDocument = defineResource({
  name: "exportDocument",
  path: "exportDocuments",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    fileName: z.string(),
    documentationId: uuid().nullable(),
    documentationName: z.string(),
    userName: z.string().meta({ description: "User who requested the document" }),
    state: z.enum(exportDocumentStates).meta({ description: "MAKING until it is completely stored" }),
    reason: z.string().nullable().meta({ description: "The problem code if FAILED" }),
    size: z.int().meta({ description: "Bytes; 0 unless READY" }),
    expireDate: instant().meta({ description: "When the document is deleted" }),
    lastModified: instant(),
  },
  writable: [],
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "fileName",
      "documentationId",
      "documentationName",
      "userName",
      "state",
      "reason",
      "size",
      "expireDate",
      "lastModified",
    ],
    sortable: [
      "fileName",
      "customerName",
      "documentationName",
      "userName",
      "size",
      "expireDate",
      "lastModified",
    ],
    searchable: ["fileName", "customerName", "documentationName", "userName"],
    sort: "lastModified",
    order: "desc",
    max: 100,
  },
  access: { read: "ROLE_SUPER_ADMIN", create: null, update: null, delete: "ROLE_SUPER_ADMIN" },
});

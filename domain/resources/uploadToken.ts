import { z } from "zod";
import { defineResource } from "#domain/contract/resource.ts";
import { customerId, instant, uuid } from "#domain/core/fields.ts";
import { linkPurposes } from "#domain/links/uploadLink.ts";

/** A link through which anyone can upload to one documentation without a login (2§3). The token itself is not stored. */
export const uploadToken = defineResource({
  name: "uploadToken",
  path: "uploadTokens",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    documentationId: uuid(),
    documentationName: z.string(),
    licenseId: uuid().nullable(),
    licenseName: z.string().nullable(),
    purpose: z
      .enum(linkPurposes)
      .meta({ description: "FILES opens /uploadFiles, LATER /uploadLater, RETAKE /retake" }),
    creator: z.string(),
    expireDate: instant(),
    dateCreated: instant(),
  },
  writable: [],
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "documentationId",
      "documentationName",
      "licenseId",
      "licenseName",
      "purpose",
      "creator",
      "expireDate",
      "dateCreated",
    ],
    sortable: ["documentationName", "licenseName", "customerName", "creator", "expireDate", "dateCreated"],
    searchable: ["documentationName", "licenseName", "customerName", "creator"],
    sort: "expireDate",
    order: "desc",
    max: 100,
  },
  access: { read: "ROLE_SUPER_ADMIN", create: null, update: null, delete: "ROLE_SUPER_ADMIN" },
});

import { z } from "zod";
import { defineResource } from "#domain/contract/resource.ts";
import { customerId, instant, uuid } from "#domain/core/fields.ts";

export const tempFileDecisions = ["TAKEN", "REFUSED"] as const;

/** A file received through a link that waits for its device (2§3). */
export const tempFile = defineResource({
  name: "tempFile",
  path: "tempFiles",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    name: z.string(),
    documentationId: uuid().nullable(),
    documentationName: z.string().nullable(),
    licenseId: uuid().nullable(),
    licenseName: z.string().nullable(),
    licenseCode: z.string().nullable().meta({
      description:
        "Licence code for downloading the file with getTempFile; null without a licence that has tempFiles",
    }),
    hasData: z.boolean(),
    dataSize: z.int().meta({ description: "Bytes" }),
    type: z.string().nullable().meta({ description: "Media type, detected from the content" }),
    sha256: z.string().nullable(),
    decision: z.enum(tempFileDecisions).nullable().meta({ description: "null while staff have not decided" }),
    decidedBy: z.string().nullable(),
    decided: instant().nullable(),
    tokenCreator: z.string().nullable(),
    remoteAddr: z.string().nullable().meta({ description: "IP address of the sender" }),
    dateCreated: instant(),
  },
  writable: [],
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "name",
      "documentationId",
      "documentationName",
      "licenseId",
      "licenseName",
      "licenseCode",
      "hasData",
      "dataSize",
      "type",
      "sha256",
      "decision",
      "decidedBy",
      "decided",
      "tokenCreator",
      "remoteAddr",
      "dateCreated",
    ],
    sortable: [
      "name",
      "customerName",
      "documentationName",
      "licenseName",
      "dataSize",
      "type",
      "tokenCreator",
      "remoteAddr",
      "dateCreated",
    ],
    searchable: ["name", "customerName", "documentationName", "licenseName", "tokenCreator", "remoteAddr"],
    sort: "dateCreated",
    order: "desc",
    max: 100,
  },
  access: { read: "ROLE_SUPER_ADMIN", create: null, update: null, delete: "ROLE_SUPER_ADMIN" },
});

import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { instant, uuid } from "#domain/core/fields.ts";
import { exportDocumentStates } from "#domain/delivery/documentStates.ts";
import { photoSizeOption } from "../documentation/details.ts";

/** Documents created in the background, because they contain too many photos to wait for (2§2). */

export const downloadStoredDocument = defineEndpoint({
  method: "GET",
  path: "/exportDocument/download/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary:
    "Download an exported document, until it expires. Available to the user who requested it and to super admins. Exact length, ranges, strong ETag.",
  params: z.object({ id: uuid() }),
  download: "document",
});

/** The options of a document. */
export const documentRequest = {
  language: z
    .enum(["en", "sv"])
    .default("en")
    .meta({ description: "Language of the document and the email" }),
  type: z.enum(exportDocumentTypes).optional().meta({ description: "Required without configuration" }),
  configuration: uuid().optional().meta({ description: "ID of a report layout granted to the customer" }),
  pdf: z.boolean().default(false).meta({ description: "A type or a Word layout as PDF" }),
  photos: z.enum(["rendition", "original"]).default("rendition"),
  photoSize: photoSizeOption,
  markup: z.boolean().default(true).meta({ description: "Whether photos include their markup" }),
  threads: z.boolean().default(false).meta({ description: "Whether the discussion is included" }),
};

/** A document, as shown to the user who requested it. */
export const documentJob = z.object({
  id: uuid(),
  documentationId: uuid(),
  fileName: z.string(),
  state: z.enum(exportDocumentStates),
  reason: z.string().nullable().meta({ description: "The problem code if FAILED" }),
  progress: z.int().meta({ description: "Bytes stored, of `size`" }),
  size: z.int().meta({ description: "Bytes; 0 until known" }),
  email: z.string().nullable().meta({ description: "Recipient of the link" }),
  dateCreated: instant(),
  expireDate: instant().meta({ description: "When the document is deleted" }),
});
export type DocumentJob = z.output<typeof documentJob>;

export const createExportDocumentJob = defineEndpoint({
  method: "POST",
  path: "/exportDocument/createExportDocumentJob",
  callLimit: "documents",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary:
    "Create a document of a documentation in the background, and email a link to it when it is done. For documentations with more than 100 photos, which documentation/downloadExportDocument refuses. Identical requests by the same user for the same address are created only once at a time.",
  body: z.strictObject({
    documentationId: uuid(),
    ...documentRequest,
    email: z.email().max(254).meta({ description: "Recipient of the link" }),
  }),
  response: documentJob,
});

export const listDocumentJobs = defineEndpoint({
  method: "GET",
  path: "/exportDocument/jobs/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary:
    "List the documents of a documentation that the user has requested, newest first, at most 20. `id` is the documentation's.",
  params: z.object({ id: uuid() }),
  response: z.object({
    items: z.array(documentJob),
    email: z.string().nullable().meta({ description: "The user's address, as a suggestion" }),
  }),
});

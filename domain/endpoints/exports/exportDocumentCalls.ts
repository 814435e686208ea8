import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { instant, uuid } from "#domain/core/fields.ts";
import { exportDocumentStates } from "#domain/delivery/documentStates.ts";

/** Documents that are made in the background, since they hold more photos than anybody waits for (2§2). */

export const downloadStoredDocument = defineEndpoint({
  method: "GET",
  path: "/exportDocument/download/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary:
    "Download an exported document, until it expires. Available to the user who asked for it and to super admins. Exact length, ranges, strong ETag.",
  params: z.object({ id: uuid() }),
  download: "document",
});

/** What a document is asked for as. */
export const documentRequest = {
  language: z.enum(["en", "sv"]).default("en").meta({ description: "Of the document and of the email" }),
  type: z.enum(exportDocumentTypes).optional().meta({ description: "Needed without configuration" }),
  configuration: uuid()
    .optional()
    .meta({ description: "ID of a report layout that the customer is granted" }),
  pdf: z.boolean().default(false).meta({ description: "A Word layout as PDF" }),
  photos: z.enum(["rendition", "original"]).default("rendition"),
  markup: z.boolean().default(true).meta({ description: "Photos show what is drawn on them" }),
};

/** A document as whoever asked for it sees it. */
export const documentJob = z.object({
  id: uuid(),
  documentationId: uuid(),
  fileName: z.string(),
  state: z.enum(exportDocumentStates),
  reason: z.string().nullable().meta({ description: "Problem code of a FAILED one" }),
  progress: z.int().meta({ description: "Bytes stored, of `size`" }),
  size: z.int().meta({ description: "Bytes; 0 until it is known" }),
  email: z.string().nullable().meta({ description: "Who is sent a link to it" }),
  dateCreated: instant(),
  expireDate: instant().meta({ description: "When it is deleted" }),
});
export type DocumentJob = z.output<typeof documentJob>;

export const createExportDocumentJob = defineEndpoint({
  method: "POST",
  path: "/exportDocument/createExportDocumentJob",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary:
    "Make a document of a documentation in the background, and email a link to it when it is done. For documentations with more than 100 photos, whose documents documentation/downloadExportDocument refuses. The same wish of the same user for the same address is made once at a time.",
  body: z.strictObject({
    documentationId: uuid(),
    ...documentRequest,
    email: z.email().max(254).meta({ description: "Who is sent a link to it" }),
  }),
  response: documentJob,
});

export const listDocumentJobs = defineEndpoint({
  method: "GET",
  path: "/exportDocument/jobs/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary:
    "List the documents that the user asked to have made of a documentation, newest first, 20 at most. `id` is the documentation's.",
  params: z.object({ id: uuid() }),
  response: z.object({
    items: z.array(documentJob),
    email: z.string().nullable().meta({ description: "The user's own address, to propose" }),
  }),
});

import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { line, uuid } from "#domain/core/fields.ts";
import { maxZipDocumentations } from "#domain/documentation/zipLimits.ts";
import { documentationFilter } from "../shared/documentationFilter.ts";
import { languageQuery, markupQuery } from "./details.ts";

/** Several documentations in one zip: the selected ones, or all that match the filter. */

const zipAccess = { authentication: "session", authority: "ROLE_DOCUMENTATION_READ" } as const;

/** The contents of the zip, and the missing items. */
const zipPreview = z.object({
  documentations: z.int(),
  photos: z.int(),
  /** Number of files of the documentations, including received files; 0 for users who cannot read files. */
  files: z.int(),
  /** Bytes of photos and files, with and without markup on photos. */
  bytes: z.int(),
  bytesWithoutMarkup: z.int(),
  /** Number of photos with markup. */
  marked: z.int(),
  /** Number of photos that have not arrived or were refused, and of files that were refused or that the caller cannot read. */
  missingPhotos: z.int(),
  missingFiles: z.int(),
  /** Documentations that are handed over or fetched, and therefore not included (2§4). */
  refused: z.array(z.object({ status: z.enum(documentationStatuses), documentations: z.int() })),
});
export type ZipPreview = z.output<typeof zipPreview>;

export const selectDocumentations = defineEndpoint({
  ...zipAccess,
  method: "POST",
  path: "/documentation/selectForZip",
  repeatable: true,
  multiDatabase: "handler",
  summary:
    "Save a selection of documentations for one day and get an ID for it, to use in the URL of downloadZipFiles, with the contents of the zip and what is missing. At most 2000 documentations and 20 000 photos.",
  body: z.strictObject({
    ids: z
      .array(uuid())
      .max(5 * maxZipDocumentations)
      .default([]),
    matching: z.strictObject(documentationFilter).nullable().default(null).meta({
      description: "The list filter. If it is set, `ids` must be empty",
    }),
  }),
  response: z.object({ selection: uuid(), ...zipPreview.shape }),
});

export const downloadZipFiles = defineEndpoint({
  ...zipAccess,
  method: "GET",
  path: "/documentation/downloadZipFiles",
  callLimit: "documents",
  multiDatabase: "handler",
  summary:
    "Download all originals and files of the selected documentations, one folder each, with a manifest of what is missing. `selection` is from selectForZip, `name` is the name of the zip. Exact length, ranges, strong ETag.",
  query: z.object({
    selection: uuid(),
    name: line().optional(),
    ...languageQuery,
    ...markupQuery,
  }),
  download: "document",
});

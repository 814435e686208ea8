import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { uuid } from "#domain/core/fields.ts";
import { maxZipDocumentations } from "#domain/documentation/zipLimits.ts";
import { documentationFilter } from "../shared/documentationFilter.ts";
import { documentLanguage, markupQuery } from "./details.ts";

/** Documentations of the list in one zip: those that are ticked, or all that the filter matches. */

const calls = { authentication: "session", authority: "ROLE_DOCUMENTATION_READ" } as const;

/** What the zip would hold, and what not. */
const zipPreview = z.object({
  documentations: z.int(),
  photos: z.int(),
  /** Of the documentations and of those that upload links brought; none for who may not read files. */
  files: z.int(),
  /** Bytes of photos and files; of photos as they are drawn on, and without what is drawn on them. */
  bytes: z.int(),
  unmarkedBytes: z.int(),
  /** Photos that something is drawn on. */
  marked: z.int(),
  /** Photos that have not arrived or were refused, and files that were refused or that the caller may not read. */
  missingPhotos: z.int(),
  missingFiles: z.int(),
  /** Documentations that are with the field, and therefore not in it (2§4). */
  refused: z.array(z.object({ status: z.enum(documentationStatuses), documentations: z.int() })),
});
export type ZipPreview = z.output<typeof zipPreview>;

export const selectDocumentations = defineEndpoint({
  ...calls,
  method: "POST",
  path: "/documentation/selectForZip",
  multiDatabase: "itself",
  summary:
    "Save a selection of documentations for one day and get an ID for it, to use in the address of downloadZipFiles, with what the zip will hold and lack. At most 2000 documentations and 20 000 photos.",
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
  ...calls,
  method: "GET",
  path: "/documentation/downloadZipFiles",
  multiDatabase: "itself",
  summary:
    "Download all originals and files of the selected documentations in a folder for each, with a manifest that names what is missing. `selection` is from selectForZip, `name` that of the zip. Exact length, ranges, strong ETag.",
  query: z.object({
    selection: uuid(),
    name: z.string().trim().max(255).optional(),
    ...documentLanguage,
    ...markupQuery,
  }),
  download: "document",
});

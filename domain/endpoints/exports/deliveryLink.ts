import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant, uuid } from "#domain/core/fields.ts";

/** What a mail links to when it is too large to attach. The token in the body, or in the query of a download, is what lets in. */

const linkToken = z.string().min(1).max(200);

/** Files that one answer lists at most. */
export const linkedFilesPerPage = 200;

export const getDeliveryLink = defineEndpoint({
  authentication: "public",
  method: "POST",
  path: "/deliveryLink/get",
  summary:
    "Get what a mailed link leads to, with one page of its files. An expired link is 401 linkExpired, an unknown one linkUnknown.",
  body: z.strictObject({
    token: linkToken,
    offset: z.int().min(0).max(1_000_000).default(0),
  }),
  response: z.object({
    name: z.string().meta({ description: "Of the documentation, or of the group of a comparison" }),
    customerName: z.string(),
    expires: instant(),
    files: z.array(
      z.object({
        id: uuid(),
        path: z.string(),
        bytes: z.int(),
        sha256: z.string().nullable(),
        gone: z.boolean().meta({ description: "Removed since the mail was sent, and no longer to be had" }),
      }),
    ),
    fileCount: z.int().meta({ description: "Files that the pages hold in all" }),
    goneCount: z.int(),
    bytes: z.int().meta({ description: "Of all files that are still to be had" }),
  }),
});
export type DeliveryLinkAnswer = z.output<NonNullable<typeof getDeliveryLink.response>>;

export const downloadDeliveryLink = defineEndpoint({
  authentication: "public",
  method: "GET",
  path: "/deliveryLink/download",
  summary:
    "Download one file of a mailed link, or without `file` all of them as a zip. Exact length, ranges, strong ETag.",
  // Not `token`: that is what a session's download tickets are called.
  query: z.strictObject({
    link: linkToken,
    file: uuid().optional(),
    language: z.enum(["en", "sv"]).default("sv"),
  }),
  download: "document",
});

import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant, uuid } from "#domain/core/fields.ts";

/** Links in emails whose content is too large to attach. Authenticated by the token in the body, or in the query of a download. */

const linkToken = z.string().min(1).max(200);

/** Maximum number of files in a response. */
export const linkedFilesPerPage = 200;

export const getDeliveryLink = defineEndpoint({
  authentication: "public",
  method: "POST",
  path: "/deliveryLink/get",
  summary:
    "Get the contents of an emailed link, with one page of its files. An expired link is 401 linkExpired, an unknown one 401 linkUnknown.",
  body: z.strictObject({
    token: linkToken,
    offset: z.int().min(0).max(1_000_000).default(0),
  }),
  response: z.object({
    name: z.string().meta({ description: "Name of the documentation, or of the compared group" }),
    customerName: z.string(),
    expires: instant(),
    files: z.array(
      z.object({
        id: uuid(),
        path: z.string(),
        bytes: z.int(),
        sha256: z.string().nullable(),
        gone: z.boolean().meta({ description: "Removed since the email was sent, and no longer available" }),
      }),
    ),
    fileCount: z.int().meta({ description: "Number of files on all pages" }),
    goneCount: z.int(),
    bytes: z.int().meta({ description: "Total of all files that are still available" }),
  }),
});
export type DeliveryLinkAnswer = z.output<NonNullable<typeof getDeliveryLink.response>>;

export const downloadDeliveryLink = defineEndpoint({
  authentication: "public",
  method: "GET",
  path: "/deliveryLink/download",
  summary:
    "Download one file of an emailed link or, without `file`, all of them as a zip. Exact length, ranges, strong ETag.",
  // Not `token`, which is the name of a session's download ticket.
  query: z.strictObject({
    link: linkToken,
    file: uuid().optional(),
    language: z.enum(["en", "sv"]).default("sv"),
  }),
  download: "document",
});

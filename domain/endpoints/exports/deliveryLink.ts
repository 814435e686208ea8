import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant, uuid } from "#domain/core/fields.ts";

/** Links in emails whose content is too large to attach. Authenticated by the token in the body, or in the query of a download. */

const linkToken = z.string().min(1).max(200);

/** Maximum number of files in a response. */
export const maxLinkedFiles = 200;

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
        removed: z
          .boolean()
          .meta({ description: "Removed since the email was sent, and no longer available" }),
      }),
    ),
    fileCount: z.int().meta({ description: "Number of files on all pages" }),
    removedCount: z.int(),
    bytes: z.int().meta({ description: "Total of all files that are still available" }),
  }),
});
export type DeliveryLinkContents = z.output<NonNullable<typeof getDeliveryLink.response>>;

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

/** What an emailed link opens: the files of a delivery that were too large to attach, or a document created in the background. */
export const mailedLinkKinds = ["DELIVERY", "DOCUMENT"] as const;

const mailedLinkId = z
  .string()
  .regex(/^[0-9a-f-]{36,64}$/)
  .meta({ examples: ["b3f1c2a4-1111-4222-8333-444455556666"] });

export const findMailedLinks = defineEndpoint({
  method: "GET",
  path: "/deliveryLink/findAllByDocumentationId/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  summary:
    "List the emailed links to files and documents of a documentation that have not expired, newest first.",
  params: z.object({ id: uuid() }),
  response: z.object({
    items: z.array(
      z.object({
        id: mailedLinkId,
        kind: z.enum(mailedLinkKinds),
        name: z.string().meta({ description: "File name of the document, or name of the destination" }),
        to: z
          .string()
          .nullable()
          .meta({ description: "Recipient; null if the destination names the recipients" }),
        creator: z
          .string()
          .meta({ description: "User who requested the delivery or document; empty if automatic" }),
        closed: z.boolean().meta({
          description: "Whether the link no longer opens because its creator has lost the right to export",
        }),
        expireDate: instant(),
        dateCreated: instant(),
      }),
    ),
  }),
});

export const revokeMailedLink = defineEndpoint({
  method: "DELETE",
  path: "/deliveryLink/revoke/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  summary: "Revoke an emailed link. The delivery or document itself is kept.",
  params: z.object({ id: mailedLinkId }),
  response: z.object({ success: z.literal(true) }),
});

import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant, instantInput, uuid } from "#domain/core/fields.ts";
import { linkPurposes, selectablePurposes } from "#domain/links/uploadLink.ts";
import { signedReceipt } from "./receipt.ts";

/** Upload links for people without a login, created and revoked by staff on a documentation (2§2, 2§7). */

const createdLink = {
  id: uuid(),
  purpose: z.enum(linkPurposes),
  creator: z.string(),
  expireDate: instant(),
  dateCreated: instant(),
};

export const createUploadToken = defineEndpoint({
  method: "POST",
  path: "/uploadToken/create",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  summary:
    "Create an upload link for a documentation: for files (FILES), or for tasks waiting for a photo or file (LATER). The token is returned only once.",
  body: z.strictObject({
    documentationId: uuid(),
    purpose: z.enum(selectablePurposes),
    /** Defaults to 14 days from now, at most 366. */
    expireDate: instantInput().optional(),
  }),
  response: z.object({ ...createdLink, token: z.string(), url: z.string() }),
});

export const findUploadTokens = defineEndpoint({
  method: "GET",
  path: "/uploadToken/findAllByDocumentationId/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  summary:
    "List the upload links of a documentation, newest first, with what was received through each. Expired and revoked links are listed for 90 days.",
  params: z.object({ id: uuid() }),
  response: z.object({
    items: z.array(
      z.object({
        ...createdLink,
        /** When the link was revoked. */
        revoked: instant().nullable(),
        /** Whether the link is closed because its creator can no longer create links. */
        closed: z.boolean(),
        /** Number of files received and verified. */
        received: z.int(),
        /** Total bytes of the received files. */
        receivedSize: z.int(),
        /** Number of files announced but not yet received. */
        waiting: z.int(),
        refused: z.int(),
        lastReceived: instant().nullable(),
      }),
    ),
  }),
});

export const findReceipt = defineEndpoint({
  method: "GET",
  path: "/uploadToken/findReceipt/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  summary: "Get the receipt of an upload link: what was received, signed by Siteproof.",
  params: z.object({ id: uuid() }),
  response: signedReceipt,
});

export const revokeUploadToken = defineEndpoint({
  method: "DELETE",
  path: "/uploadToken/revoke/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  summary: "Revoke an upload link. What was received through it is kept, and so is its receipt.",
  params: z.object({ id: uuid() }),
  response: z.object({ success: z.literal(true) }),
});

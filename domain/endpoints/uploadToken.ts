import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { givenInstant, instant, uuid } from "../fields";
import { linkPurposes } from "../rules/uploadToken";
import { signedReceipt } from "./tokenUpload";

/** Links for people without a login, as staff make and revoke them on a documentation (2§2, 2§7). */

const made = {
  id: uuid(),
  purpose: z.enum(linkPurposes),
  creator: z.string(),
  expireDate: instant(),
  dateCreated: instant(),
};

export const createUploadToken = defineEndpoint({
  method: "POST",
  path: "/uploadToken/create",
  entrance: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  summary:
    "Makes a link to upload to a documentation: files (FILES), or what its tasks wait for (LATER). The token is shown this once.",
  body: z.strictObject({
    documentationId: uuid(),
    purpose: z.enum(linkPurposes),
    /** 14 days from now when left out, 366 at most. */
    expireDate: givenInstant().optional(),
  }),
  answer: z.object({ ...made, token: z.string(), url: z.string() }),
});

export const findUploadTokens = defineEndpoint({
  method: "GET",
  path: "/uploadToken/findAllByDocumentationId/{id}",
  entrance: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  summary: "The links of a documentation, newest first, with what came in by each; ended ones for 90 days.",
  params: z.object({ id: uuid() }),
  answer: z.object({
    items: z.array(
      z.object({
        ...made,
        /** When it was taken back. */
        revoked: instant().nullable(),
        /** Received and verified. */
        received: z.int(),
        /** Bytes of them. */
        receivedSize: z.int(),
        /** Announced and not here yet. */
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
  entrance: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  summary: "What came in by a link, signed by the service: the receipt its holder is shown.",
  params: z.object({ id: uuid() }),
  answer: signedReceipt,
});

export const revokeUploadToken = defineEndpoint({
  method: "DELETE",
  path: "/uploadToken/revoke/{id}",
  entrance: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  summary: "Takes a link back. What came in by it stays, and so does its receipt.",
  params: z.object({ id: uuid() }),
  answer: z.object({ success: z.literal(true) }),
});
